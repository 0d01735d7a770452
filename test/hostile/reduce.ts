import { kindOf } from '../fuzz/kind.ts';
import { shrunk } from '../fuzz/shrink.ts';
import { picksOf, type Scenario, withOnly } from './scenario.ts';
import { faultsOf, type TrialOptions } from './trial.ts';

/** Each try is a run of the program. */
const LIMITS = { tries: 12, ms: 300_000 };

/** The scenario with as few of its pieces as still lead to a fault of this kind. */
export async function reduced(scenario: Scenario, fault: string, options: TrialOptions): Promise<Scenario> {
  const kind = kindOf(fault);
  const fails = async (smaller: Scenario): Promise<boolean> =>
    (await faultsOf(smaller, options)).some(other => kindOf(other) === kind);
  const picks = await shrunk(picksOf(scenario), left => fails(withOnly(scenario, left)), LIMITS);
  return withOnly(scenario, picks);
}

/** What went wrong, with what, and how to repeat it. */
export function told(
  scenario: Scenario,
  smallest: Scenario,
  faults: readonly string[],
  flags: readonly string[] = [],
): string {
  const { seed, phases: _, ...world } = scenario;
  const all = picksOf(scenario);
  const needed = picksOf(smallest);
  const numbers = all.flatMap((pick, at) => (needed.includes(pick) ? [at] : []));
  const needs = numbers.length < all.length ? ` --pieces ${numbers.join(',')}` : '';
  const pieces = scenario.phases.map(
    ({ picks, fails }) =>
      `${
        picks
          .filter(pick => needed.includes(pick))
          .map(({ piece }) => piece)
          .join(' + ') || 'honest'
      }${fails ? ' (fails)' : ''}`,
  );
  return [
    `FAILED ${seed} ${JSON.stringify(world)}`,
    `  pieces: ${pieces.join('; ')}`,
    ...faults.map(fault => `  ${fault}`),
    `  again: npm run hostile -- --runs 1 --seed ${[seed, ...flags].join(' ')}${needs}`,
  ].join('\n');
}
