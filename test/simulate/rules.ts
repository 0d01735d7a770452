import type { Entry } from '../../src/run/apply.ts';
import type { Budget, RunEvent } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import type { Settings } from '../../src/run/settings.ts';
import type { Model, PhaseModel } from './model.ts';

/** Null where the event may follow on what happened so far, otherwise why not. */
export function permitted(model: Model, { at, event }: Entry): string | null {
  const isOver = model.status === 'completed' || model.status === 'cancelled';
  if (isOver) return event.type.startsWith('command_') ? null : 'the run is over';
  const phase = 'phase' in event && event.phase !== null ? model.phases.get(event.phase) : undefined;
  switch (event.type) {
    case 'phase_started':
      return isTooEarly(model, phase!, at) ? 'it is too early' : startPermitted(model, phase!, event);
    case 'phase_landed':
      return unproved(model, phase!);
    case 'phase_completed':
      return phase!.proof.landed === event.commit ? null : 'it did not land';
    case 'phase_retry':
    case 'phase_failed':
      return verdictPermitted(model, phase!, event);
    case 'phase_blocked':
      if (phase!.status !== 'pending') return `it is ${phase!.status}`;
      return model.phases.get(event.by)!.status === 'failed' ? null : `${event.by} did not fail`;
    case 'phase_reset':
      return phase!.status === 'failed' ? null : `it is ${phase!.status}`;
    case 'phase_skipped':
      return phase!.status === 'completed' ? 'it is completed' : null;
    case 'run_waiting':
      return [...model.phases.values()].some(({ gated, approved }) => gated && !approved)
        ? nothingToDo(model)
        : 'for nobody';
    case 'run_ending':
      return endPermitted(model, event.status);
    default:
      return null;
  }
}

const isTooEarly = ({ now }: Model, { status, notBefore }: PhaseModel, at: number): boolean =>
  status === 'retrying' && notBefore > Math.max(now, at);

const isSatisfied = ({ status }: PhaseModel): boolean => status === 'completed' || status === 'skipped';
const isSettled = (phase: PhaseModel): boolean =>
  isSatisfied(phase) || phase.status === 'failed' || phase.status === 'blocked';

const all = ({ phases }: Model): PhaseModel[] => [...phases.values()];

function mayBegin(model: Model, phase: PhaseModel): string | null {
  const missing = phase.dependsOn.find(id => !isSatisfied(model.phases.get(id)!));
  if (missing !== undefined) return `${missing} has not landed`;
  if (phase.gated && !phase.approved) return 'nobody approved it';
  const { onFailure, schedule } = model.created.settings;
  const isDrained = onFailure !== 'continue' && all(model).some(({ status }) => status === 'failed');
  if (phase.status === 'pending' && isDrained) return 'a phase has failed';
  if (schedule !== 'levels') return null;
  const level = levelOf(model, phase);
  const earlier = all(model).find(other => !isSettled(other) && levelOf(model, other) < level);
  return earlier && phase.status === 'pending' ? `${earlier.id} of an earlier level is open` : null;
}

const levelOf = (model: Model, { dependsOn }: PhaseModel): number =>
  Math.max(0, ...dependsOn.map(id => 1 + levelOf(model, model.phases.get(id)!)));

function startPermitted(
  model: Model,
  phase: PhaseModel,
  { attempt, base, contents }: Extract<RunEvent, { type: 'phase_started' }>,
): string | null {
  const { settings } = model.created;
  if (phase.status !== 'pending' && phase.status !== 'retrying') return `it is ${phase.status}`;
  if (attempt !== phase.attempt + 1) return `attempt ${attempt} follows on ${phase.attempt}`;
  const running = all(model).filter(({ status }) => status === 'running').length;
  if (running >= (settings.schedule === 'serial' ? 1 : settings.concurrency)) return `${running} run already`;
  const isFirst = total(phase.spent) === total(phase.granted);
  const isFresh = isFirst || phase.last?.failure.category === 'landing_conflict';
  const wanted = isFresh ? model.head : phase.last!.base;
  if (base !== wanted) return `it begins at ${base}, not at ${wanted}`;
  const goesOn = !isFresh && settings.onReject === 'continue' && settings.session === 'phase';
  if (!goesOn && contents !== null) return `it takes over ${contents}`;
  return mayBegin(model, phase);
}

const total = ({ attempts, landings, infra }: Record<Budget, number>): number => attempts + landings + infra;

/** Why an attempt may not land: what is asked for was not shown. */
function unproved(model: Model, phase: PhaseModel): string | null {
  if (phase.status !== 'running') return `it is ${phase.status}`;
  const isUnchecked = phase.proof.combined === false;
  return unaccepted(model, phase) ?? (isUnchecked ? 'it was not checked together with what landed' : null);
}

export const isAccepted = (model: Model, phase: PhaseModel): boolean => unaccepted(model, phase) === null;

function unaccepted({ created: { settings } }: Model, { proof }: PhaseModel): string | null {
  if (proof.snapshot === null) return 'nothing was kept of it';
  if (proof.changed === 0 && !settings.allowEmpty) return 'it changed nothing';
  if (settings.checks.length > 0 && proof.checks !== true) return 'its checks did not pass';
  return settings.review && proof.review !== true ? 'nobody approved it' : null;
}

function verdictPermitted(
  { created: { settings }, now }: Model,
  phase: PhaseModel,
  event: Extract<RunEvent, { type: 'phase_retry' | 'phase_failed' }>,
): string | null {
  if (phase.status !== 'running') return `it is ${phase.status}`;
  if (phase.proof.landed !== null) return 'it landed';
  const budget = budgetOf(event.failure);
  if (event.spends !== budget) return `it spends ${event.spends}, not ${budget}`;
  const failures = phase.spent[budget] - phase.granted[budget] + 1;
  const isSpent = failures >= limitOf(settings, budget);
  if (isSpent !== (event.type === 'phase_failed'))
    return `${failures} of ${limitOf(settings, budget)} ${budget} failed`;
  if (event.type === 'phase_failed' || budget !== 'infra') return null;
  const wait = settings.limits.backoffMs * 2 ** (failures - 1);
  return event.notBefore !== null && event.notBefore >= now + wait ? null : `it does not wait ${wait} ms`;
}

function budgetOf({ category }: Failure): Budget {
  if (category.startsWith('infra.')) return 'infra';
  return category === 'landing_conflict' ? 'landings' : 'attempts';
}

/** How many failures a budget bears, the last one included. */
const limitOf = ({ maxAttempts, limits }: Settings, budget: Budget): number =>
  ({ attempts: maxAttempts, landings: limits.landingRetries + 1, infra: limits.infraRetries + 1 })[budget];

function endPermitted(model: Model, status: string): string | null {
  if (status !== 'completed' && status !== 'failed') return null;
  const isOver = status === 'completed' ? isSatisfied : isSettled;
  const open = all(model).find(phase => !isOver(phase));
  return open ? `${open.id} is ${open.status}` : null;
}

/** With barriers a phase that waits holds up others. */
function nothingToDo(model: Model): string | null {
  const { schedule } = model.created.settings;
  if (schedule !== 'ready' && schedule !== 'serial') return null;
  const idle = all(model).find(phase => phase.status === 'pending' && mayBegin(model, phase) === null);
  return idle ? `${idle.id} could start` : null;
}
