import { counted } from '../../base/counted.ts';
import { askingAt, isGatedNow, phaseAt, planAt, workAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import {
  approvalText,
  isPlanReady,
  phaseName,
  rejectionText,
  type Waiting,
  waitingPhases,
} from '../run/people.ts';
import { isSeenWhole } from './question.ts';
import type { Question, Screen, Wish } from './scene.ts';

/** What becomes of a key: a wish, a question before it, or a word about why not. */
export type Answer = { readonly wish: Wish } | { readonly question: Question } | { readonly notice: string };

/** What is asked about: a phase that was selected, or the one that is looked at for another reason. */
export interface Aim {
  readonly state: RunState;
  readonly position: number | null;
  readonly isSelected: boolean;
}

/** Whether nothing can be asked of the run any more. */
export const isOver = ({ status, ending }: RunState): boolean =>
  status === 'completed' || status === 'cancelled' || ending !== null;

const overWords = ({ status, ending }: RunState): Answer => ({
  notice: `the run is ${ending ?? status}; nothing can be asked of it any more`,
});

export function approve(aim: Aim, screen: Screen): Answer {
  const { state, position, isSelected } = aim;
  if (isOver(state)) return overWords(state);
  if (state.draft) return aboutPlan(state, 'approve');
  const all = waitingPhases(state);
  const waiting = all.filter(({ for: what }) => what !== 'help');
  const isHere = waiting.some(other => other.position === position);
  if (
    !isHere &&
    position !== null &&
    isSelected &&
    isGatedNow(state, position) &&
    isPending(state, position)
  ) {
    const { id } = planAt(state, position);
    return sure(`let ${phaseName(state, position)} start when its turn comes?`, {
      type: 'approve',
      phase: id,
    });
  }
  const one = chosenFrom(waiting, position);
  if (one) return approval(state, one, screen);
  if (waiting.length > 1) return severalWait(waiting);
  const helpless = chosenFrom(all, position);
  if (!helpless) return { notice: 'nothing waits for approval' };
  return { notice: `${helpless.id} needs help, not approval: r tries it again with your words, s skips it` };
}

export function reject({ state, position }: Aim): Answer {
  if (isOver(state)) return overWords(state);
  if (state.draft) return aboutPlan(state, 'reject');
  const waiting = waitingPhases(state).filter(({ for: what }) => what === 'landing' || what === 'proposal');
  const one = chosenFrom(waiting, position);
  if (one) {
    return words(rejectionText(one), { type: 'reject', phase: one.id, message: '' }, true);
  }
  return waiting.length > 1
    ? severalWait(waiting)
    : { notice: 'there is nothing to be sent back; s skips a phase' };
}

export function retry(aim: Aim): Answer {
  const { state, position } = aim;
  if (isOver(state)) return overWords(state);
  const may = retriable(state);
  const here = position !== null && may.includes(position) ? position : null;
  const one = chosenFrom(offered(aim, RETRIED), position)?.position ?? here ?? onlyOne(may);
  if (one !== null) {
    const { id } = planAt(state, one);
    const text = `retry ${id} with these words, if any`;
    return words(text, { type: 'retry', phase: id }, false, askingAt(state, one)?.need);
  }
  if (may.length > 1) return { notice: `${listed(state, may)} can be tried again: select one` };
  return { notice: 'no phase has failed or waits for help' };
}

export function skip(aim: Aim): Answer {
  const { state } = aim;
  if (isOver(state)) return overWords(state);
  if (state.draft) return { notice: 'there are no phases yet' };
  const waiting = offered(aim, SKIPPED);
  const one = chosenFrom(waiting, aim.position);
  if (!one && waiting.length > 1) return severalWait(waiting);
  const position = one?.position ?? aim.position;
  if (position === null) return { notice: 'select the phase that is to be left out' };
  const { id } = planAt(state, position);
  const { status } = phaseAt(state, position).standing;
  if (status === 'completed' || status === 'skipped') return { notice: `${id} is ${status}` };
  const step = workAt(state, position)?.step.step;
  if (step === 'accepted' || step === 'landed') return { notice: `${id} is just landing` };
  const cost = status === 'running' ? 'what is under way is lost, and ' : '';
  const text = `skip ${phaseName(state, position)}? ${cost}what depends on it goes on without it`;
  return sure(text, { type: 'skip', phase: id });
}

export function pause(state: RunState, driver: number | null): Answer {
  if (isOver(state)) return overWords(state);
  const { status } = state;
  // One that is paused can go on even before the process that drove it has ended.
  if (driver !== null && status !== 'paused') {
    if (status === 'running') return { wish: { kind: 'ask', command: { type: 'pause' } } };
    return { notice: `the run is ${status}; there is nothing to pause` };
  }
  if (status !== 'halted' && status !== 'failed') return { wish: { kind: 'resume' } };
  const text = `the run has ${status}; take it on again, with a new allowance?`;
  return { question: { kind: 'sure', text, wish: { kind: 'resume' } } };
}

/** Whether there is a phase that can be tried again. */
export const canRetry = (state: RunState): boolean => !isOver(state) && retriable(state).length > 0;

function retriable(state: RunState): readonly number[] {
  const asking = state.active.filter(position => askingAt(state, position));
  if (state.failed === 0) return asking;
  const failed = state.shape.phases.flatMap((_, position) =>
    phaseAt(state, position).standing.status === 'failed' ? [position] : [],
  );
  return [...asking, ...failed];
}

function aboutPlan(state: RunState, type: 'approve' | 'reject'): Answer {
  if (!isPlanReady(state)) {
    const isWritten = state.status === 'running';
    return {
      notice: isWritten
        ? 'the plan is still being written'
        : 'there is no plan; p resumes the run, which begins anew',
    };
  }
  if (type === 'reject') {
    return words('what is to be different about the plan', { type, phase: null, message: '' }, true);
  }
  const phases = counted(state.draft!.plan!.phases.length, 'phase');
  return sure(`carry out the plan of ${phases}?`, { type, phase: null });
}

/** What a phase waits for where `r`, or `s`, is offered above the tree. */
const RETRIED: readonly Waiting['for'][] = ['help', 'proposal'];
const SKIPPED: readonly Waiting['for'][] = ['start', 'help'];

/** Those that a key is offered for; it is about one of them unless another phase was selected. */
const offered = ({ state, isSelected }: Aim, kinds: readonly Waiting['for'][]): readonly Waiting[] =>
  isSelected ? [] : waitingPhases(state).filter(({ for: what }) => kinds.includes(what));

/** The phase in view if it waits, or else the only one that does. */
const chosenFrom = (waiting: readonly Waiting[], position: number | null): Waiting | null =>
  waiting.find(other => other.position === position) ?? onlyOne(waiting);

const onlyOne = <T>(some: readonly T[]): T | null => (some.length === 1 ? some[0]! : null);

/** Phases that are named where several wait. */
const MAX_NAMED = 8;

const severalWait = (waiting: readonly Waiting[]): Answer => {
  const ids = waiting.slice(0, MAX_NAMED).map(({ id }) => id);
  return {
    notice: `${ids.join(', ')}${waiting.length > MAX_NAMED ? ' and more' : ''} wait for you: select one`,
  };
};

const listed = (state: RunState, positions: readonly number[]): string =>
  positions
    .slice(0, MAX_NAMED)
    .map(position => planAt(state, position).id)
    .join(', ');

function approval(state: RunState, waiting: Waiting, screen: Screen): Answer {
  const { id, musts } = waiting;
  const text = approvalText(state, waiting);
  // Nobody agrees to what is not to be seen in full.
  if (musts.length === 0 || isSeenWhole(text, screen)) return sure(text, { type: 'approve', phase: id });
  return {
    notice: `too much that must be is left out to be shown here: phasewright approve ${state.run} ${id}`,
  };
}

const isPending = (state: RunState, position: number): boolean =>
  phaseAt(state, position).standing.status === 'pending';

const sure = (text: string, command: Extract<Wish, { kind: 'ask' }>['command']): Answer => ({
  question: { kind: 'sure', text, wish: { kind: 'ask', command } },
});

const words = (
  text: string,
  about: Extract<Question, { kind: 'words' }>['about'],
  needed: boolean,
  need = '',
): Answer => ({ question: { kind: 'words', need, text, typed: '', needed, about } });
