import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { noMount, onDisk } from './disk.ts';
import { type End, ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene, WHOLE_PARTS } from './scene.ts';
import { moment } from './signals.ts';
import { tally } from './tally.ts';

const SEALS = rounds(3);
const MEGABYTES = 24;
const LONGEST_MS = 1_500;
const RUN = [...SCRIPTED_RUN, '--check', WHOLE_PARTS];

const PLACES: readonly [string, (shop: Workshop) => string][] = [
  ['the repository', ({ repository }) => repository],
  ['the state folder', ({ home }) => home],
];

describe.skipIf(noMount !== null)(`a read-only disk${noMount ? ` (skipped: ${noMount})` : ''}`, () => {
  // That of the state folder cannot become so while the program has its journal open.
  it(`under the repository, ${SEALS} times at random moments, stops the run and no more (seed ${SEED})`, {
    timeout: SEALS * MINUTES,
  }, async () => {
    const next = random(SEED);
    const shop = scene();
    const disk = onDisk(shop.repository, MEGABYTES);
    const ends = await ordeal(
      shop,
      async program => {
        await moment(program, next, LONGEST_MS);
        if (await disk.seal(program.end)) tally('read-only disks', 1);
      },
      { words: RUN, troubles: SEALS, mend: disk.unseal },
    );
    for (const end of ends) if (end.code !== 0) assertSaidSo(end);
  });

  it.each(PLACES)('under %s is told before a run begins and before it goes on', async (_, place) => {
    const shop = scene();
    const disk = onDisk(place(shop), MEGABYTES);
    await disk.seal();
    const refused = await shop.run(...RUN);
    expect(refused.code).toBeGreaterThan(0);
    disk.unseal();
    await ordeal(
      shop,
      async (program, drive) => {
        if (drive > 0) return;
        await program.seen('session_started', '2');
        program.signal('SIGINT');
        await program.end;
        await disk.seal();
        const { code, err, out } = await shop.run('resume', '--json');
        expect(code).toBe(1);
        assertSaidSo({ code, err, out, signal: null });
        disk.unseal();
        tally('read-only disks', 2);
      },
      { words: RUN },
    );
  });
});

function assertSaidSo(end: End): void {
  if (end.err.includes('this repository has no runs')) return;
  expect(end.err).toMatch(/Read-only file system|read-only|cannot be written|EROFS|readonly/);
}
