import { describe, expect, it } from 'vitest';
import { random } from '../fuzz/random.ts';
import { foundNoRun, ordeal } from './ordeal.ts';
import { MINUTES, SEED } from './rounds.ts';
import { scene } from './scene.ts';
import { moment } from './signals.ts';
import { tally } from './tally.ts';

/** How many times the program is killed in all; the long suite asks for more. */
const KILLS = Number(process.env.PHASEWRIGHT_KILLS ?? 4);
/** A run that is killed too often never ends; after so many it is left alone. */
const MAX_KILLS_PER_RUN = 12;
const LONGEST_MS = 1_500;

describe('SIGKILL', () => {
  it(`${KILLS} times at random moments loses nothing and repeats nothing (seed ${SEED})`, {
    timeout: 20 * MINUTES,
  }, async () => {
    const next = random(SEED);
    let kills = 0;
    while (kills < KILLS) {
      const ends = await ordeal(
        scene(),
        async program => {
          await moment(program, next, LONGEST_MS);
          program.signal('SIGKILL');
        },
        { troubles: Math.min(MAX_KILLS_PER_RUN, KILLS - kills) },
      );
      for (const end of ends) if (!foundNoRun(end)) expect([0, 'SIGKILL']).toContain(end.signal ?? end.code);
      kills += ends.filter(({ signal }) => signal === 'SIGKILL').length;
    }
    tally('kills', kills);
  });
});
