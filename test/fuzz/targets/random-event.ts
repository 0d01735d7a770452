import type { Phase } from '../../../src/plan/model.ts';
import { ACTIONS, type Advice, DISPOSITIONS, type Review } from '../../../src/run/answer.ts';
import { CHECK_VERDICTS, END_STATUSES, type RunEvent } from '../../../src/run/event.ts';
import { FAILURE_CATEGORIES, type Failure } from '../../../src/run/failure.ts';
import type { Finding } from '../../../src/run/gates.ts';
import type { Worker } from '../../../src/run/ladder-event.ts';
import { REVIEW_TIERS } from '../../../src/run/policies.ts';
import { phaseAt, planAt, positionOf, workAt } from '../../../src/run/queries.ts';
import { ROLES } from '../../../src/run/role.ts';
import type { RunState } from '../../../src/run/state.ts';
import type { Usage } from '../../../src/run/usage.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import type { Random } from '../random.ts';

/** Drawn by `conclude` alone, but for the first; nobody hands them in. */
export const DECISIONS = [
  ...(['run_created', 'run_waiting', 'run_ending', 'phase_started', 'lane_started'] as const),
  ...(['phase_retry', 'phase_completed', 'phase_failed', 'phase_blocked', 'approval_asked'] as const),
  ...(['provider_rested', 'budget_warned', 'budget_spent', 'session_postponed', 'doctor_called'] as const),
  ...(['doctor_recalled', 'fix_called', 'replan_called', 'phase_stuck', 'phase_escalated'] as const),
  'help_asked',
] as const satisfies readonly RunEvent['type'][];
type Decision = (typeof DECISIONS)[number];
type Fact = Exclude<RunEvent, { type: Decision }>;
type Makers = {
  readonly [T in Fact['type']]: (about: About, r: Random) => Omit<Extract<Fact, { type: T }>, 'type'>;
};

/** What an event is about: mostly something that there is. */
interface About {
  readonly phase: string;
  readonly attempt: number;
  readonly lane: number;
  readonly session: number;
  readonly subtask: string;
  readonly state: RunState;
}

/** An event with everything of the right type, that may or may not fit. */
export function randomEvent(state: RunState, r: Random): RunEvent {
  const about = aboutSomething(state, r);
  const type = r.below(3) === 0 ? r.pick(TYPES) : (likely(about, r) ?? r.pick(TYPES));
  return { type, ...MAKERS[type](about, r) } as RunEvent;
}

const isOdd = (r: Random): boolean => r.below(12) === 0;

function aboutSomething(state: RunState, r: Random): About {
  if (state.phases.length === 0) {
    return { state, phase: 'nowhere', attempt: 1, lane: 0, session: 0, subtask: 'none' };
  }
  const position =
    state.active.length > 0 && r.below(5) > 0 ? r.pick(state.active) : r.below(state.phases.length);
  const { id, subtasks } = planAt(state, position);
  const { attempt } = phaseAt(state, position);
  const lanes = workAt(state, position)?.lanes ?? [];
  const lane = isOdd(r) ? r.below(4) : r.below(Math.max(1, lanes.length));
  const at = lanes[lane]?.at;
  return {
    state,
    phase: isOdd(r) ? 'nowhere' : id,
    attempt: isOdd(r) ? r.below(5) : attempt,
    lane,
    session: isOdd(r) || at?.step !== 'working' ? r.below(3) : at.session,
    subtask: subtasks.length === 0 || isOdd(r) ? 'none' : r.pick(subtasks).id,
  };
}

/** What could come next for the phase, if it is under way. */
function likely({ state, phase, lane }: About, r: Random): Fact['type'] | null {
  if (state.head === null) return 'run_opened';
  if (state.ending) return 'run_ended';
  if (state.draft) return draftFact(state.draft.step, r);
  if (state.status !== 'running')
    return r.pick(['run_resumed', 'phase_approved', 'phase_reset', 'attempt_approved']);
  const position = positionOf(state, phase);
  const work = position === undefined ? null : workAt(state, position);
  switch (work?.step.step) {
    case 'lanes':
      return { opening: 'workspace_opened', working: 'session_ended', capturing: 'attempt_captured' }[
        work.lanes[lane]?.at.step as 'opening'
      ] as Fact['type'] | null;
    case 'combining':
      return r.pick(['lanes_combined', 'lanes_overlap']);
    case 'inspecting':
      return 'attempt_inspected';
    case 'checking':
      return r.pick(['checks_ended', 'checks_ended', 'baseline_ended']);
    case 'reviewing':
      return r.pick(['review_ended', 'review_ended', 'review_failed']);
    case 'evaluating':
      return r.pick(['evaluation_ended', 'evaluation_ended', 'evaluation_failed']);
    case 'held':
      return r.pick(['attempt_approved', 'attempt_refused']);
    case 'consulting':
      return r.pick(['doctor_answered', 'doctor_answered', 'doctor_failed', 'usage_noted']);
    case 'fixing':
      return 'fix_ended';
    case 'replanning':
      return r.pick(['phase_revised', 'phase_revised', 'revision_failed']);
    case 'asking':
      return r.pick(['phase_reset', 'phase_edited', 'proposal_accepted', 'proposal_refused']);
    case 'accepted':
      return r.pick([
        'phase_landed',
        'phase_landed',
        'landing_unchecked',
        'landing_conflict',
        'checks_ended',
      ]);
    default:
      return null;
  }
}

const draftFact = (step: 'writing' | 'ready', r: Random): Fact['type'] =>
  step === 'ready'
    ? r.pick(['plan_approved', 'plan_approved', 'plan_rejected', 'run_resumed'])
    : r.pick(['plan_drafted', 'plan_drafted', 'draft_failed']);

const commit = (r: Random): string => `c${r.below(1_000)}`;
const files = (r: Random): string[] => Array.from({ length: r.below(3) }, (_, index) => `f${index}`);
const failure = (r: Random): Failure => ({
  category: r.pick(FAILURE_CATEGORIES),
  message: r.pick(['went wrong', 'the module that reads the orders cannot be found']),
  ...(r.below(6) === 0 ? { retryAt: r.below(200_000) } : {}),
  ...(r.below(12) === 0 ? { question: 'Which colour?' } : {}),
});
const by = (r: Random): { by?: Worker } =>
  r.below(2) === 0 ? {} : { by: { agent: 'scripted', model: null, provider: r.pick(PROVIDERS) } };
const PROVIDERS = ['scripted', 'near', 'far', '__proto__'];
const usage = (r: Random): Usage => ({
  inputTokens: r.below(1e9),
  outputTokens: r.below(1e9),
  costUsd: r.below(2) === 0 ? null : r.below(1e6) / 7,
  ...(r.below(4) === 0 ? { estimatedUsd: r.below(1e6) / 7 } : {}),
});
const advice = (r: Random): Advice => ({
  action: r.pick(ACTIONS),
  confidence: r.below(101) / 100,
  diagnosis: r.pick(['', 'a slip']),
  hint: r.pick([null, 'Mind the step.']),
  command: r.pick([null, 'npm ci', 'rm -rf .']),
});
const changed = (r: Random): number => (isOdd(r) ? 0 : 1 + r.below(5));
const attempt = ({ phase, attempt: number }: About) => ({ phase, attempt: number });
const lane = ({ phase, attempt: number, lane: index }: About) => ({ phase, attempt: number, lane: index });

const PLAN = planOf('a; b: a', { a: { gated: true, subtasks: subtasks('1', '2') } });
const roundIn = ({ draft }: RunState, r: Random): number => (draft?.round ?? 0) + (isOdd(r) ? r.below(3) : 1);
const comments = (r: Random): Review['comments'] =>
  Array.from({ length: r.below(3) }, () => ({
    severity: r.pick(['info', 'minor', 'major', 'critical'] as const),
    file: null,
    line: null,
    message: 'mend it',
  }));
const finding = (r: Random): Finding => ({
  gate: r.pick(['deliverables', 'scope', 'protected', 'deletions', 'tests'] as const),
  severity: r.pick(['warn', 'ask', 'reject'] as const),
  message: 'look at this',
  files: files(r),
});

/** What the doctor's call, or the revision, is that somebody works on. */
function recoveryIn(
  { state, phase }: About,
  r: Random,
): { readonly call: number; readonly revision: number } {
  const position = positionOf(state, phase);
  const known = position === undefined ? null : phaseAt(state, position);
  return { call: (known?.spent.doctor ?? 0) + odd(r), revision: (known?.revision ?? 0) + odd(r) };
}
const odd = (r: Random): number => (isOdd(r) ? 1 : 0);

/** The phase in other words, or with less in it. */
function described({ state, phase }: About, r: Random): Phase {
  const position = positionOf(state, phase);
  const plan = position === undefined ? PLAN.phases[0]! : planAt(state, position);
  return {
    ...plan,
    title: 'Another way',
    subtasks: r.below(2) === 0 ? plan.subtasks : subtasks('n1', 'n2', 'n3'),
  };
}

/** The reviewer of a panel whose turn it is. */
function seatIn({ state, phase }: About): number {
  const position = positionOf(state, phase);
  const step = position === undefined ? undefined : workAt(state, position)?.step;
  return step?.step === 'reviewing' ? step.votes.length : 0;
}

const MAKERS: Makers = {
  run_opened: (_, r) => ({ head: commit(r) }),
  run_resumed: () => ({}),
  run_paused: () => ({ reason: 'interrupted' }),
  run_ended: ({ state }, r) => ({
    status: state.ending === null || isOdd(r) ? r.pick(END_STATUSES) : state.ending,
    head: r.below(2) === 0 ? null : commit(r),
    leftover: null,
    record: r.below(2) === 0 ? null : commit(r),
  }),
  baseline_ended: (_, r) => ({
    commit: commit(r),
    results: [{ command: 'test', passed: r.below(2) === 0, failing: r.pick([null, [], ['x']]), lines: [] }],
  }),
  plan_drafted: ({ state }, r) => ({
    round: roundIn(state, r),
    text: 'All of it.',
    plan: isOdd(r) ? null : PLAN,
    problems: isOdd(r) ? ['line 1: no'] : [],
    usage: usage(r),
  }),
  draft_failed: ({ state }, r) => ({ round: roundIn(state, r), failure: failure(r), usage: usage(r) }),
  plan_rejected: () => ({ message: 'more of it' }),
  plan_approved: () => ({ text: 'All of it.', plan: PLAN }),
  usage_noted: (about, r) => ({ ...lane(about), role: r.pick(ROLES), usage: usage(r) }),
  notice_sent: ({ state }, r) => ({ number: state.notices[0]?.number ?? r.below(9) }),
  notice_failed: ({ state }, r) => ({ number: state.notices.at(-1)?.number ?? r.below(9), reason: 'nobody' }),
  doctor_answered: (about, r) => ({
    ...attempt(about),
    call: recoveryIn(about, r).call,
    advice: advice(r),
    usage: usage(r),
    ...by(r),
  }),
  doctor_failed: (about, r) => ({
    ...attempt(about),
    call: recoveryIn(about, r).call,
    failure: failure(r),
    usage: usage(r),
    ...by(r),
  }),
  fix_ended: (about, r) => ({
    ...attempt(about),
    command: 'npm ci',
    passed: r.below(2) === 0,
    outcome: 'exit status 0',
    tail: '',
  }),
  phase_revised: (about, r) => ({
    ...attempt(about),
    revision: recoveryIn(about, r).revision,
    plan: described(about, r),
    reason: 'it is easier',
    dropped: r.below(2) === 0 ? [] : [{ what: 'may.txt', reason: 'nobody needs it' }],
    usage: usage(r),
    ...by(r),
  }),
  revision_failed: (about, r) => ({
    ...attempt(about),
    revision: recoveryIn(about, r).revision,
    failure: failure(r),
    usage: usage(r),
    ...by(r),
  }),
  proposal_accepted: about => attempt(about),
  proposal_refused: about => ({ ...attempt(about), message: 'all of it' }),
  phase_edited: (about, r) => ({
    phase: about.phase,
    revision: recoveryIn(about, r).revision + 1,
    plan: described(about, r),
  }),
  phase_skipped: ({ phase }) => ({ phase, reason: 'skipped by request' }),
  phase_reset: ({ phase }, r) => (r.below(2) === 0 ? { phase } : { phase, message: 'Blue.' }),
  phase_approved: ({ phase }) => ({ phase }),
  workspace_opened: about => ({ ...lane(about), path: '/slot' }),
  session_started: (about, r) => ({ ...lane(about), role: r.pick(ROLES), pid: r.below(9), startTime: '0' }),
  subtask_started: about => ({ ...lane(about), subtask: about.subtask }),
  subtask_completed: about => ({ ...lane(about), subtask: about.subtask }),
  subtask_failed: about => ({ ...lane(about), subtask: about.subtask, error: 'no' }),
  session_ended: (about, r) => ({
    ...lane(about),
    session: about.session,
    sessionId: r.below(2) === 0 ? null : 's',
    failure: r.below(4) === 0 ? failure(r) : null,
    report: null,
    usage: usage(r),
    ...by(r),
  }),
  attempt_captured: (about, r) => ({
    ...lane(about),
    commit: commit(r),
    changed: changed(r),
    files: files(r),
  }),
  lanes_combined: (about, r) => ({
    ...attempt(about),
    commit: commit(r),
    changed: changed(r),
    files: files(r),
  }),
  lanes_overlap: (about, r) => ({ ...attempt(about), files: files(r) }),
  checks_ended: (about, r) => ({
    ...attempt(about),
    on: r.pick(['attempt', 'landing']),
    results: Array.from({ length: r.below(3) }, () => ({
      command: 'test',
      passed: r.below(3) > 0,
      verdict: r.pick(CHECK_VERDICTS),
      note: '',
      outcome: '',
      tail: '',
      outputFile: '',
    })),
  }),
  review_ended: (about, r) => ({
    ...attempt(about),
    seat: isOdd(r) ? r.below(4) : seatIn(about),
    review: { approved: r.below(2) === 0, summary: '', comments: comments(r) },
    usage: usage(r),
  }),
  run_reviewed: (_, r) => ({
    review: { approved: r.below(2) === 0, summary: '', comments: comments(r) },
    usage: usage(r),
  }),
  run_review_failed: (_, r) => ({ failure: failure(r), usage: usage(r) }),
  review_failed: (about, r) => ({ ...attempt(about), failure: failure(r), usage: usage(r), ...by(r) }),
  evaluation_ended: (about, r) => ({
    ...attempt(about),
    decisions: Array.from({ length: r.below(4) }, () => ({
      comment: 1 + r.below(4),
      decision: r.pick(DISPOSITIONS),
      reason: '',
    })),
    usage: usage(r),
  }),
  evaluation_failed: (about, r) => ({ ...attempt(about), failure: failure(r), usage: usage(r) }),
  attempt_inspected: (about, r) => ({
    ...attempt(about),
    files: files(r).map(path => ({ path, status: 'added', from: null, added: 1, deleted: 0, binary: false })),
    changed: changed(r),
    added: r.below(9),
    deleted: r.below(9),
    tier: r.pick(REVIEW_TIERS),
    findings: r.below(3) > 0 ? [] : [finding(r)],
  }),
  attempt_approved: about => attempt(about),
  attempt_refused: about => ({ ...attempt(about), message: 'not so' }),
  landing_unchecked: (about, r) => ({ ...attempt(about), commit: commit(r), head: commit(r) }),
  landing_conflict: (about, r) => ({ ...attempt(about), head: commit(r), files: files(r) }),
  phase_landed: (about, r) => ({
    ...attempt(about),
    commit: commit(r),
    head: commit(r),
    ...(r.below(3) === 0
      ? { change: { parent: commit(r), files: [], changed: r.below(3), added: 0, deleted: 0 } }
      : {}),
  }),
  operation_failed: (about, r) => ({
    ...attempt(about),
    phase: isOdd(r) ? null : about.phase,
    operation: r.pick(['land', 'capture', 'review', 'open_run']),
    failure: failure(r),
    hint: 'Try again.',
    fatal: isOdd(r),
  }),
  time_passed: ({ state }, r) => ({ to: state.now + r.below(100_000) - 10 }),
  command_taken: ({ state }, r) => ({ number: state.commands + r.below(3), command: { type: 'pause' } }),
  command_refused: ({ state }) => ({ number: state.commands, reason: 'no' }),
  cancel_requested: () => ({}),
};

const TYPES = Object.keys(MAKERS) as Fact['type'][];
