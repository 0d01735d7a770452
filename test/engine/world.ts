import type { Abilities, AgentSession, SessionOptions } from '../../src/agent/port.ts';
import { drive } from '../../src/engine/drive.ts';
import { openJournal } from '../../src/engine/journal.ts';
import type { Ports } from '../../src/engine/ports.ts';
import type { Workspaces } from '../../src/git/port.ts';
import type { Plan } from '../../src/plan/model.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { Command, RunEvent, RunOrigin } from '../../src/run/event.ts';
import { decode, encode } from '../../src/run/journal.ts';
import type { Preset } from '../../src/run/policies.ts';
import type { Role } from '../../src/run/role.ts';
import { type Overrides, type Settings, settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fold } from '../run/fold.ts';
import { owner } from '../store/samples.ts';
import { type Crash, crashing } from './crash.ts';
import { type Act, sessionOf } from './fake-agent.ts';
import { type FakeGit, fakeGit } from './fake-git.ts';
import { creation } from './origin.ts';
import { actors, type Script } from './script.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

export type { Act, Answer } from './fake-agent.ts';

export interface World {
  readonly git: FakeGit;
  readonly clock: VirtualClock;
  /** What the drives recorded, in order; a batch at whose writing the process died is missing. */
  readonly events: readonly RunEvent[];
  readonly sessions: readonly SessionOptions[];
  /** How many sessions there were at once at most. */
  readonly peak: () => number;
  /** Drives the run from where its journal stands. */
  readonly go: (options?: GoOptions) => Promise<RunState>;
  /** Leaves a request, which the engine takes at once if it is at work. */
  readonly ask: (command: Command) => Promise<void>;
  /** The journal as it is stored. */
  readonly journal: () => Promise<readonly Entry[]>;
}

export interface GoOptions {
  readonly resume?: boolean;
  readonly pause?: AbortSignal;
  readonly at?: Ports['at'];
  readonly crash?: Crash;
}

export interface WorldOptions {
  readonly plan: Plan;
  readonly preset?: Preset;
  readonly settings?: Overrides;
  /** What becomes of attempts; `developer`, `reviewer` and `check` take its place. */
  readonly script?: Script;
  readonly developer?: Act;
  readonly reviewer?: Act;
  readonly evaluator?: Act;
  readonly architect?: Act;
  /** What the agents can do; they can do everything unless told. */
  readonly abilities?: Partial<Abilities>;
  readonly doctor?: Act;
  readonly replanner?: Act;
  /** Whom people are told by; everybody is told at once unless given. */
  readonly messengers?: Ports['messengers'];
  readonly check?: (command: string, files: Map<string, string>) => boolean;
  /** How long a developer works on a phase. */
  readonly takes?: Readonly<Record<string, number>>;
  readonly durations?: Record<string, number>;
  readonly base?: ReadonlyMap<string, string>;
  readonly origin?: Partial<RunOrigin>;
  /** Puts something between the engine and git. */
  readonly through?: (workspaces: Workspaces, clock: VirtualClock) => Workspaces;
}

const OWNER = owner('test');

/** The check that scripts make fail. */
export const CHECKS: Settings['checks'] = [{ command: 'test', kind: 'other', timeoutMs: 1 }];

/** A run of the production engine on fakes: git in memory, agents as functions, a clock of its own. */
export async function world(options: WorldOptions): Promise<World> {
  const git = fakeGit(options.base);
  const clock = virtualClock();
  const store = memoryStore(() => false);
  const events: RunEvent[] = [];
  const sessions: SessionOptions[] = [];
  const settings = settingsOf(options.preset ?? 'phased', {
    limits: { backoffMs: 0 },
    checkReruns: 0,
    baseline: false,
    recovery: { enabled: false },
    ...options.settings,
  });
  const created = creation('test', options.plan, settings, options.durations, options.origin);
  const record = { id: 'test', repository: '/repository', title: '', createdAt: 0 };
  await store.create(record, [encode(created, 0)], OWNER);
  events.push(created);
  let alive = 0;
  let peak = 0;
  const watch = (options: SessionOptions, session: AgentSession): void => {
    sessions.push(options);
    alive += 1;
    peak = Math.max(peak, alive);
    void session.result.finally(() => {
      alive -= 1;
    });
  };
  const ports: Ports = {
    ...actingPorts(options, git, clock, watch),
    store,
    owner: OWNER,
    workspaces: (options.through ?? (same => same))(git.workspaces, clock),
    processes: { gitAtRest: async () => [], sweep: async () => [] },
    clock,
    records: { file: () => '', transcript: () => ({ write: () => {}, close: () => {} }) },
    environment: {},
    redact: text => text,
    messengers: options.messengers ?? { tell: async () => null },
  };
  const posted: Command[] = [];
  let deliver: ((number: number, command: Command) => void) | null = null;
  const journal = async (): Promise<readonly Entry[]> => {
    const decoded = decode(await store.read('test'));
    if (!decoded.ok) throw new Error(decoded.message);
    return decoded.entries;
  };
  return {
    git,
    clock,
    events,
    sessions,
    peak: () => peak,
    journal,
    async ask(command) {
      posted.push(command);
      deliver?.(posted.length, command);
    },
    async go({ resume = false, pause = new AbortController().signal, at, crash } = {}) {
      const entries = await journal();
      const opened = openJournal(
        { state: fold(entries)!, seq: entries.length },
        crash ? crashing(store, crash) : store,
        OWNER,
        clock.now,
        ({ event }) => void events.push(event),
      );
      if (resume) await opened.record([{ type: 'run_resumed' }]);
      const mailbox = (hand: (number: number, command: Command) => void): void => {
        deliver = hand;
        for (const [index, command] of posted.entries()) hand(index + 1, command);
      };
      return drive(opened, at ? { ...ports, at } : ports, { pause, mailbox }).finally(() => {
        deliver = null;
      });
    },
  };
}

function actingPorts(
  options: WorldOptions,
  git: FakeGit,
  clock: VirtualClock,
  onSession: (options: SessionOptions, session: AgentSession) => void,
): Pick<Ports, 'driverOf' | 'checks'> {
  const filesIn = (cwd: string): Map<string, string> => git.slots.get(Number(cwd.split('/').at(-1)))!;
  const scripted = actors(options.script ?? {});
  const developer = options.developer ?? scripted.developer;
  const reviewer = options.reviewer ?? scripted.reviewer;
  const check = options.check ?? scripted.check;
  const working: Act = async (files, session) => {
    const ms = options.takes?.[session.assignment.phase] ?? 0;
    if (ms > 0) await clock.wait(ms, session.signal);
    return session.signal.aborted ? {} : developer(files, session);
  };
  const evaluator = options.evaluator ?? (() => ({ answer: { decisions: [] } }));
  const architect = options.architect ?? (() => ({}));
  const doctor = options.doctor ?? (() => ({}));
  const replanner = options.replanner ?? (() => ({}));
  const acting = (role: Role): Act => {
    switch (role) {
      case 'developer':
        return working;
      case 'evaluator':
        return evaluator;
      case 'architect':
        return architect;
      case 'doctor':
        return doctor;
      case 'replanner':
        return replanner;
      default:
        return reviewer;
    }
  };
  return {
    driverOf: role => ({
      name: 'fake',
      abilities: {
        answers: 'schema',
        continues: true,
        usage: 'stream',
        tellsCost: true,
        readOnly: 'tools',
        ...options.abilities,
      },
      start: asked => {
        const session = sessionOf(acting(role), filesIn(asked.cwd), asked);
        onSession(asked, session);
        return session;
      },
    }),
    checks: {
      run: async ({ command }, { cwd }) => {
        const passed = check(command, filesIn(cwd));
        return {
          passed,
          exitCode: passed ? 0 : 1,
          outcome: passed ? 'exit status 0' : 'exit status 1',
          tail: '',
          outputFile: '',
          output: async () => ({ text: '', isCut: false }),
        };
      },
    },
  };
}
