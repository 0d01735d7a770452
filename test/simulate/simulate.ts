import type { Entry } from '../../src/run/apply.ts';
import type { RunState } from '../../src/run/state.ts';
import { type Chance, oneIn } from './chance.ts';
import { faults } from './judge.ts';
import { live, type Rest } from './life.ts';
import { answer, persons, react, reply } from './people.ts';
import { CALM, type Scenario, scenarioOf } from './scenario.ts';
import { create, type World, worldOf } from './world.ts';

/** Looks on while a run is simulated. */
export interface Onlooker {
  readonly scenario?: (scenario: Scenario) => void;
  readonly event?: (entry: Entry, state: RunState, underWay: Iterable<string>) => void;
  readonly tell?: (at: number, what: string) => void;
}

/** So many processes live in bad weather; those after them have none. */
const MAX_LIVES = 8;
/** So many may be needed then: one for each request that pauses the run. */
const MAX_CALM_LIVES = 8;

/** Simulates the run that follows from the choices. What went wrong, nothing where all is well. */
export async function simulate(chance: Chance, onlooker: Onlooker = {}): Promise<readonly string[]> {
  const scenario = scenarioOf(chance);
  onlooker.scenario?.(scenario);
  const world = worldOf(chance, scenario, onlooker.tell);
  try {
    const last = await world.loop.run(happens(world, onlooker));
    return await faults(world, last);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

/** Everything that happens to a run: processes that drive it, one after the other or at once, and people. */
async function happens(world: World, onlooker: Onlooker): Promise<Rest> {
  await create(world);
  const people = persons(world);
  for (let lives = 0; lives < MAX_LIVES + MAX_CALM_LIVES; lives += 1) {
    if (lives === MAX_LIVES) await people;
    const rest = await round(world, lives, onlooker);
    if (rest !== null && (await isLast(world, rest.state, lives, onlooker))) {
      await people;
      return rest;
    }
  }
  throw new Error('however often it is resumed, the run does not come to rest');
}

/** One process that drives the run, and perhaps another one that wants to. How the later of them leaves the run. */
async function round(world: World, lives: number, { event = () => {} }: Onlooker): Promise<Rest | null> {
  const { chance, loop, scenario } = world;
  const weather = lives < MAX_LIVES ? scenario.weather : CALM;
  const { robbery } = weather;
  // A process that was robbed of a run that waits notices it only at the next request.
  const stays = !robbery && (scenario.stays || lives >= MAX_LIVES);
  const stop = new AbortController();
  let rest: Rest | null = null;
  const process = async (pause: AbortSignal, isRobber: boolean): Promise<void> => {
    const onEntry: typeof event = (entry, state, underWay) => {
      event(entry, state, underWay);
      if (weather.requests > 0) react(world, entry.event);
      if (stays && entry.event.type === 'run_waiting') reply(world, state);
    };
    const ending = await live(world, { weather, pause, isRobber, stays, onEntry });
    if (ending.kind !== 'refused') rest = ending.kind === 'rest' ? ending : null;
  };
  if (lives < weather.interrupts) void loop.sleep(chance.below(8) * 50).then(() => stop.abort('interrupted'));
  const after = lives < weather.rivals ? loop.sleep(chance.below(6) * 40) : null;
  await Promise.all([
    process(stop.signal, false),
    after?.then(() => process(new AbortController().signal, robbery)),
  ]);
  return rest;
}

/** Whether whoever looks after the run leaves it as it is. */
async function isLast(
  world: World,
  state: RunState,
  lives: number,
  { event = () => {} }: Onlooker,
): Promise<boolean> {
  const { chance, scenario } = world;
  switch (state.status) {
    case 'completed':
    case 'cancelled':
      return true;
    case 'paused':
    case 'running':
      return false;
    case 'waiting':
      if (oneIn(chance, 4)) return true;
      await answer(world, state, (entry, after) => event(entry, after, []));
      return false;
    case 'halted':
    case 'failed':
      return scenario.weather === CALM || lives >= MAX_LIVES || !oneIn(chance, 2);
  }
}
