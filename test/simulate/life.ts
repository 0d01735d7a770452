import type { AgentSession, SessionOptions } from '../../src/agent/port.ts';
import { conduct, GitBusy, takeRun } from '../../src/engine/conduct.ts';
import { LostRun } from '../../src/engine/journal.ts';
import type { Ports } from '../../src/engine/ports.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { RunState } from '../../src/run/state.ts';
import { type Owner, StoreError } from '../../src/store/port.ts';
import type { Starter } from './agents.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import { faultyGit } from './faulty-git.ts';
import { faultyStore } from './faulty-store.ts';
import { isWanton, unfit } from './launch.ts';
import { type Weather, WHOLE } from './scenario.ts';
import type { World } from './world.ts';

/** One process of the program, from its start until it ends or dies. Whatever it leaves is in the world. */
export interface Life {
  readonly owner: Owner;
  readonly isAlive: () => boolean;
  /** May be called at any moment, as a kill may come. */
  readonly die: () => void;
  readonly weather: Weather;
}

/** The run ended, waits or is paused; the journal as the process knows it. */
export interface Rest {
  readonly kind: 'rest';
  readonly state: RunState;
  readonly entries: readonly Entry[];
}

export type Ending =
  | Rest
  | { readonly kind: 'died' }
  /** Another process drives the run. */
  | { readonly kind: 'refused' }
  /** It gave up with an error that it may give up with. */
  | { readonly kind: 'gave up' };

export interface LifeOptions {
  readonly weather: Weather;
  readonly pause: AbortSignal;
  /** Whether the process takes every other one for dead. */
  readonly isRobber: boolean;
  /** Whether it stays while the run waits for a person. */
  readonly stays: boolean;
  readonly onEntry: (entry: Entry, state: RunState, underWay: Iterable<string>) => void;
}

/** What is told of a process that dies. */
export const DIES = 'dies';

/** Resumes the run in a new process. */
export async function live(world: World, options: LifeOptions): Promise<Ending> {
  const { lives } = world;
  const { weather } = options;
  let isAlive = true;
  const death = Promise.withResolvers<Ending>();
  const number = lives.length + 1;
  const life: Life = {
    owner: { id: `life ${number}`, host: 'here', pid: number, startTime: '0' },
    isAlive: () => isAlive,
    die() {
      isAlive = false;
      world.told(DIES, life);
      death.resolve({ kind: 'died' });
    },
    weather,
  };
  lives.push(life);
  const ending = await Promise.race([death.promise, lived(world, life, options)]);
  // A process that has ended starts nothing any more, whatever it left unanswered.
  isAlive = false;
  return ending;
}

async function lived(world: World, life: Life, options: LifeOptions): Promise<Ending> {
  const underWay = new Set<string>();
  let latest: RunState | null = null;
  const ports = portsOf(world, life, underWay, options.isRobber, () => latest);
  try {
    const taken = await takeRun(ports.store, world.run, life.owner, ports.clock.now());
    if (!taken.ok) return { kind: 'refused' };
    const { state, seq } = taken.loaded;
    latest = state;
    const entries = [...taken.loaded.entries];
    const isOver = state.status === 'completed' || state.status === 'cancelled';
    if (isOver) {
      await ports.store.release(world.run, life.owner);
      return { kind: 'rest', state, entries };
    }
    const onEntry = (entry: Entry, after: RunState): void => {
      latest = after;
      world.states[entries.length] = after;
      entries.push(entry);
      options.onEntry(entry, after, underWay);
    };
    const first = seq === 1 ? [] : [{ type: 'run_resumed' } as const];
    const { pause, stays } = options;
    const end = await conduct({ state, seq, first, pause, stays, onEntry }, ports);
    return { kind: 'rest', state: end, entries };
  } catch (error) {
    if (error instanceof StoreError || error instanceof LostRun || error instanceof GitBusy) {
      world.told(`gives up: ${error.message}`, life);
      return { kind: 'gave up' };
    }
    throw error;
  }
}

/** The world as the process sees it. Once it is dead, nothing that it asked for is ever answered. */
function portsOf(
  world: World,
  life: Life,
  underWay: Set<string>,
  isRobber: boolean,
  latest: () => RunState | null,
): Ports {
  const { chance, loop, crew } = world;
  const { weather } = life;
  const starter: Starter = {
    echo: weather.echo,
    trouble: weather.git,
    isSole: () => !world.isRobbed(),
  };
  /** The run as it was when each effect was begun. */
  const decided = new Map<string, RunState>();
  const supervised = (options: SessionOptions): void => {
    const state = decided.get(keyOf(options));
    const wrong = state ? unfit(state, options) : 'nobody asked for it';
    if (wrong !== null && starter.isSole()) crew.complain(`${options.marker} begins: ${wrong}`);
    // A process that gives up ends all that it has begun.
    if (weather.store > 0 || weather.robbery) return;
    options.signal.addEventListener('abort', () => {
      const now = latest();
      if (life.isAlive() && now && isWanton(now, options)) crew.complain(`${options.marker} is ended`);
    });
  };
  const answered = <T>(value: T): T | Promise<T> => (life.isAlive() ? value : never<T>());
  return {
    store: faultyStore(world, life, isRobber),
    owner: life.owner,
    workspaces: faultyGit(world, life),
    driverOf: () => ({
      name: 'simulated',
      abilities: { answers: 'schema', continues: true, usage: 'stream', tellsCost: true, readOnly: 'tools' },
      start(options) {
        if (!life.isAlive()) return UNHEARD;
        supervised(options);
        return crew.startAgent(options, starter);
      },
    }),
    checks: {
      run: async (check, request) =>
        life.isAlive() ? answered(await crew.runCheck(starter)(check, request)) : never(),
    },
    processes: { gitAtRest: world.gitAtRest, sweep: crew.sweep },
    clock: {
      now: () => world.clock(oneIn(chance, weather.clock) ? jump(chance) : 0),
      wait: async (ms, signal) => answered(await loop.sleep(ms, signal)),
      turn: async () => answered(await loop.turn()),
    },
    records: { file: (_, __, name) => name, transcript: () => ({ write: () => {}, close: () => {} }) },
    environment: {},
    redact: text => text,
    messengers: {
      tell: async (notice, { settings }, signal) => {
        const isSlow = oneIn(chance, 8);
        if (isSlow) await loop.sleep(settings.notify.timeoutMs, signal);
        if (isSlow || oneIn(chance, 4)) return answered('nobody is there');
        if (life.isAlive()) world.delivered.add(notice.number);
        return answered(null);
      },
    },
    at(moment, key) {
      if (moment === 'before') {
        underWay.add(key);
        decided.set(key, latest()!);
      } else underWay.delete(key);
      if (moment === 'after' && key.startsWith('draft_plan/')) loop.release();
      if (life.isAlive() && oneIn(chance, weather.death)) life.die();
    },
  };
}

const KINDS = {
  developer: 'run_session',
  reviewer: 'review',
  evaluator: 'evaluate',
  doctor: 'consult',
  replanner: 'replan',
} as const;

/** The key of the effect that a session belongs to. */
function keyOf({ role, assignment: { phase, attempt }, marker }: SessionOptions): string {
  const name = marker.slice(marker.lastIndexOf('/') + 1).replace('.', '/');
  if (role === 'architect') return `draft_plan/${name}`;
  // Of a doctor's name the second part is left out where it is the first who is asked.
  if (role === 'doctor') return `consult/${phase}/${attempt}/${name}${name.includes('/') ? '' : '/0'}`;
  return phase === WHOLE ? `review_run/${name}` : `${KINDS[role]}/${phase}/${attempt}/${name}`;
}

const jump = (chance: Chance): number =>
  oneOf(chance, [1_000, -1_000, 60_000, -60_000, 86_400_000, -86_400_000]);

/** A session that a dead process did not start any more. */
const UNHEARD: AgentSession = {
  result: new Promise(() => {}),
  [Symbol.asyncIterator]: () => ({ next: () => never() }),
};

/** What a dead process waits for. */
export const never = <T>(): Promise<T> => new Promise(() => {});

/** Does something for a process that may be slow, and die before it or after it. */
export function crossing<T>(world: World, life: Life, work: () => Promise<T>): Promise<T> {
  const { death, freeze } = life.weather;
  if (!life.isAlive()) return never();
  return death + freeze > 0 ? perilous(world, life, work) : work();
}

async function perilous<T>({ chance, loop }: World, life: Life, work: () => Promise<T>): Promise<T> {
  const { weather } = life;
  const dies = (): boolean => {
    if (life.isAlive() && oneIn(chance, weather.death)) life.die();
    return !life.isAlive();
  };
  if (dies()) return never();
  if (oneIn(chance, weather.freeze)) await loop.sleep(oneOf(chance, [50, 2_000, 90_000]));
  if (!life.isAlive()) return never();
  const value = await work();
  return dies() ? never() : value;
}
