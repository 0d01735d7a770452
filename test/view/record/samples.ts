import { chunked, elementAt } from '../../../src/base/chunked.ts';
import type { Plan } from '../../../src/plan/model.ts';
import type { Comment } from '../../../src/run/answer.ts';
import { apply } from '../../../src/run/apply.ts';
import type { RunOrigin } from '../../../src/run/event.ts';
import type { FileChange } from '../../../src/run/gates.ts';
import { type Overrides, settingsOf } from '../../../src/run/settings.ts';
import type { Changed, PastAttempt, PhaseState, RunState } from '../../../src/run/state.ts';

const ORIGIN: RunOrigin = {
  repository: '/somewhere/private',
  base: 'main',
  baseCommit: 'c0',
  branch: 'phasewright/k7m',
  place: 'worktree',
  planFile: 'plan.md',
  planText: '# The plan\n',
  goal: null,
  record: 'docs/phasewright/2030-01-01-ABC-12-a-plan',
  trackerId: 'ABC-12',
  marker: 'marker',
  agent: 'scripted',
  script: null,
};

export const AT = Date.UTC(2030, 0, 1, 23, 59);

interface Sample {
  readonly run?: string;
  readonly settings?: Overrides;
  readonly origin?: Partial<RunOrigin>;
  /** What is different about phases, by their ids. */
  readonly phases?: Readonly<Record<string, Partial<PhaseState>>>;
}

/** The state of a run with these phases, made up where it is not as a run begins. */
export function stateOf(
  plan: Plan,
  { run = 'k7m', settings = {}, origin = {}, phases = {} }: Sample = {},
): RunState {
  const state = apply(null, {
    at: AT,
    event: {
      type: 'run_created',
      run,
      plan,
      settings: settingsOf('phased', settings),
      origin: { ...ORIGIN, ...origin },
      durations: {},
    },
  });
  const made = plan.phases.map(({ id }, at) => ({ ...elementAt(state.phases, at), ...phases[id] }));
  return { ...state, phases: chunked(made) };
}

export const completed = (commit: string, more: Partial<PhaseState> = {}): Partial<PhaseState> => ({
  standing: { status: 'completed', commit },
  attempt: 1,
  base: 'b0',
  startedAt: AT,
  endedAt: AT + 61_000,
  ...more,
});

export const change = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  path,
  status: 'modified',
  from: null,
  added: 10,
  deleted: 5,
  binary: false,
  ...more,
});

export const changed = (...files: FileChange[]): Changed => ({
  files,
  changed: files.length,
  added: files.reduce((sum, { added }) => sum + added, 0),
  deleted: files.reduce((sum, { deleted }) => sum + deleted, 0),
  tier: 'full',
  findings: [],
});

export const comment = (message: string, more: Partial<Comment> = {}): Comment => ({
  severity: 'major',
  file: null,
  line: null,
  message,
  ...more,
});

export const past = (attempt: number, more: Partial<PastAttempt> = {}): PastAttempt => ({
  attempt,
  base: 'b0',
  snapshot: `s${attempt}`,
  lanes: [],
  change: null,
  failure: { category: 'checks', message: `failure ${attempt}` },
  review: null,
  evaluation: null,
  endedAt: AT + attempt * 1_000,
  ...more,
});

/** The commands in the `sh` fences of a document, one a line. */
export const commandsOf = (document: string): string[] =>
  [...document.matchAll(/^(`{3,})sh\n(.*?)\n\1$/gms)].flatMap(([, , body]) => body!.split('\n'));
