import { elements } from '../../base/chunked.ts';
import { iso as isoOf } from '../../base/iso.ts';
import type { Phase } from '../../plan/model.ts';
import { forecast } from '../../run/policy/forecast.ts';
import { isSatisfied, planAt } from '../../run/queries.ts';
import type { Consultation, PhaseState, RunState } from '../../run/state.ts';
import { budgetsOf } from './budgets.ts';
import { knownFailures } from './known.ts';
import { needsOf } from './needs.ts';
import { condition, type RunView, seen } from './status.ts';
import { waitsOf } from './waits.ts';

/** A run's state for programs: what `status --json` and `show --json` print. */
export function stateJson(view: RunView): object {
  const { driver, allowed } = view;
  const state = seen(view);
  const phases = elements(state.phases);
  const current = phases.findIndex(({ standing }) => !isSatisfied(standing));
  const index = current < 0 ? phases.length : current;
  return {
    run: state.run,
    status: condition(view),
    reason: state.reason || null,
    title: state.plan.title,
    plan: state.origin.planFile,
    trackerId: state.origin.trackerId,
    repository: state.origin.repository,
    branch: state.origin.branch,
    base: state.origin.baseCommit,
    head: state.head,
    createdAt: iso(state.createdAt),
    updatedAt: iso(view.state.now),
    pid: driver,
    /** The first phase, in the order of the plan, that is not done; the number of phases once all are. */
    currentPhaseIndex: index,
    totalPhases: phases.length,
    /** Reviews that the current phase has failed. */
    reviewIteration: phases[index]?.spent.attempts ?? 0,
    usage: state.usage,
    /** What the run waits for by itself, and what only people can give. */
    waits: waitsOf(state).map(({ until, ...wait }) => ({ ...wait, until: iso(until) })),
    needs: needsOf(state),
    /** Checks that failed in phases that landed, as they did before. */
    knownFailures: knownFailures(state),
    budgets: budgetsOf(state, allowed),
    forecast: forecast(state),
    settings: state.settings,
    subtasks: phases.flatMap((_, position) => subtasksJson(planAt(state, position))),
    phases: phases.map((phase, position) => phaseJson(state, phase, position)),
  };
}

export const subtasksJson = ({ id: phase, subtasks }: Phase): readonly object[] =>
  subtasks.map(({ id, title, type }) => ({ id, title, type, phase }));

export function phaseJson(state: RunState, phase: PhaseState, position: number): object {
  const plan = planAt(state, position);
  const { standing } = phase;
  return {
    index: position,
    id: plan.id,
    title: plan.title,
    dependsOn: plan.dependsOn,
    status: standing.status,
    attempt: phase.attempt,
    spent: phase.spent,
    startedAt: iso(phase.startedAt),
    completedAt: iso(phase.endedAt),
    prePhaseCommit: phase.base,
    commit: standing.status === 'completed' ? standing.commit : null,
    error: errorOf(phase),
    blockingPhase: standing.status === 'blocked' ? standing.by : null,
    reviewResult: phase.review,
    usage: phase.usage,
    revision: phase.descriptions,
    intent: phase.descriptions > 0 ? phase.intent : null,
    level: phase.level,
    consultations: phase.consultations.map(consultationJson),
    revisions: phase.revisions,
    subtasks: phase.subtasks.map(subtask => ({
      ...subtask,
      startedAt: iso(subtask.startedAt),
      completedAt: iso(subtask.completedAt),
    })),
  };
}

const consultationJson = ({ attempt, call, strength, failure, advice, helped }: Consultation): object => ({
  attempt,
  call,
  strength,
  about: failure.category,
  action: advice?.action ?? null,
  confidence: advice?.confidence ?? null,
  diagnosis: advice?.diagnosis ?? null,
  hint: advice?.hint ?? null,
  helped,
});

function errorOf({ standing, last }: PhaseState): object | null {
  if (standing.status === 'failed') return standing.failure;
  if (standing.status === 'blocked') {
    return { category: 'blocked', message: `Blocked by failed phase ${standing.by}` };
  }
  return standing.status === 'completed' ? null : (last?.failure ?? null);
}

const iso = (at: number | null): string | null => (at === null ? null : isoOf(at));
