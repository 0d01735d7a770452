import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN, type Workshop } from '../cli/workshop.ts';
import { type Random, random } from '../fuzz/random.ts';
import { ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene, WHOLE_PARTS } from './scene.ts';
import { moment, whileRunning } from './signals.ts';
import { tally } from './tally.ts';
import { loseEntries, loseEntry, loseFolder, loseFolders } from './troubles.ts';

const RUNS = rounds(1);
const LONGEST_MS = 900;
/** Each costs a session and a growing wait, so that a run in which it never ends would not end either. */
const LOSSES = 3;
const RUN = [...SCRIPTED_RUN, '--check', WHOLE_PARTS];

type Loss = (shop: Workshop, next: Random) => boolean;

const LOSSES_OF: readonly [string, Loss][] = [
  ['the folder of a worktree', loseFolder],
  ['the folders of all worktrees', loseFolders],
  ['what git knows of a worktree', loseEntry],
  ['all that git knows of worktrees', loseEntries],
  ['a folder and what git knows of another', (shop, next) => loseFolder(shop, next) && loseEntry(shop, next)],
];

describe('a run loses', () => {
  it.each(LOSSES_OF)(
    `%s, ${LOSSES} times in each of ${RUNS} runs, and makes it again (seed ${SEED})`,
    {
      timeout: RUNS * 3 * MINUTES,
    },
    async (_, loss) => {
      const next = random(SEED);
      for (let run = 0; run < RUNS; run += 1) {
        const shop = scene();
        let losses = 0;
        await ordeal(
          shop,
          program =>
            whileRunning(program, async () => {
              await moment(program, next, LONGEST_MS);
              if (losses < LOSSES && loss(shop, next)) losses += 1;
            }),
          { words: RUN },
        );
        tally('lost worktrees', losses);
        expect(losses).toBeGreaterThan(0);
      }
    },
  );

  it('no worktree to a user who prunes them all the time', { timeout: 3 * MINUTES }, async () => {
    const shop = scene();
    const ends = await ordeal(shop, async program => {
      tally(
        'prunings of worktrees',
        await whileRunning(program, async () => {
          shop.git('worktree', 'prune', '--expire', 'now');
          await moment(program, random(1), 5);
        }),
      );
    });
    expect(ends).toHaveLength(1);
  });
});
