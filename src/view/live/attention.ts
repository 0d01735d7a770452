import { counted } from '../../base/counted.ts';
import type { RunState } from '../../run/state.ts';
import { isPlanReady, type Waiting, waitingPhases } from '../run/people.ts';

/** Whether the keys that answer are named: on a screen that is left nobody reads them. */
export type Naming = 'keys' | 'no keys';

/** What a person has to do, a line each. */
export function attentionLines(state: RunState, naming: Naming): string[] {
  if (isPlanReady(state)) {
    const phases = counted(state.draft!.plan!.phases.length, 'phase');
    const keys = naming === 'keys' ? ': enter reads it, a approves it, x sends it back' : '';
    return [`! the plan of ${phases} waits for you${keys}`];
  }
  const waiting = waitingPhases(state);
  const told = waiting.length > MAX_TOLD ? waiting.slice(0, MAX_TOLD - 1) : waiting;
  const more = waiting.length - told.length;
  return [
    ...told.map(one => `! ${one.id} ${WORDS[one.for][naming]}${reasonOf(one)}`),
    ...(more > 0 ? [`! and ${more} more wait for you`] : []),
  ];
}

/** Lines about phases that wait. */
const MAX_TOLD = 3;

const WORDS: Readonly<Record<Waiting['for'], Readonly<Record<Naming, string>>>> = {
  start: {
    keys: 'waits for you: a lets it start, s skips it',
    'no keys': 'waits for you to let it start',
  },
  landing: {
    keys: 'waits for you: a lets it land, x sends it back',
    'no keys': 'waits for you to let it land',
  },
  proposal: {
    keys: 'waits for you: a accepts a smaller scope, x gives it up, r tries all of it again',
    'no keys': 'waits for you: a smaller scope is proposed',
  },
  help: {
    keys: 'needs you: r tries it again with your words, s skips it',
    'no keys': 'needs you',
  },
};

/** What is proposed stands in the tree. */
function reasonOf({ for: what, reasons }: Waiting): string {
  if (what === 'landing') return ` (${reasons.join('; ')})`;
  return what === 'help' ? ` (${reasons.join(' ')})` : '';
}
