import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SCRIPTED_RUN } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { MINUTES, SEED } from './rounds.ts';
import { assertFinished, scene } from './scene.ts';
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
    for (let kills = 0; kills < KILLS; ) {
      const shop = scene();
      const before = shop.fingerprint();
      let words = SCRIPTED_RUN;
      for (let here = 0; ; here += 1) {
        const program = shop.start(...words);
        if (here < MAX_KILLS_PER_RUN && kills < KILLS) {
          await Promise.race([delay(next.below(LONGEST_MS)), program.end]);
          program.signal('SIGKILL');
        }
        const { code, signal, err } = await program.end;
        if (signal === 'SIGKILL') kills += 1;
        else if (code === 0) break;
        // Killed before anything was written down: there is nothing to resume yet.
        else if (code === 2 && err.includes('no runs')) words = SCRIPTED_RUN;
        else expect.fail(`exit code ${code}\n${err}`);
        if (signal === 'SIGKILL' || code !== 2) words = ['resume', '--json'];
      }
      await assertFinished(shop);
      shop.git('branch', '-D', 'work');
      expect(shop.fingerprint()).toBe(before);
    }
    tally('kills', KILLS);
  });
});
