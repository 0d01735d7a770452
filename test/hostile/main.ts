/**
 * Runs the real program on workspaces that hostile agents fill:
 *
 *     npm run hostile -- [--runs N] [--seconds S] [--seed N] [--only PIECE] [--pieces 0,2] [--reduce] [--kills N] [--limit S] [--keep]
 *         [--user NAME] [--unconfined]
 *
 * Every scenario is made from its number. One that fails is printed with the command that repeats it; with `--reduce` its
 * pieces are left out first as long as it fails. `--only` takes scenarios of one piece, `--pieces` only those of a scenario,
 * counted from 0; `--kills` is how often the program is killed and resumed, `--limit` is after how many seconds a run hangs, `--keep` leaves folders for a look.
 * `--user` is for root alone, and does all that as another user; `--unconfined` does it without a sandbox.
 */
import { parseArgs } from 'node:util';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { runAs } from './other-user.ts';
import { reduced, told } from './reduce.ts';
import { picksOf, type Scenario, scenarioOf, withOnly } from './scenario.ts';
import { faultsOf } from './trial.ts';

const WORKERS = 2;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    pieces: { type: 'string' },
    limit: { type: 'string', default: '90' },
    kills: { type: 'string', default: '0' },
    keep: { type: 'boolean', default: false },
    reduce: { type: 'boolean', default: false },
    user: { type: 'string' },
    unconfined: { type: 'boolean', default: false },
  },
});
const figure = (name: 'runs' | 'seconds' | 'seed' | 'limit' | 'kills'): number => {
  if (!/^\d{1,9}$/.test(values[name]))
    throw new Error(`--${name} wants a whole number, not "${values[name]}"`);
  return Number(values[name]);
};
const [runs, seconds, first] = [figure('runs'), figure('seconds'), figure('seed')];
const options = { keep: values.keep, limit: figure('limit'), kills: figure('kills') };
const flags = [
  ...(values.only === undefined ? [] : ['--only', values.only]),
  ...(options.kills > 0 ? ['--kills', values.kills] : []),
  ...(values.unconfined ? ['--unconfined'] : []),
  ...(values.user === undefined ? [] : ['--user', values.user]),
];
const canConfine = !values.unconfined && bubblewrap(process.env.PATH ?? '').ok;

const started = performance.now();
let [next, tried, failed] = [first, 0, 0];
process.exitCode = values.user !== undefined && process.getuid?.() === 0 ? runAs(values.user) : await all();

async function all(): Promise<number> {
  if (!canConfine) console.log('no agent is confined: bubblewrap does not work here, or is not to');
  await Promise.all(Array.from({ length: WORKERS }, work));
  const minutes = (performance.now() - started) / 60_000;
  console.log(
    `hostile: ${tried - failed} passed, ${failed} failed, ${(tried / minutes).toFixed(1)} a minute`,
  );
  return failed > 0 ? 1 : 0;
}

async function work(): Promise<void> {
  while (next < first + runs && performance.now() - started < seconds * 1000) {
    const seed = next;
    next += 1;
    const scenario = chosen(scenarioOf(seed, canConfine, values.only));
    const faults = await faultsOf(scenario, options);
    tried += 1;
    if (faults.length === 0) continue;
    failed += 1;
    const smallest = values.reduce
      ? await reduced(scenario, faults[0]!, { ...options, keep: false })
      : scenario;
    console.log(told(scenario, smallest, faults, flags));
  }
}

function chosen(scenario: Scenario): Scenario {
  if (values.pieces === undefined) return scenario;
  const wanted = values.pieces.split(',').map(Number);
  return withOnly(
    scenario,
    picksOf(scenario).filter((_, at) => wanted.includes(at)),
  );
}
