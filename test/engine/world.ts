import type { AgentEvent, AgentSession, SessionOptions, SessionResult } from '../../src/agent/port.ts';
import { drive } from '../../src/engine/drive.ts';
import { openJournal } from '../../src/engine/journal.ts';
import type { Clock, Ports } from '../../src/engine/ports.ts';
import type { Plan } from '../../src/plan/model.ts';
import { fold } from '../../src/run/apply.ts';
import type { Command, RunEvent, RunOrigin } from '../../src/run/event.ts';
import { decode, encode } from '../../src/run/journal.ts';
import { type Overrides, type Preset, settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Owner } from '../../src/store/port.ts';
import { type FakeGit, fakeGit } from './fake-git.ts';

/** What a fake agent does in one session: works on the files of its slot and says how it ended. */
export type Act = (files: Map<string, string>, session: SessionOptions) => Promise<Answer> | Answer;
export type Answer = Partial<Pick<SessionResult, 'answer' | 'usage' | 'sessionId'>> & {
  readonly failure?: Extract<SessionResult, { status: 'failed' }>['failure'];
};

export interface World {
  readonly git: FakeGit;
  readonly events: readonly RunEvent[];
  readonly sessions: readonly SessionOptions[];
  /** Drives the run from where its journal stands. */
  readonly go: (options?: GoOptions) => Promise<RunState>;
  readonly ask: (command: Command) => Promise<void>;
}

export interface GoOptions {
  readonly resume?: boolean;
  readonly pause?: AbortSignal;
}

export interface WorldOptions {
  readonly plan: Plan;
  readonly preset?: Preset;
  readonly settings?: Overrides;
  readonly developer?: Act;
  readonly reviewer?: Act;
  readonly check?: (command: string, files: Map<string, string>) => boolean;
  readonly durations?: Record<string, number>;
  readonly base?: ReadonlyMap<string, string>;
}

const OWNER: Owner = { id: 'test', host: 'here', pid: 1, startTime: '0' };

export const ORIGIN: RunOrigin = {
  repository: '/repository',
  base: 'main',
  baseCommit: 'c0',
  branch: 'phasewright/test',
  place: 'worktree',
  planFile: 'plan.md',
  planHash: '',
  trackerId: null,
  marker: 'marker',
  agent: 'scripted',
  script: null,
};

const writes: Act = (files, { assignment }) => {
  files.set(`${assignment.phase}.txt`, `attempt ${assignment.attempt}`);
  return {};
};
const approves: Act = () => ({ answer: { approved: true } });

/** A run of the production engine on fakes: git in memory, agents as functions, a clock that stands still. */
export async function world(options: WorldOptions): Promise<World> {
  const git = fakeGit(options.base);
  const store = memoryStore(() => false);
  const events: RunEvent[] = [];
  const sessions: SessionOptions[] = [];
  const settings = settingsOf(options.preset ?? 'phased', { limits: { backoffMs: 0 }, ...options.settings });
  const created: RunEvent = {
    type: 'run_created',
    run: 'test',
    plan: options.plan,
    settings,
    origin: ORIGIN,
    durations: options.durations ?? {},
  };
  await store.create(
    { id: 'test', repository: '/repository', title: '', createdAt: 0 },
    [encode(created, 0)],
    OWNER,
  );
  events.push(created);
  const filesIn = (cwd: string): Map<string, string> => git.slots.get(Number(cwd.split('/').at(-1)))!;
  const ports: Ports = {
    store,
    owner: OWNER,
    workspaces: git.workspaces,
    driverOf: role => ({
      name: 'fake',
      start: session => {
        sessions.push(session);
        const act = role === 'developer' ? (options.developer ?? writes) : (options.reviewer ?? approves);
        return sessionOf(act, filesIn(session.cwd), session);
      },
    }),
    checks: {
      run: async ({ command }, { cwd }) => ({
        command,
        passed: options.check?.(command, filesIn(cwd)) ?? true,
        outcome: '',
        tail: '',
        outputFile: '',
      }),
    },
    processes: { sweep: async () => [] },
    clock: stillClock(),
    records: { file: () => '', transcript: () => ({ write: () => {}, close: () => {} }) },
    environment: {},
  };
  let asked = 0;
  return {
    git,
    events,
    sessions,
    async ask(command) {
      asked += 1;
      await store.post('test', { id: String(asked), at: 0, data: JSON.stringify(command) });
    },
    async go({ resume = false, pause = new AbortController().signal } = {}) {
      await store.acquire('test', OWNER, 0);
      const stored = await store.read('test');
      const decoded = decode(stored);
      if (!decoded.ok) throw new Error(decoded.message);
      const journal = openJournal(
        { state: fold(decoded.entries)!, seq: stored.length },
        store,
        OWNER,
        ports.clock.now,
        ({ event }) => void events.push(event),
      );
      if (resume) await journal.record([{ type: 'run_resumed' }]);
      return drive(journal, ports, {
        pause,
        mailbox: deliver => {
          void store.commands('test', journal.state().commands).then(commands => {
            for (const { seq, data } of commands) deliver(seq, JSON.parse(data));
          });
        },
      });
    },
  };
}

function sessionOf(act: Act, files: Map<string, string>, session: SessionOptions): AgentSession {
  const stopped = new Promise<SessionResult>(resolve =>
    session.signal.addEventListener('abort', () =>
      resolve({ status: 'cancelled', sessionId: null, usage: NO_USAGE }),
    ),
  );
  const acted = Promise.resolve(act(files, session)).then(({ failure, ...rest }): SessionResult => {
    const common = { sessionId: session.continues ?? 'session', usage: NO_USAGE, ...rest };
    return failure ? { status: 'failed', failure, ...common } : { status: 'completed', ...common };
  });
  return {
    result: Promise.race([acted, stopped]),
    async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {},
  };
}

function stillClock(): Clock {
  let now = 1;
  return {
    now: () => now,
    wait: async ms => {
      now += ms;
    },
    turn: () => new Promise(resolve => setImmediate(resolve)),
  };
}
