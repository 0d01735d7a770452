import { unreachable } from '../../src/base/unreachable.ts';
import type { RunEvent } from '../../src/run/event.ts';
import type { Budget, LadderEvent } from '../../src/run/ladder-event.ts';
import type { Settings } from '../../src/run/settings.ts';
import { budgetOf, isAsking } from './ladder.ts';
import type { Model, PhaseModel } from './model.ts';

/** When each rung of the ladder may be climbed. */

type Named<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** What a phase has used since a person last stepped in. */
export const used = ({ spent, granted }: PhaseModel, budget: Budget): number =>
  spent[budget] - granted[budget];

/** Null where the step may be taken, otherwise why not. */
export function rungPermitted(model: Model, phase: PhaseModel, event: LadderEvent): string | null {
  const { recovery } = model.created.settings;
  if (event.type === 'phase_edited') return null;
  if (phase.status !== 'running') return `it is ${phase.status}`;
  if (event.type === 'session_postponed') return postponePermitted(model, phase, event);
  if (phase.proof.landed !== null) return 'it landed';
  if (!recovery.enabled) return 'nobody is to help';
  const { rung, advice, proposal } = phase.ladder;
  switch (event.type) {
    case 'doctor_called':
      return doctorPermitted(model, phase, event);
    case 'doctor_answered':
    case 'doctor_failed':
      return rung?.type === 'doctor_called' && rung.call === event.call ? null : 'nobody was asked';
    case 'doctor_recalled':
      return recallPermitted(model, phase, event);
    case 'fix_called':
      if (advice?.action !== 'execute_fix' || advice.command !== event.command) return 'nobody wants it';
      if (!recovery.doctor.fixes.includes(event.command)) return 'it is not on the list';
      return used(phase, 'fixes') < recovery.doctor.fixesPerPhase ? null : 'no command is left';
    case 'fix_ended':
      return rung?.type === 'fix_called' ? null : 'no command was run';
    case 'replan_called':
      return replanPermitted(model, phase, event);
    case 'phase_revised':
      return revisionPermitted(phase, event);
    case 'revision_failed':
      return isReplanning(phase) ? null : 'nobody was asked';
    case 'phase_stuck':
      return stuckPermitted(model, phase, event);
    case 'phase_escalated':
      if (rung?.type !== 'phase_stuck' || rung.decision !== 'ESCALATE_MODEL') return 'it was not decided';
      if (event.level !== phase.level + 1) return `level ${event.level} follows on ${phase.level}`;
      return used(phase, 'escalations') < recovery.escalation.perPhase ? null : 'no escalation is left';
    case 'help_asked':
      return helpPermitted(phase);
    case 'proposal_accepted':
    case 'proposal_refused':
      return isAsking(phase) && proposal ? null : 'nothing was proposed';
    default:
      return unreachable(event);
  }
}

function postponePermitted(
  model: Model,
  phase: PhaseModel,
  { failure, spends, notBefore }: Named<'session_postponed'>,
): string | null {
  const budget = budgetOf(failure);
  if (spends !== budget || (budget !== 'infra' && budget !== 'quota')) return `it spends ${spends}`;
  if (used(phase, budget) >= limitOf(model.created.settings, budget)) return `no ${budget} is left`;
  return waitFault(model, phase, failure.retryAt, budget, notBefore);
}

/** Waits double, up to a limit, and chance shortens them. Where a provider tells the moment it rests, and nobody else waits. */
export function waitFault(
  { created, now }: Model,
  phase: PhaseModel,
  retryAt: number | undefined,
  budget: Budget,
  notBefore: number | null,
): string | null {
  const { backoffMs, maxBackoffMs } = created.settings.limits;
  if (retryAt !== undefined && retryAt > now) return notBefore === null ? null : 'it waits twice';
  const longest = Math.min(maxBackoffMs, backoffMs * 2 ** used(phase, budget));
  if (notBefore === null || notBefore < now) return 'it does not wait';
  return notBefore <= now + longest ? null : `it waits ${notBefore - now} ms instead of up to ${longest}`;
}

const PASSING: readonly string[] = ['infra.rate_limit', 'infra.quota', 'infra.overload', 'infra.network'];

/** Whether nobody waits for those who could still be asked later. */
export function isHasty({ created }: Model, phase: PhaseModel): boolean {
  const { unheard } = phase.ladder;
  if (!unheard || !PASSING.includes(unheard.category)) return false;
  const budget = budgetOf(unheard);
  return used(phase, budget) < limitOf(created.settings, budget);
}

/** How many failures a budget bears, the last one left out. */
export function limitOf({ maxAttempts, limits }: Settings, budget: Budget): number {
  switch (budget) {
    case 'attempts':
      return maxAttempts - 1;
    case 'landings':
      return limits.landingRetries;
    case 'infra':
      return limits.infraRetries;
    case 'quota':
      return limits.quotaWaits;
    default:
      throw new Error(`${budget} is not about attempts`);
  }
}

function doctorPermitted(model: Model, phase: PhaseModel, event: Named<'doctor_called'>): string | null {
  const { doctor } = model.created.settings.recovery;
  const { ladder, spent, setbacks } = phase;
  const isOfWork = !ladder.cause.category.startsWith('infra.');
  if (!doctor.enabled) return 'there is no doctor';
  if (isHasty(model, phase)) return 'it can be judged later';
  if (isEmptyAgain(phase)) return 'a person is to say whether there is anything to do';
  if (event.call !== spent.doctor + 1) return `call ${event.call} follows on ${spent.doctor}`;
  if (event.infra === isOfWork) return `infra is ${event.infra}`;
  if (used(phase, 'doctor') >= doctor.perPhase) return 'the phase may not ask any more';
  if (model.used.doctor >= doctor.perRun) return 'the run may not ask any more';
  if (event.strength === 'strong' && model.used.strong >= doctor.strongPerRun) return 'no strong one is left';
  if (event.infra && model.used.infraDoctor >= doctor.infraPerRun) return 'that was asked too often';
  if (ladder.advice) {
    const isUnsure = ladder.advice.confidence < doctor.minConfidence;
    if (!isUnsure || event.strength !== 'strong') return 'the doctor has spoken';
    return used(phase, 'strongAgain') < doctor.strongAgainPerPhase ? null : 'no second opinion is left';
  }
  if (ladder.tried.has('doctor')) return 'a doctor was asked about it';
  if (event.infra) return doctor.infra.includes(ladder.cause.category) ? null : 'time cures that';
  return setbacks + 1 >= doctor.afterFailures ? null : `it failed ${setbacks + 1} times`;
}

function recallPermitted(
  { answers, created }: Model,
  phase: PhaseModel,
  { question, from, advice }: Named<'doctor_recalled'>,
): string | null {
  const known = answers.get(question);
  if (known?.phase !== from || from === phase.id) return `${from} did not ask that`;
  if (phase.questions.has(question)) return 'that was asked before';
  if (JSON.stringify(known.advice) !== JSON.stringify(advice)) return 'that was not the answer';
  const isSure = advice.confidence >= created.settings.recovery.doctor.minConfidence;
  return isSure && advice.action === 'retry_with_fix' ? null : 'that is not for others';
}

function replanPermitted(model: Model, phase: PhaseModel, event: Named<'replan_called'>): string | null {
  const { replan, scope } = model.created.settings.recovery;
  const { rung, tried } = phase.ladder;
  if (event.revision !== phase.revision + 1) return `revision ${event.revision} follows on ${phase.revision}`;
  if (phase.intent !== null && event.intent !== phase.intent) return 'the intent has changed';
  if (tried.has(event.purpose === 'revise' ? 'replan' : 'reduce')) return 'that was tried';
  if (event.purpose === 'reduce') {
    const isDecided = rung?.type === 'phase_stuck' && rung.decision === 'REDUCE_SCOPE';
    return scope.reduce && isDecided ? null : 'nobody wants less';
  }
  if (!replan.enabled) return 'nobody describes anew';
  if (used(phase, 'revisions') >= replan.perPhase) return 'the phase was described anew often enough';
  return model.used.replans < replan.perRun ? null : 'the run was described anew often enough';
}

const isReplanning = ({ ladder: { rung } }: PhaseModel): boolean =>
  rung?.type === 'replan_called' || rung?.type === 'revision_failed';

/** Code sees to it that nothing gets lost that a person did not give up. */
function revisionPermitted(
  phase: PhaseModel,
  { plan, dropped, revision }: Named<'phase_revised'>,
): string | null {
  if (!isReplanning(phase) || revision !== phase.revision) return 'nobody was asked';
  const named = new Set(phase.purpose === 'reduce' ? dropped.map(({ what }) => what) : []);
  const before = [...phase.plan.deliverables, ...phase.plan.criteria];
  const after = [...plan.deliverables, ...plan.criteria];
  const lost = before.find(item => !after.includes(item) && !named.has(item));
  return lost === undefined ? null : `"${lost}" got lost`;
}

function stuckPermitted(model: Model, phase: PhaseModel, event: Named<'phase_stuck'>): string | null {
  const { stuck, replan, escalation } = model.created.settings.recovery;
  const { cause, tried } = phase.ladder;
  const { decision, round } = event;
  if (round !== phase.spent.rounds + 1) return `round ${round} follows on ${phase.spent.rounds}`;
  const isOver = used(phase, 'rounds') >= stuck.maxRounds;
  const needsPerson =
    cause.question !== undefined ||
    isEmptyAgain(phase) ||
    (cause.category.startsWith('infra.') && cause.category !== 'infra.git');
  if ((decision === 'BLOCKED_NEEDS_HUMAN') !== needsPerson) return `${cause.category} leads to ${decision}`;
  if (isOver && !needsPerson && decision !== 'STOP') return `it is stuck for the ${round}th time`;
  switch (decision) {
    case 'REPLAN':
      if (!replan.enabled || tried.has('replan')) return 'another description was tried';
      return used(phase, 'revisions') < replan.perPhase ? null : 'it was described anew';
    case 'ESCALATE_MODEL': {
      const models = model.created.settings.models.developer?.length ?? 1;
      const isLeft = used(phase, 'escalations') < escalation.perPhase && escalation.enabled;
      return isLeft && phase.level + 1 < models ? null : 'there is no stronger model';
    }
    case 'CONTINUE':
      return cause.category === 'infra.git' ? null : 'it was not our own error';
    default:
      return null;
  }
}

/** Whether it was called done, and nothing was changed, for the second time in a row. */
const isEmptyAgain = ({ ladder, empties, isSaidDone }: PhaseModel): boolean =>
  ladder.cause.category === 'no_change' && empties > 0 && isSaidDone;

function helpPermitted({ ladder: { rung, advice, proposal } }: PhaseModel): string | null {
  if (rung?.type === 'phase_stuck' && rung.decision === 'BLOCKED_NEEDS_HUMAN') return null;
  if (rung?.type === 'phase_revised' && proposal) return null;
  return advice?.action === 'skip_phase' ? null : 'nobody needs help';
}
