import type { AgentEvent, AgentSession, SessionOptions } from '../../src/agent/port.ts';
import { systemClock } from '../../src/engine/clock.ts';
import { drive } from '../../src/engine/drive.ts';
import { openJournal } from '../../src/engine/journal.ts';
import type { Ports } from '../../src/engine/ports.ts';
import type { GitResult, Workspaces } from '../../src/git/port.ts';
import type { Plan } from '../../src/plan/model.ts';
import { apply } from '../../src/run/apply.ts';
import type { RunEvent, RunOrigin } from '../../src/run/event.ts';
import type { FileChange } from '../../src/run/gates.ts';
import { encode } from '../../src/run/journal.ts';
import { type Overrides, settingsOf } from '../../src/run/settings.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import type { Store } from '../../src/store/port.ts';
import { thisProcess } from '../../src/store/process.ts';

export interface InstantRun {
  readonly run: string;
  readonly plan: Plan;
  readonly store: Store;
  readonly workspaces: Workspaces;
  readonly settings: Overrides;
  /** What the agent does in its workspace. */
  readonly act: (session: SessionOptions) => void;
  readonly origin?: Partial<RunOrigin>;
}

/** Drives a run with the engine of the program and an agent that is a function of this process. */
export async function instantRun({
  run,
  plan,
  store,
  workspaces,
  settings,
  act,
  origin,
}: InstantRun): Promise<void> {
  const owner = thisProcess();
  const created: RunEvent = {
    type: 'run_created',
    run,
    plan,
    settings: settingsOf('phased', { review: { when: 'never' }, ...settings }),
    origin: { ...ORIGIN, ...origin },
    durations: {},
  };
  const at = Date.now();
  await store.create({ id: run, repository: '', title: '', createdAt: at }, [encode(created, at)], owner);
  const ports: Ports = {
    store,
    owner,
    workspaces,
    driverOf: () => ({
      name: 'instant',
      abilities: { answers: 'schema', continues: true, usage: 'stream', tellsCost: true, readOnly: 'tools' },
      start: options => session(options, act),
    }),
    checks: { run: async () => null },
    processes: { gitAtRest: async () => [], sweep: async () => [] },
    clock: systemClock,
    records: { file: () => '', transcript: () => ({ write: () => {}, close: () => {} }) },
    environment: {},
    redact: text => text,
    messengers: { tell: async () => null },
  };
  const start = { state: apply(null, { at, event: created }), seq: 1 };
  const journal = openJournal(start, store, owner, Date.now, () => {});
  const end = await drive(journal, ports, { pause: new AbortController().signal, mailbox: () => {} });
  if (end.status !== 'completed') throw new Error(`the run ended as ${end.status}: ${end.reason}`);
}

export const ORIGIN: RunOrigin = {
  repository: '',
  base: 'main',
  baseCommit: '',
  branch: 'work',
  place: 'worktree',
  planFile: '',
  planText: '',
  goal: null,
  record: null,
  trackerId: null,
  marker: 'bench',
  agent: 'instant',
  script: null,
};

function session(options: SessionOptions, act: InstantRun['act']): AgentSession {
  act(options);
  return {
    result: Promise.resolve({ status: 'completed', sessionId: null, usage: NO_USAGE }),
    async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {},
  };
}

const CHANGE: FileChange = {
  path: 'file.txt',
  status: 'added',
  from: null,
  added: 1,
  deleted: 0,
  binary: false,
};

/** Version control that agrees to everything at once. */
export function instantWorkspaces(): Workspaces {
  let commits = 0;
  const next = (): string => String(commits++).padStart(40, '0');
  const ok = async <T>(value: T): Promise<GitResult<T>> => ({ ok: true, ...value }) as GitResult<T>;
  const snapshot = () => ({ commit: next(), changed: 1, changes: [] });
  return {
    openRun: () => ok({ head: next() }),
    open: () => ok({ path: '' }),
    capture: () => ok({ ...snapshot(), ignored: [] }),
    combine: () => ok({ outcome: 'combined', ...snapshot() }),
    land: () => {
      const commit = next();
      return ok({ outcome: 'landed', commit, head: commit });
    },
    pathOf: () => '',
    stop() {},
    closeRun: () => ok({ head: next(), rescued: [], record: null, recordProblem: null }),
    placeRecord: () => ok({}),
    readReport: async () => null,
    disturbed: () => ok({ files: [] }),
    touched: () => ok({ changed: [], added: [], isMoved: false }),
    ignoredFiles: () => ok({ files: new Map() }),
    restoreIgnored: () => ok({ isIntact: true }),
    removeIgnored: () => ok({}),
    changedFiles: () => ok({ files: [], isRemoved: false }),
    inspect: () => ok({ files: [CHANGE], changed: 1, patches: [], truncated: false, deliverables: [] }),
    diff: () => ok({ text: '', truncated: false, stat: '' }),
  };
}
