import type { Phase } from '../../plan/model.ts';
import { type Failure, isInfra } from '../failure.ts';
import type { Budget } from '../ladder-event.ts';
import { leftShare, phaseAccount, runAccount } from '../policy/budget.ts';
import type { Calls } from '../policy/doctor.ts';
import { chainOf } from '../policy/worker.ts';
import { phaseAt, planAt } from '../queries.ts';
import type { PhaseState, RunState } from '../state.ts';

/** A phase whose attempt failed, as the rungs of the ladder look at it. */
export interface Situation {
  readonly state: RunState;
  readonly position: number;
  readonly name: { readonly phase: string; readonly attempt: number };
  readonly plan: Phase;
  readonly phase: PhaseState;
  readonly failure: Failure;
  /** What it has used of each of its budgets since a person last stepped in. */
  readonly used: Readonly<Record<Budget, number>>;
}

export function situationOf(state: RunState, position: number, failure: Failure): Situation {
  const phase = phaseAt(state, position);
  const plan = planAt(state, position);
  const used = { ...phase.spent };
  for (const budget of Object.keys(used) as Budget[]) used[budget] -= phase.before[budget];
  return { state, position, name: { phase: plan.id, attempt: phase.attempt }, plan, phase, failure, used };
}

/** Which budget an attempt that failed so is taken from. */
export const budgetOf = (failure: Failure): Budget => {
  if (failure.category === 'infra.quota') return 'quota';
  if (isInfra(failure)) return 'infra';
  return failure.category === 'landing_conflict' ? 'landings' : 'attempts';
};

/** How often somebody who failed so is waited for. */
export const waitsFor = (failure: Failure, limits: RunState['settings']['limits']): number =>
  budgetOf(failure) === 'quota' ? limits.quotaWaits : limits.infraRetries;

/** What is left to wait for somebody who is not at fault of the work: what it spends, and how much of that there is. */
export function waitingRoom({ state, used, failure }: Situation) {
  const { limits } = state.settings;
  const spends = budgetOf(failure);
  return {
    spends,
    used: used[spends],
    allowed: waitsFor(failure, limits),
    rule: spends === 'quota' ? 'quota.wait' : 'infra.wait',
  } as const;
}

/** The failures of the work since it was last begun anew, this one included. */
export const failuresOf = ({ phase, failure }: Situation): readonly Failure[] => [
  ...phase.attempts
    .filter(({ attempt }) => attempt > phase.begunAfter)
    .map(past => past.failure)
    .filter(past => !isInfra(past)),
  failure,
];

/** Whether the developer has twice in a row changed nothing and says that all is done: more attempts would tell nothing new. */
export function isEmptyAgain(situation: Situation): boolean {
  const last = failuresOf(situation).slice(-2);
  const { reports } = situation.phase;
  const isDone = reports.length > 0 && reports.every(({ report }) => report.status === 'completed');
  return isDone && last.length === 2 && last.every(({ category }) => category === 'no_change');
}

/** How often doctors were asked; in the phase, since a person last stepped in. */
export const callsOf = ({ state, used }: Situation): Calls => ({
  inPhase: used.doctor,
  inRun: state.used.doctor,
  strongInRun: state.used.strong,
  infraInRun: state.used.infraDoctor,
});

/** The smallest share of any budget that is left, of the phase or of the run. */
export const budgetLeft = ({ state, position }: Situation): number =>
  Math.min(leftShare(phaseAccount(state, position)), leftShare(runAccount(state)));

export function mayReplan({ state, used }: Situation): boolean {
  const { enabled, replan } = state.settings.recovery;
  return enabled && replan.enabled && used.revisions < replan.perPhase && state.used.replans < replan.perRun;
}

export function mayEscalate({ state, phase, used, name }: Situation): boolean {
  const { enabled, escalation } = state.settings.recovery;
  const hasStronger = phase.level + 1 < chainOf(state, 'developer', name.phase).length;
  return enabled && escalation.enabled && hasStronger && used.escalations < escalation.perPhase;
}

/** Whether a smaller scope could leave something out and still keep something of the same kind. */
export const mayReduce = ({ state, plan }: Situation): boolean =>
  state.settings.recovery.enabled &&
  state.settings.recovery.scope.reduce &&
  (plan.deliverables.length > 1 || plan.criteria.length > 1);
