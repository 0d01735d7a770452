import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { noMount, onDisk } from './disk.ts';
import { type End, foundNoRun, ordeal } from './ordeal.ts';
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
  let stopped = 0;

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
          if (!program.isOver()) disk.fill(next.pick(LEFT_BYTES));
        },
        { words: RUN, troubles: FILLS, mend: disk.free },
      );
      stopped += stops(ends);
    },
  );

  it('is not always too late', () => expect(stopped).toBeGreaterThan(0));

  it('by an agent stops the run and no more', async () => {
    const once = 'test -e "$HOME/filled" || { touch "$HOME/filled"; cat /dev/zero > "$HOME/state/.filler"; }';
    const shop = scene({ 5: { shell: once } });
    const disk = onDisk(shop.home, MEGABYTES);
    const ends = await ordeal(shop, async () => {}, { words: RUN, mend: disk.free });
    expect(stops(ends)).toBeGreaterThan(0);
  });
});

/** How many drives the disk has stopped. Each must have said what to do about it. */
function stops(ends: readonly End[]): number {
  const stopped = ends.filter(end => end.code !== 0 && !foundNoRun(end));
  for (const { err } of stopped) expect(err).toMatch(/Make room on the disk|Free some space on that disk/);
  tally('full disks', stopped.length);
  return stopped.length;
}
