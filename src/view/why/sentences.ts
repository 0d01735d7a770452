import { counted } from '../../base/counted.ts';
import type { Advice } from '../../run/answer.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Dropped, LadderEvent, Worker } from '../../run/ladder-event.ts';
import { measureWords } from '../../run/policy/budget.ts';
import type { StuckDecision } from '../../run/policy/stuck.ts';
import { chainOf } from '../../run/policy/worker.ts';
import type { RunState } from '../../run/state.ts';
import { clock } from '../time.ts';
import { percent } from './because.ts';
import { consent, objection, person, rule, ruledOut, type Told, told, trouble } from './told.ts';

/** When an event happened, and to which run. */
export interface Context {
  readonly at: number;
  readonly state: RunState;
}

/** For each event of these types what it tells; null where nothing was decided. */
export type SentencesOf<T extends RunEvent['type']> = {
  readonly [Type in T]: ((event: Extract<RunEvent, { type: Type }>, context: Context) => Told | null) | null;
};

type Aside =
  | 'provider_rested'
  | 'usage_noted'
  | 'budget_warned'
  | 'budget_spent'
  | 'notice_sent'
  | 'notice_failed';

/** What is done about failures, and about providers and budgets. */
export const LADDER_SENTENCES: SentencesOf<LadderEvent['type'] | Aside> = {
  session_postponed: ({ attempt, failure, notBefore }, { at }) =>
    ruledOut(
      `nobody could judge attempt ${attempt} (${failure.category}); asked again${notBefore === null ? ' later' : ` at ${clock(notBefore, at)}`}`,
      failure.message,
    ),
  doctor_called: ({ attempt, strength }) => rule(`the ${strength} doctor is asked about attempt ${attempt}`),
  doctor_answered: ({ advice }) =>
    told('agent', 'note')(`the doctor advises ${adviceWords(advice)}`, reasonsOf(advice)),
  doctor_failed: ({ failure }) => trouble(`the doctor gave no answer (${failure.category})`, failure.message),
  doctor_recalled: ({ from, advice }) =>
    rule(
      `what the doctor said about the same failure of ${from} holds: ${adviceWords(advice)}`,
      reasonsOf(advice),
    ),
  fix_called: ({ command }) => rule(`\`${command}\` is run`),
  fix_ended: ({ command, passed, outcome, tail }) =>
    told('check', passed ? 'good' : 'bad')(
      `\`${command}\` ${passed ? 'passed' : 'failed'} (${outcome})`,
      tail,
    ),
  replan_called: ({ attempt, purpose }) =>
    rule(
      purpose === 'reduce'
        ? `a smaller scope is worked out after attempt ${attempt}`
        : `the phase is to be described anew after attempt ${attempt}`,
    ),
  phase_revised: ({ reason, dropped }) =>
    dropped.length === 0
      ? told('agent', 'note')('the phase is described anew', reason)
      : told('agent', 'note')(
          `a smaller scope is proposed, which leaves out ${counted(dropped.length, 'thing')}`,
          [reason, ...dropped.map(droppedWords)].join('\n'),
        ),
  revision_failed: ({ failure }) =>
    trouble(`no description came of it (${failure.category})`, failure.message),
  phase_stuck: ({ round, decision, why: { facts } }) => {
    // A new allowance begins a new count, which is the one that limits are compared with.
    const since = typeof facts.rounds === 'number' ? facts.rounds + 1 : round;
    const again = since < round ? ' since it was given a new allowance' : '';
    return ruledOut(`stuck for the ${nth(since)} time${again}: ${DECISIONS[decision]}`);
  },
  phase_escalated: ({ level, phase }, { state }) =>
    rule(`stronger models take over${modelWords(state, level, phase)}`),
  help_asked: ({ need }) => ruledOut('needs a person', need),
  proposal_accepted: () => consent('the smaller scope was accepted'),
  proposal_refused: ({ message }) => objection('the smaller scope was refused', message),
  phase_edited: ({ plan }) => person('the phase was changed', plan.title),
  provider_rested: ({ provider, until }, { at }) =>
    ruledOut(`${provider} ${until === null ? 'is not asked any more' : `rests until ${clock(until, at)}`}`),
  usage_noted: null,
  budget_warned: event => ruledOut(`the budget of ${ownerOf(event)} is nearly spent: ${amountOf(event)}`),
  budget_spent: event => ruledOut(`the budget of ${ownerOf(event)} is spent: ${amountOf(event)}`),
  notice_sent: null,
  notice_failed: ({ number, reason }) => trouble(`notice ${number} reached nobody`, reason),
};

/** What a stuck phase is to get. */
const DECISIONS: Readonly<Record<StuckDecision, string>> = {
  REPLAN: 'another description (REPLAN)',
  ESCALATE_MODEL: 'stronger models (ESCALATE_MODEL)',
  REDUCE_SCOPE: 'a smaller scope (REDUCE_SCOPE)',
  BLOCKED_NEEDS_HUMAN: 'a person (BLOCKED_NEEDS_HUMAN)',
  STOP: 'it is given up (STOP)',
  CONTINUE: 'it is tried again (CONTINUE)',
};

const nth = (round: number): string => ['', 'first', 'second', 'third'][round] ?? `${round}th`;

const adviceWords = ({ action, confidence }: Advice): string => `${action}, ${percent(confidence)} sure`;

const reasonsOf = ({ diagnosis, hint, command }: Advice): string =>
  [diagnosis, hint === null ? '' : `hint: ${hint}`, command === null ? '' : `command: ${command}`]
    .filter(Boolean)
    .join('\n');

const droppedWords = ({ what, reason }: Dropped): string => `leaves out: ${what} (${reason})`;

/** From which model to which; nothing where neither has a name. */
function modelWords(state: RunState, level: number, phase: string): string {
  const chain = chainOf(state, 'developer', phase);
  const [from, to] = [chain[level - 1], chain[level]];
  return from && to ? `: ${workerWords(to)} instead of ${workerWords(from)}` : '';
}

/** The model by its name, or whoever chose it. */
export const workerWords = ({ agent, model }: Pick<Worker, 'agent' | 'model'>): string =>
  model ?? `${agent}'s choice`;

type OfBudget = Extract<RunEvent, { type: 'budget_warned' | 'budget_spent' }>;

const ownerOf = ({ phase }: OfBudget): string => (phase === null ? 'the run' : 'the phase');
const amountOf = ({ measure, used, limit }: OfBudget): string => measureWords(measure, used, limit);
