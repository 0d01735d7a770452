import { describe, expect, it } from 'vitest';
import type { Outcome } from '../cli/phasewright.ts';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { noMount, onDisk } from './disk.ts';
import { foundNoRun, ordeal } from './ordeal.ts';
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
  let stopped = 0;

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
        await disk.seal(program.isOver);
      },
      { words: RUN, troubles: SEALS, mend: disk.unseal },
    );
    for (const end of ends) {
      if (end.code === 0 || foundNoRun(end)) continue;
      assertSaidSo(end);
      stopped += 1;
    }
    tally('read-only disks', stopped);
  });

  it('is not always too late', () => expect(stopped).toBeGreaterThan(0));

  it.each(PLACES)('under %s is told before a run begins and before it goes on', async (_, place) => {
    const shop = scene();
    const disk = onDisk(place(shop), MEGABYTES);
    await disk.seal();
    const refused = await shop.run(...RUN);
    expect(refused.code).toBeGreaterThan(0);
    assertSaidSo(refused);
    disk.unseal();
    await ordeal(
      shop,
      async (program, drive) => {
        if (drive > 0) return;
        await program.seen('session_started', '2');
        program.signal('SIGINT');
        await program.end;
        await disk.seal();
        const resumed = await shop.run('resume', '--json');
        expect(resumed.code).toBe(1);
        assertSaidSo(resumed);
        disk.unseal();
        tally('read-only disks', 2);
      },
      { words: RUN },
    );
  });
});

function assertSaidSo({ err }: Outcome): void {
  expect(err).toMatch(/Read-only file system|read-only|cannot be written|EROFS|readonly/);
}
