import { elements } from '../../base/chunked.ts';
import { criticalPath } from '../../plan/graph/critical-path.ts';
import { topologicalOrder } from '../../plan/graph/order.ts';
import { type Entry, seenAt } from '../../run/apply.ts';
import type { RunOrigin } from '../../run/event.ts';
import { isSettled, planAt } from '../../run/queries.ts';
import type { Settings } from '../../run/settings.ts';
import type { PhaseState, PhaseStatus, RunState, Standing } from '../../run/state.ts';
import { APPROVED_ANYWAY } from '../../run/verdict.ts';
import { allowedSince } from '../run/allowance.ts';
import { budgetsOf } from '../run/budgets.ts';
import { endOf } from '../run/end.ts';
import { knownFailures } from '../run/known.ts';
import { sharedFiles } from '../run/shared-files.ts';
import { type Decision, storyOf } from '../why/story.ts';
import { attemptsOf } from './attempts.ts';
import { efficiencyOf } from './efficiency.ts';
import {
  type AttemptReport,
  type ForeignCommits,
  type Pause,
  type PhaseReport,
  REPORT_VERSION,
  type Report,
  type ReportedSettings,
  type Spent,
  type Totals,
} from './model.ts';
import { nextOf } from './next.ts';
import { pausesOf, workedBetween } from './pauses.ts';
import { planningOf } from './planning.ts';
import { NOTHING, together, withUsage } from './spent.ts';
import { trailOf } from './trail.ts';

/**
 * All that is told about a run. Equal journals give equal reports. `clock` is the time while a process drives the run:
 * what is under way goes on, though nothing is heard of it.
 */
export function reportOf(entries: readonly Entry[], last: RunState, clock: number = last.now): Report {
  const state = last.status === 'running' ? seenAt(last, clock) : last;
  const { plan, origin, createdAt } = state;
  const pauses = pausesOf(entries);
  const { rounds, spent } = planningOf(entries);
  const attempts = attemptsOf(entries, state);
  const until = endOf(entries, state);
  const allowed = allowedSince(entries);
  const decisions = new Map(storyOf(entries, state).phases.map(phase => [phase.id, phase.decisions]));
  const bare = elements(state.phases).map((phase, position) => {
    const { id } = planAt(state, position);
    const decided = (decisions.get(id) ?? []).filter(({ event }) => !TOLD_ELSEWHERE.has(event));
    return { ...phaseOf(state, phase, position, attempts.get(id) ?? [], pauses), decisions: decided };
  });
  const path = longestChain(state, bare);
  const critical = new Set(path);
  const phases = bare.map(phase => ({ ...phase, critical: critical.has(phase.plan.id) }));
  const totals = totalsOf(phases, together([spent, reviewedFor(entries)]));
  return {
    version: REPORT_VERSION,
    run: state.run,
    title: plan.title,
    goal: origin.goal ?? plan.goal,
    trackerId: origin.trackerId,
    planFile: withinRepository(origin),
    agent: origin.agent,
    settings: settingsTold(state.settings),
    status: state.status,
    reason: state.reason,
    branch: origin.branch,
    base: origin.base,
    baseCommit: origin.baseCommit,
    head: state.head,
    record: state.record,
    startedAt: createdAt,
    endedAt: until,
    elapsedMs: Math.max(0, until - createdAt),
    workedMs: workedBetween(pauses, createdAt, until),
    pauses,
    totals,
    budgets: budgetsOf(state, allowed),
    allowedAt: allowed.at,
    efficiency: efficiencyOf(entries, state, totals),
    planning: rounds,
    phases,
    criticalPath: path,
    deferred: [...phases.flatMap(phase => phase.deferred), ...ofTheWhole(state)],
    knownFailures: knownFailures(state),
    trail: trailOf(entries, state),
    foreign: foreignOf(entries),
    shared: (state.shape.groups ?? []).flatMap((_, group) =>
      sharedFiles(state, group).map(file => ({ batch: group + 1, ...file })),
    ),
    next: nextOf(state),
    estimateUnit: plan.estimateUnit,
  };
}

function settingsTold(settings: Settings): ReportedSettings {
  const { schedule, concurrency, session, onReject, maxAttempts, onFailure, approve } = settings;
  return {
    ...{ schedule, concurrency, session, onReject, maxAttempts, onFailure, approve },
    checks: settings.checks.map(({ command }) => command),
    review: { when: settings.review.when, tier: settings.review.tier },
    commit: settings.commit.mode,
  };
}

/** What stands with the phase and its attempts already is not told again among the decisions. */
const TOLD_ELSEWHERE: ReadonlySet<Decision['event']> = new Set([
  'attempt_failed',
  'phase_completed',
  'phase_blocked',
  'phase_skipped',
  'approval_asked',
  'attempt_approved',
  'attempt_refused',
] satisfies Decision['event'][]);

/** Where the user keeps the repository is nobody's business who is given the report. */
const withinRepository = ({ planFile, repository }: RunOrigin): string =>
  planFile.startsWith(`${repository}/`) ? planFile.slice(repository.length + 1) : planFile;

function phaseOf(
  state: RunState,
  { standing, subtasks, deferred }: PhaseState,
  position: number,
  attempts: readonly AttemptReport[],
  pauses: readonly Pause[],
): PhaseReport {
  const plan = planAt(state, position);
  const startedAt = attempts[0]?.startedAt ?? null;
  const lastEnd = attempts.at(-1)?.endedAt ?? null;
  const endedAt = isSettled(standing) ? lastEnd : null;
  const until = lastEnd ?? state.now;
  const titles = new Map(plan.subtasks.map(subtask => [subtask.id, subtask]));
  return {
    position,
    plan,
    status: standing.status,
    reason: reasonOf(standing),
    startedAt,
    endedAt,
    elapsedMs: startedAt === null ? null : until - startedAt,
    workedMs: startedAt === null ? null : workedBetween(pauses, startedAt, until),
    critical: false,
    attempts,
    subtasks: subtasks.map(({ id, status, error }) => ({
      id,
      title: titles.get(id)?.title ?? '',
      type: titles.get(id)?.type ?? 'task',
      status: status === 'pending' ? undone(standing) : status,
      error,
    })),
    change: attempts.findLast(({ change }) => change !== null)?.change ?? null,
    commit: standing.status === 'completed' ? standing.commit : null,
    spent: together(attempts.map(({ spent }) => spent)),
    decisions: [],
    deferred: deferred.map(item => ({ phase: plan.id, ...item })),
  };
}

/** A subtask that nobody will begin any more is not pending. */
function undone({ status }: Standing): string {
  if (status === 'failed') return 'not done';
  return status === 'skipped' || status === 'blocked' ? status : 'pending';
}

function reasonOf(standing: Standing): string {
  switch (standing.status) {
    case 'failed':
      return `${standing.failure.category}: ${standing.failure.message}`;
    case 'blocked':
      return `blocked by ${standing.by}`;
    case 'skipped':
      return standing.reason;
    default:
      return '';
  }
}

/** Empty where nothing has taken any time yet. */
function longestChain({ shape }: RunState, phases: readonly PhaseReport[]): readonly string[] {
  const order = topologicalOrder(shape.graph) ?? [];
  const durations = phases.map(({ workedMs }) => workedMs ?? 0);
  const { ids, length } = criticalPath(shape.graph, order, durations);
  const took = new Set(phases.filter(({ workedMs }) => workedMs !== null).map(({ plan }) => plan.id));
  return length === 0 ? [] : ids.filter(id => took.has(id));
}

function totalsOf(phases: readonly PhaseReport[], besides: Spent): Totals {
  const counts: Record<PhaseStatus, number> = {
    pending: 0,
    running: 0,
    retrying: 0,
    completed: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
  };
  for (const { status } of phases) counts[status] += 1;
  const landed = phases.filter(({ status }) => status === 'completed');
  const sum = (figure: 'changed' | 'added' | 'deleted'): number =>
    landed.reduce((total, { change }) => total + (change?.[figure] ?? 0), 0);
  return {
    phases: counts,
    attempts: phases.reduce((total, { attempts }) => total + attempts.length, 0),
    spent: together([besides, ...phases.map(({ spent }) => spent)]),
    changed: sum('changed'),
    added: sum('added'),
    deleted: sum('deleted'),
  };
}

/** What the review of the whole asked for and approved all the same: it lands as it is. */
const ofTheWhole = ({ final: { review } }: RunState): Report['deferred'] =>
  review?.approved
    ? review.comments.map(comment => ({ phase: null, attempt: null, comment, reason: APPROVED_ANYWAY }))
    : [];

/** What the review of the whole cost. */
const reviewedFor = (entries: readonly Entry[]): Spent =>
  entries.reduce(
    (spent, { event }) =>
      event.type === 'run_reviewed' || event.type === 'run_review_failed'
        ? withUsage(spent, event.usage)
        : spent,
    NOTHING,
  );

const foreignOf = (entries: readonly Entry[]): readonly ForeignCommits[] =>
  entries.flatMap(({ at, event }) =>
    event.type === 'phase_landed' && event.foreign && event.foreign.length > 0
      ? [{ at, phase: event.phase, commits: event.foreign }]
      : [],
  );
