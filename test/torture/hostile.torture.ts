import { describe, expect, it } from 'vitest';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { told } from '../hostile/reduce.ts';
import { scenarioOf } from '../hostile/scenario.ts';
import { faultsOf } from '../hostile/trial.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { tally } from './tally.ts';

const RUNS = rounds(6);
const LIMIT_SECONDS = 120;
/** Every second run is killed so often, and resumed. */
const KILLS = 3;
const canConfine = bubblewrap(process.env.PATH ?? '').ok;

describe.runIf(process.platform === 'linux')('agents that leave hostile workspaces', () => {
  for (let at = 0; at < RUNS; at += 1) {
    const [seed, kills] = [SEED + at, at % 2 === 0 ? 0 : KILLS];
    it(`are survived, with ${kills} kills (seed ${seed})`, { timeout: 10 * MINUTES }, async () => {
      const scenario = scenarioOf(seed, canConfine);
      const faults = await faultsOf(scenario, { limit: LIMIT_SECONDS, kills });
      tally('hostile workspaces', 1);
      const flags = kills > 0 ? ['--kills', `${kills}`] : [];
      expect(faults, told(scenario, scenario, faults, flags)).toEqual([]);
    });
  }
});
