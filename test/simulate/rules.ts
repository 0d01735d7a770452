import type { Entry } from '../../src/run/apply.ts';
import type { RunEvent } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import { budgetOf, isAsking } from './ladder.ts';
import { isHasty, limitOf, rungPermitted, used, waitFault } from './ladder-rules.ts';
import { isGated, type Model, type PhaseModel } from './model.ts';
import { isHeld, unaccepted, unconvincing } from './proof.ts';
import { ignoredWish, overworked, restPermitted } from './providers.ts';

/** Null where the event may follow on what happened so far, otherwise why not. */
export function permitted(model: Model, { at, event }: Entry): string | null {
  const isOver = model.status === 'completed' || model.status === 'cancelled';
  if (isOver) return /^(?:command|notice)_/.test(event.type) ? null : 'the run is over';
  const unasked = isUnasked(model, event) ? 'nobody asked for it' : null;
  if (unasked !== null) return unasked;
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
      return phase!.status === 'failed' || isAsking(phase!) ? null : `it is ${phase!.status}`;
    case 'provider_rested':
      return restPermitted(model, event);
    case 'phase_skipped':
      return phase!.status === 'completed' ? 'it is completed' : null;
    case 'plan_drafted':
    case 'draft_failed':
      return model.draft && !model.draft.isReady && model.draft.tries < MAX_DRAFTS
        ? null
        : 'no plan is wanted';
    case 'plan_rejected':
    case 'plan_approved':
      return model.draft?.isReady ? null : 'there is no plan';
    case 'approval_asked':
    case 'attempt_approved':
    case 'attempt_refused':
      return isHeld(model, phase!) ? null : (unconvincing(model, phase!) ?? 'it waits for nobody');
    case 'session_started':
      return isHasty(model, phase!) ? 'nobody waits' : null;
    case 'review_ended':
      return phase!.proof.votes.length < phase!.proof.gates!.seats ? null : 'the panel is complete';
    case 'run_waiting':
      return waitPermitted(model, event.phases);
    case 'run_ending':
      return endPermitted(model, event.status);
    case 'session_postponed':
    case 'doctor_called':
    case 'doctor_answered':
    case 'doctor_failed':
    case 'doctor_recalled':
    case 'fix_called':
    case 'fix_ended':
    case 'replan_called':
    case 'phase_revised':
    case 'revision_failed':
    case 'phase_stuck':
    case 'phase_escalated':
    case 'help_asked':
    case 'proposal_accepted':
    case 'proposal_refused':
    case 'phase_edited':
      return rungPermitted(model, phase!, event);
    default:
      return null;
  }
}

/** What only a person decides follows on that person's request at once. */
function isUnasked(model: Model, event: RunEvent): boolean {
  const { request, created } = model;
  const follows = (type: string, phase: string | null): boolean =>
    request?.type === type && 'phase' in request && request.phase === phase;
  switch (event.type) {
    case 'plan_approved':
      return created.settings.approve !== 'never' && !follows('approve', null);
    case 'plan_rejected':
      return !follows('reject', null);
    case 'phase_approved':
    case 'attempt_approved':
      return !follows('approve', event.phase);
    case 'attempt_refused':
      return !follows('reject', event.phase);
    case 'phase_reset':
      return !follows('retry', event.phase);
    case 'phase_skipped':
      return !follows('skip', event.phase) && !isLeftOut(model, event.phase);
    case 'phase_edited':
      return !follows('edit', event.phase);
    case 'proposal_accepted':
      return !follows('approve', event.phase);
    case 'proposal_refused':
      return !follows('reject', event.phase);
    case 'cancel_requested':
      return request?.type !== 'cancel';
    default:
      return false;
  }
}

/** Whether the word of a doctor is enough to leave a phase out. */
function isLeftOut({ created, phases }: Model, id: string): boolean {
  const { skip } = created.settings.recovery.doctor;
  const { plan, ladder } = phases.get(id)!;
  if (ladder.advice?.action !== 'skip_phase') return false;
  return skip === 'always' || (skip === 'optional' && plan.optional);
}

const isTooEarly = ({ now }: Model, { status, notBefore }: PhaseModel, at: number): boolean =>
  status === 'retrying' && notBefore > Math.max(now, at);

const isSatisfied = ({ status }: PhaseModel): boolean => status === 'completed' || status === 'skipped';
const isSettled = (phase: PhaseModel): boolean =>
  isSatisfied(phase) || phase.status === 'failed' || phase.status === 'blocked';

const all = ({ phases }: Model): PhaseModel[] => [...phases.values()];

const NOT_APPROVED = 'nobody approved it';

function mayBegin(model: Model, phase: PhaseModel): string | null {
  const missing = phase.dependsOn.find(id => !isSatisfied(model.phases.get(id)!));
  if (missing !== undefined) return `${missing} has not landed`;
  if (isGated(model, phase) && !phase.approved) return NOT_APPROVED;
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
  if (model.draft) return 'there is no plan yet';
  if (phase.status !== 'pending' && phase.status !== 'retrying') return `it is ${phase.status}`;
  if (attempt !== phase.attempt + 1) return `attempt ${attempt} follows on ${phase.attempt}`;
  const running = all(model).filter(other => other.status === 'running' && !isAsking(other)).length;
  if (running >= (settings.schedule === 'serial' ? 1 : settings.concurrency)) return `${running} run already`;
  const { last, startsAnew } = phase;
  const isFresh = last === null || startsAnew || last.category === 'landing_conflict';
  const wanted = isFresh ? model.head : last.base;
  if (base !== wanted) return `it begins at ${base}, not at ${wanted}`;
  const goesOn = !isFresh && settings.onReject === 'continue' && settings.session === 'phase';
  if (!goesOn && contents !== null) return `it takes over ${contents}`;
  return ignoredWish(model) ?? overworked(model) ?? mayBegin(model, phase);
}

/** Why an attempt may not land: what is asked for was not shown. */
function unproved(model: Model, phase: PhaseModel): string | null {
  if (phase.status !== 'running') return `it is ${phase.status}`;
  const isUnchecked = phase.proof.combined === false;
  return unaccepted(model, phase) ?? (isUnchecked ? 'it was not checked together with what landed' : null);
}

function verdictPermitted(
  model: Model,
  phase: PhaseModel,
  event: Extract<RunEvent, { type: 'phase_retry' | 'phase_failed' }>,
): string | null {
  if (phase.status !== 'running') return `it is ${phase.status}`;
  if (phase.proof.landed !== null) return 'it landed';
  if (isWronged(model, phase, event.failure)) return 'it was good enough';
  if (isHasty(model, phase)) return 'it can be judged later';
  const budget = budgetOf(event.failure);
  if (event.spends !== budget) return `it spends ${event.spends}, not ${budget}`;
  const { cause } = phase.ladder;
  if (budgetOf(cause) !== budget) return `it failed of ${cause.category}, not of ${event.failure.category}`;
  if (event.type === 'phase_failed') return failurePermitted(model, phase, event);
  if (!isRetryDue(model, phase, event)) return `${event.why.rule} is no reason to try again`;
  if (!event.failure.category.startsWith('infra.'))
    return event.notBefore === null ? null : 'it waits for nothing';
  return waitFault(model, phase, event.failure.retryAt, budget, event.notBefore);
}

/** Whether what is said to lead to another attempt does. */
function isRetryDue(
  model: Model,
  phase: PhaseModel,
  { why: { rule }, spends }: Extract<RunEvent, { type: 'phase_retry' }>,
): boolean {
  const { rung, advice } = phase.ladder;
  const isLeft = used(phase, spends) < limitOf(model.created.settings, spends);
  switch (rule) {
    case 'retry.attempts':
      return spends === 'attempts' && isLeft;
    case 'retry.landing':
      return spends === 'landings' && isLeft;
    case 'infra.wait':
      return spends === 'infra' && isLeft;
    case 'quota.wait':
      return spends === 'quota' && isLeft;
    case 'retry.advice':
      return advice?.action === 'retry_with_fix' || advice?.action === 'execute_fix';
    case 'retry.provider':
      return advice?.action === 'rollback_provider';
    case 'retry.fix':
      return rung?.type === 'fix_ended';
    case 'retry.revised':
      return rung?.type === 'phase_revised' || rung?.type === 'proposal_accepted';
    case 'retry.escalated':
      return rung?.type === 'phase_escalated';
    case 'retry.own_error':
      return rung?.type === 'phase_stuck' && rung.decision === 'CONTINUE';
    default:
      return false;
  }
}

/** Whether nothing is left to try. */
function failurePermitted(
  { created: { settings } }: Model,
  phase: PhaseModel,
  { why: { rule }, spends, failure }: Extract<RunEvent, { type: 'phase_failed' }>,
): string | null {
  const { rung, advice } = phase.ladder;
  const { failures } = settings.budgets.phase;
  const isOverdrawn = failures !== null && phase.failures + 1 >= failures;
  if (failure.category === 'budget' || isOverdrawn) return null;
  if (rule === 'doctor.gives_up') return advice?.action === 'fatal_error' ? null : 'no doctor gave it up';
  const isSpent = used(phase, spends) >= limitOf(settings, spends);
  if (!settings.recovery.enabled)
    return isSpent ? null : `${used(phase, spends)} ${spends} failed, and it is given up`;
  const isStuck = rung?.type === 'phase_stuck' && rung.decision === 'STOP';
  return isStuck || rung?.type === 'proposal_refused' ? null : 'something is left to try';
}

/** What was shown to be good fails only of what is around it, or by a person's word. */
const isWronged = (model: Model, phase: PhaseModel, failure: Failure): boolean =>
  budgetOf(failure) === 'attempts' && phase.proof.consent !== false && unconvincing(model, phase) === null;

/** Sessions of an architect in a row that may come to nothing. */
const MAX_DRAFTS = 3;

function endPermitted(model: Model, status: string): string | null {
  if (model.draft && (status === 'completed' || status === 'failed')) return 'there is no plan';
  if (status === 'halted' && model.draft && model.draft.tries > MAX_DRAFTS) return 'too many sessions';
  const { settings } = model.created;
  const isReviewed =
    settings.review.when !== 'end' ||
    !all(model).some(({ status: each }) => each === 'completed') ||
    model.whole === true;
  if (status === 'completed' && !isReviewed) return 'nobody approved the whole';
  if (status !== 'completed' && status !== 'failed') return null;
  const isOver = status === 'completed' ? isSatisfied : isSettled;
  const open = all(model).find(phase => !isOver(phase));
  return open ? `${open.id} is ${open.status}` : null;
}

/** Whoever is named waits for a person, nobody else is under way, and nothing could start. */
function waitPermitted(model: Model, named: readonly string[]): string | null {
  const { draft, created } = model;
  if (draft)
    return draft.isReady && named.length === 0 && created.settings.approve !== 'never'
      ? null
      : 'there is no plan';
  if (named.length === 0) return 'for nobody';
  const phases = all(model);
  const asking = phases.filter(isAsking);
  const held = phases.filter(phase => isHeld(model, phase) && !isAsking(phase));
  const asleep = [...held, ...asking];
  const busy = phases.find(phase => phase.status === 'running' && !asleep.includes(phase));
  if (busy) return `${busy.id} is under way`;
  const unasked = held.find(({ proof }) => !proof.asked);
  if (unasked) return `nobody was asked about ${unasked.id}`;
  const early = phases.find(({ status, notBefore }) => status === 'retrying' && notBefore > model.now);
  if (early) return `${early.id} waits for its time`;
  const unnamed = asleep.find(({ id }) => !named.includes(id));
  if (unnamed) return `${unnamed.id} waits, too`;
  const idle = named
    .map(id => model.phases.get(id)!)
    .find(phase => !asleep.includes(phase) && !isGate(model, phase));
  return idle ? `${idle.id} waits for nobody` : nothingToDo(model, held.length, asleep.length);
}

const isGate = (model: Model, phase: PhaseModel): boolean =>
  phase.status === 'pending' && mayBegin(model, phase) === NOT_APPROVED;

/** With barriers a phase that waits holds up others, and so it does where there is no other place to work in. */
function nothingToDo(model: Model, held: number, asleep: number): string | null {
  const { schedule, concurrency } = model.created.settings;
  if (schedule === 'serial' ? asleep >= 1 : held >= concurrency) return null;
  const retry = all(model).find(({ status }) => status === 'retrying');
  if (retry) return `${retry.id} could be tried again`;
  if (schedule !== 'ready' && schedule !== 'serial') return null;
  const idle = all(model).find(phase => phase.status === 'pending' && mayBegin(model, phase) === null);
  return idle ? `${idle.id} could start` : null;
}
