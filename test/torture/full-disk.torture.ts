import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { noMount, onDisk } from './disk.ts';
import { type End, ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene, WHOLE_PARTS } from './scene.ts';
import { moment } from './signals.ts';
import { tally } from './tally.ts';

const FILLS = rounds(4);
const MEGABYTES = 12;
const LONGEST_MS = 1_500;
/** A little room lets some writes through, and then not the next. */
const LEFT_BYTES = [0, 0, 4_096, 20_480, 65_536];
const RUN = [...SCRIPTED_RUN, '--check', WHOLE_PARTS];

const PLACES: readonly [string, (shop: Workshop) => string][] = [
  ['the repository', ({ repository }) => repository],
  ['the state folder', ({ home }) => home],
  ['repository and state folder', ({ home }) => join(home, '..')],
];

describe.skipIf(noMount !== null)(`a disk that is full${noMount ? ` (skipped: ${noMount})` : ''}`, () => {
  it.each(PLACES)(
    `under %s, ${FILLS} times at random moments, stops the run and no more (seed ${SEED})`,
    {
      timeout: FILLS * MINUTES,
    },
    async (_, place) => {
      const next = random(SEED);
      const shop = scene();
      const disk = onDisk(place(shop), MEGABYTES);
      const ends = await ordeal(
        shop,
        async program => {
          await moment(program, next, LONGEST_MS);
          disk.fill(next.pick(LEFT_BYTES));
          tally('full disks', 1);
        },
        { words: RUN, troubles: FILLS, mend: disk.free },
      );
      for (const end of ends) if (end.code !== 0) assertSaidSo(end);
    },
  );

  it('by an agent stops the run and no more', async () => {
    const once = 'test -e "$HOME/filled" || { touch "$HOME/filled"; cat /dev/zero > "$HOME/state/.filler"; }';
    const shop = scene({ 5: { shell: once } });
    const disk = onDisk(shop.home, MEGABYTES);
    const ends = await ordeal(shop, async () => {}, { words: RUN, mend: disk.free });
    expect(ends.length).toBeGreaterThan(1);
    tally('full disks', ends.length - 1);
    for (const end of ends) if (end.code !== 0) assertSaidSo(end);
  });
});

/** What is wrong and what to do about it; a run that could not even be written down is not there. */
function assertSaidSo(end: End): void {
  if (end.err.includes('this repository has no runs')) return;
  expect(end.err).toMatch(/Make room on the disk|Free some space on that disk/);
}
