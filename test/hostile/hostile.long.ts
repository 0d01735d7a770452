import { describe, expect, it } from 'vitest';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { told } from './reduce.ts';
import { scenarioOf } from './scenario.ts';
import { faultsOf } from './trial.ts';

const FIRST = 1;
const COUNT = 12;
/** A pipe behind a pointer in the checkout itself, and a filter that asks git where the repository is. */
const ONCE_FAILED = [118, 134];
const LIMIT_SECONDS = 120;
const canConfine = bubblewrap(process.env.PATH ?? '').ok;

/** Processes that are left are found in /proc. More: `npm run hostile`. */
describe
  .runIf(process.platform === 'linux')
  .concurrent('what a hostile agent leaves in its workspace', () => {
    it.each([...Array.from({ length: COUNT }, (_, at) => FIRST + at), ...ONCE_FAILED])(
      'neither acts, nor reads, nor is lost, nor lands unless it passes its checks (seed %i)',
      { timeout: 3 * LIMIT_SECONDS * 1000 },
      async seed => {
        const scenario = scenarioOf(seed, canConfine);
        const faults = await faultsOf(scenario, { limit: LIMIT_SECONDS });
        expect(faults, told(scenario, scenario, faults)).toEqual([]);
      },
    );
  });
