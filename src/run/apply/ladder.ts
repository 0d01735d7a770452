import { unreachable } from '../../base/unreachable.ts';
import type { Phase } from '../../plan/model.ts';
import type { Advice } from '../answer.ts';
import type { Budget, LadderEvent } from '../ladder-event.ts';
import { MAX_WITHOUT_VERDICT, phaseAt, positionOf, workAt } from '../queries.ts';
import type { Consultation, RevisionTried, RunBudget, RunState } from '../state.ts';
import type { Rung, Step, Trouble } from '../step.ts';
import { described } from './describe.ts';
import { inTrouble, mayWait, NOT_WAITING, withStep } from './judge.ts';
import { edited } from './phase.ts';
import { going, idle, timed, untimed, withPhase } from './settle.ts';
import { spent } from './spend.ts';

type Named<T extends LadderEvent['type']> = Extract<LadderEvent, { type: T }>;

/** What was decided about an attempt that failed, and what came of it. */
export function applyLadderEvent(state: RunState, event: LadderEvent): RunState {
  const position = positionOf(state, event.phase)!;
  if (event.type === 'phase_edited') return edited(state, position, event.plan);
  const step = workAt(state, position)?.step;
  if (!step) return state;
  if (event.type === 'session_postponed') return postponed(state, position, step, event);
  if (!('tried' in step)) return state;
  switch (event.type) {
    case 'doctor_called':
      return called(state, position, step, event);
    case 'doctor_answered':
    case 'doctor_failed':
      return answered(state, position, step, event);
    case 'doctor_recalled':
      return recalled(state, position, step, event);
    case 'fix_called':
      return withStep(counted(state, position, 'fixes'), position, {
        ...troubleOf(step, 'fix'),
        step: 'fixing',
        command: event.command,
      });
    case 'fix_ended':
      return withStep(state, position, { ...troubleOf(step), step: 'revised', rule: 'retry.fix' });
    case 'replan_called':
      return replanning(state, position, step, event);
    case 'phase_revised':
      return revised(state, position, step, event);
    case 'revision_failed':
      return notRevised(state, position, step, event);
    case 'phase_stuck':
      return withStep(counted(state, position, 'rounds'), position, {
        ...troubleOf(step),
        step: 'rejected',
        stuck: event.decision,
      });
    case 'phase_escalated':
      return withStep(
        withPhase(counted(state, position, 'escalations'), position, { level: event.level }),
        position,
        { ...troubleOf(step), step: 'revised', rule: 'retry.escalated' },
      );
    case 'help_asked':
      return asking(state, position, step, event.need);
    case 'proposal_accepted':
      return accepted(state, position, step);
    case 'proposal_refused':
      return withStep(going(state), position, {
        ...troubleOf(step, 'reduce'),
        step: 'rejected',
        stuck: 'STOP',
      });
    default:
      return unreachable(event);
  }
}

type InTrouble = Extract<Step, Trouble>;

const troubleOf = ({ snapshot, failure, tried }: InTrouble, ...more: readonly Rung[]): Trouble => ({
  snapshot,
  failure,
  tried: [...tried, ...more.filter(rung => !tried.includes(rung))],
  stuck: null,
});

const counted = (state: RunState, position: number, budget: Budget): RunState => {
  const { spent: counters } = phaseAt(state, position);
  return withPhase(state, position, { spent: { ...counters, [budget]: counters[budget] + 1 } });
};

const countedInRun = (state: RunState, ...budgets: readonly RunBudget[]): RunState => {
  const more = budgets.map(budget => [budget, state.used[budget] + 1]);
  return { ...state, used: { ...state.used, ...Object.fromEntries(more) } };
};

function postponed(
  state: RunState,
  position: number,
  step: Step,
  event: Named<'session_postponed'>,
): RunState {
  if (!('trouble' in step)) return state;
  const from = event.notBefore ?? event.failure.retryAt ?? 0;
  const waiting = timed(counted(state, position, event.spends), position, from);
  return withStep(waiting, position, { ...step, trouble: null, notBefore: event.notBefore });
}

function called(
  before: RunState,
  position: number,
  step: InTrouble,
  event: Named<'doctor_called'>,
): RunState {
  const { call, strength, infra, question, attempt } = event;
  const isSecond = step.step === 'advised';
  const inPhase = counted(before, position, 'doctor');
  const state = countedInRun(
    isSecond ? counted(inPhase, position, 'strongAgain') : inPhase,
    'doctor',
    ...(strength === 'strong' ? (['strong'] as const) : []),
    ...(infra ? (['infraDoctor'] as const) : []),
  );
  const consultation = {
    attempt,
    call,
    strength,
    question,
    failure: step.failure,
    advice: null,
    helped: null,
  };
  return withStep(withConsultation(state, position, consultation), position, {
    ...troubleOf(step, 'doctor'),
    step: 'consulting',
    call,
    strength,
    ...NOT_WAITING,
  });
}

const withConsultation = (state: RunState, position: number, consultation: Consultation): RunState =>
  withPhase(state, position, {
    consultations: [...phaseAt(state, position).consultations, consultation],
  });

function answered(
  before: RunState,
  position: number,
  step: InTrouble,
  event: Named<'doctor_answered' | 'doctor_failed'>,
): RunState {
  const state = spent(before, position, 'doctor', 0, event);
  if (step.step !== 'consulting') return state;
  if (event.type === 'doctor_failed') {
    if (mayWait(state, position, event.failure)) {
      return withStep(state, position, inTrouble(step, event.failure));
    }
    return withStep(state, position, { ...troubleOf(step), step: 'rejected' });
  }
  const { advice } = event;
  const { consultations } = phaseAt(state, position);
  const { question } = consultations.at(-1)!;
  const told = consultations.with(-1, { ...consultations.at(-1)!, advice });
  return advised(
    {
      ...withPhase(state, position, { consultations: told }),
      answers: { ...state.answers, [question]: { phase: event.phase, advice } },
    },
    position,
    step,
    advice,
    step.strength,
  );
}

function recalled(
  state: RunState,
  position: number,
  step: InTrouble,
  event: Named<'doctor_recalled'>,
): RunState {
  const { attempt, question, advice } = event;
  const { failure } = step;
  const visit: Consultation = {
    attempt,
    call: 0,
    strength: 'strong',
    question,
    failure,
    advice,
    helped: null,
  };
  return advised(withConsultation(state, position, visit), position, step, advice, 'strong');
}

const advised = (
  state: RunState,
  position: number,
  step: InTrouble,
  advice: Advice,
  strength: Consultation['strength'],
): RunState => withStep(state, position, { ...troubleOf(step, 'doctor'), step: 'advised', strength, advice });

function replanning(
  before: RunState,
  position: number,
  step: InTrouble,
  { purpose, revision, attempt, intent, why }: Named<'replan_called'>,
): RunState {
  const phase = phaseAt(before, position);
  // A proposal is no replanning: what it counts against is the budget that made it necessary.
  const state =
    purpose === 'reduce' ? before : countedInRun(counted(before, position, 'revisions'), 'replans');
  const begun: RevisionTried = {
    attempt,
    revision,
    purpose,
    rule: why.rule,
    reason: null,
    sessions: 0,
    helped: null,
  };
  return withStep(
    withPhase(state, position, {
      intent: phase.intent ?? intent,
      revision,
      revisions: [...phase.revisions, begun],
    }),
    position,
    {
      ...troubleOf(step, purpose === 'reduce' ? 'reduce' : 'replan'),
      step: 'replanning',
      purpose,
      asked: 0,
      problems: [],
      ...NOT_WAITING,
    },
  );
}

function revised(
  before: RunState,
  position: number,
  step: InTrouble,
  event: Named<'phase_revised'>,
): RunState {
  const state = spent(before, position, 'replanner', 0, event);
  if (step.step !== 'replanning') return state;
  const { plan, reason, dropped } = event;
  const noted = tried(state, position, { reason });
  if (step.purpose === 'reduce') {
    const proposal = { plan, reason, dropped };
    return withStep(noted, position, { ...troubleOf(step), step: 'asking', need: '', proposal, told: false });
  }
  return withRevision(noted, position, step, plan);
}

/** Notes another session about the revision under way. */
function tried(state: RunState, position: number, change: Partial<RevisionTried>): RunState {
  const { revisions } = phaseAt(state, position);
  const last = revisions.at(-1)!;
  return withPhase(state, position, {
    revisions: revisions.with(-1, { ...last, ...change, sessions: last.sessions + 1 }),
  });
}

const withRevision = (state: RunState, position: number, step: InTrouble, plan: Phase): RunState =>
  withStep(withPhase(state, position, described(phaseAt(state, position), plan)), position, {
    ...troubleOf(step),
    step: 'revised',
    rule: 'retry.revised',
  });

function notRevised(
  before: RunState,
  position: number,
  step: InTrouble,
  event: Named<'revision_failed'>,
): RunState {
  const state = spent(before, position, 'replanner', 0, event);
  if (step.step !== 'replanning') return state;
  const noted = tried(state, position, {});
  if (mayWait(state, position, event.failure)) {
    return withStep(noted, position, inTrouble(step, event.failure));
  }
  const asked = step.asked + 1;
  if (asked < MAX_WITHOUT_VERDICT) {
    return withStep(noted, position, { ...step, asked, problems: [event.failure.message] });
  }
  return withStep(noted, position, { ...troubleOf(step), step: 'rejected' });
}

function asking(state: RunState, position: number, step: InTrouble, need: string): RunState {
  const proposal = step.step === 'asking' ? step.proposal : null;
  const waiting = withPhase(untimed(state, position), position, {
    subtasks: idle(phaseAt(state, position)),
  });
  return withStep(waiting, position, {
    ...troubleOf(step),
    step: 'asking',
    need,
    proposal,
    told: true,
  });
}

function accepted(state: RunState, position: number, step: InTrouble): RunState {
  if (step.step !== 'asking' || !step.proposal) return state;
  const { plan } = step.proposal;
  const agreed = withPhase(timed(going(state), position), position, { approvedAs: plan });
  return withRevision(agreed, position, step, plan);
}
