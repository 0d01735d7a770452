import { describe, expect, it } from 'vitest';
import type { Workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene } from './scene.ts';
import { moment, whileRunning } from './signals.ts';
import { tally } from './tally.ts';
import { tidy } from './troubles.ts';

const RUNS = rounds(1);
/** Git itself has no defence against tidying up without a break; between two times a run must get on. */
const LONGEST_MS = 300;

const CHORES = [
  ['gc --prune=now --quiet'],
  ['repack -a -d -q'],
  ['pack-refs --all --prune'],
  ['prune --expire=now'],
  ['reflog expire --expire=now --all'],
] as const;

describe('a user who tidies the repository up', () => {
  it.each(CHORES)(
    `with git %s again and again, in ${RUNS} runs, takes nothing from the run (seed ${SEED})`,
    {
      timeout: RUNS * 2 * MINUTES,
    },
    async chore => {
      const next = random(SEED);
      let times = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const shop = scene();
        await ordeal(shop, async program => {
          await whileRunning(program, async () => {
            if (await tidy(shop, chore)) times += 1;
            await moment(program, next, LONGEST_MS);
          });
        });
        assertRefsResolve(shop);
      }
      tally('tidyings', times);
      expect(times).toBeGreaterThan(0);
    },
  );
});

/** All that the run keeps for later is there in full. */
function assertRefsResolve({ git }: Workshop): void {
  const refs = git('for-each-ref', '--format=%(refname)', 'refs/phasewright').trim().split('\n');
  expect(refs.length).toBeGreaterThan(12);
  expect(git('rev-list', '--objects', '--quiet', ...refs)).toBe('');
}
