import { elements } from '../../src/base/chunked.ts';
import type { Phase } from '../../src/plan/model.ts';
import { BUDGETS } from '../../src/run/ladder-event.ts';
import { planAt } from '../../src/run/queries.ts';
import { type PhaseState, RUN_BUDGETS, type RunState } from '../../src/run/state.ts';
import type { Model, PhaseModel } from './model.ts';
import { providersDiffer } from './providers.ts';

/** Where the two accounts of a run differ; null where they do not. */
export function difference(model: Model, state: RunState): string | null {
  if (state.head !== model.head) return `the head is ${state.head}, not ${model.head}`;
  if (state.status !== model.status) return `the run is ${state.status}, not ${model.status}`;
  if ((state.draft?.tries ?? 0) !== (model.draft?.tries ?? 0))
    return `${state.draft?.tries} sessions are counted`;
  if (state.now !== model.now && model.now > 0) return `the time is ${state.now}, not ${model.now}`;
  if (state.noticed !== model.notices) return `people are told ${state.noticed} times`;
  for (const budget of RUN_BUDGETS) {
    if (state.used[budget] !== model.used[budget]) return `the run used ${state.used[budget]} ${budget}`;
  }
  return providersDiffer(model, state) ?? phasesDiffer(model, state);
}

function phasesDiffer(model: Model, state: RunState): string | null {
  const phases = elements(state.phases);
  for (const [position, { id }] of state.shape.phases.entries()) {
    const wrong = phaseDiffers(phases[position]!, model.phases.get(id)!, planAt(state, position));
    if (wrong !== null) return `${id} ${wrong}`;
  }
  return null;
}

function phaseDiffers(told: PhaseState, known: PhaseModel, plan: Phase): string | null {
  const { standing } = told;
  if (standing.status !== known.status) return `is ${standing.status}, not ${known.status}`;
  if (told.attempt !== known.attempt) return `is at attempt ${told.attempt}, not ${known.attempt}`;
  for (const budget of BUDGETS) {
    if (told.spent[budget] !== known.spent[budget]) return `spent ${told.spent[budget]} ${budget}`;
    if (told.before[budget] !== known.granted[budget]) return `was granted ${told.before[budget]} ${budget}`;
  }
  if (told.level !== known.level) return `is at level ${told.level}, not ${known.level}`;
  if (told.revision !== known.revision) return `is in revision ${told.revision}, not ${known.revision}`;
  if (plan.deliverables.join() !== known.plan.deliverables.join()) return `is to leave ${plan.deliverables}`;
  if (plan.criteria.join() !== known.plan.criteria.join()) return `is done when ${plan.criteria}`;
  if (told.hints.join() !== known.hints.join()) return `will be told ${told.hints}`;
  const isWrong = standing.status === 'running' && standing.work.hints.join() !== known.told.join();
  return isWrong ? `was told ${standing.work.hints}` : null;
}
