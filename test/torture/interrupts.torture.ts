import { describe, expect, it } from 'vitest';
import { random } from '../fuzz/random.ts';
import { ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { scene } from './scene.ts';
import { moment } from './signals.ts';
import { tally } from './tally.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const RUNS = rounds(2);
const PER_RUN = 6;
const LONGEST_MS = 1_200;

describe('a request to end', () => {
  it(`at random moments, ${PER_RUN} in each of ${RUNS} runs, leaves a run that goes on (seed ${SEED})`, {
    timeout: RUNS * MINUTES,
  }, async () => {
    const next = random(SEED);
    let interrupts = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const ends = await ordeal(
        scene(),
        async program => {
          await moment(program, next, LONGEST_MS);
          program.signal(next.pick(SIGNALS));
          // The second one ends the program at once, with agents and all.
          if (next.below(3) > 0) return;
          await moment(program, next, LONGEST_MS / 10);
          program.signal(next.pick(SIGNALS));
        },
        { troubles: PER_RUN },
      );
      for (const { code, signal } of ends) expect([0, 2, 130, ...SIGNALS]).toContain(signal ?? code);
      interrupts += ends.filter(({ code, signal }) => signal !== null || code === 130).length;
    }
    tally('interrupts', interrupts);
    expect(interrupts).toBeGreaterThan(0);
  });
});
