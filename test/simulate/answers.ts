import type { Failure } from '../../src/run/failure.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import type { DraftOutcome, Outcome } from './scenario.ts';

/** What simulated agents answer. */

export type Answered =
  | { readonly status: 'completed'; readonly answer: unknown; readonly said?: string }
  | { readonly status: 'failed'; readonly failure: Failure };

const NO_REPORTS: readonly unknown[] = [
  undefined,
  null,
  'all done',
  42,
  [],
  { status: 'done' },
  { approved: true },
  { status: 'completed', subtasks_completed: 'all' },
];

/** Milliseconds until a provider can be asked again. */
const WAITS = [60, 300, 2_000];

const failed = (category: Failure['category'], message: string, retryAt?: number): Answered => ({
  status: 'failed',
  failure: { category, message, ...(retryAt === undefined ? {} : { retryAt }) },
});

/** Whoever is asked too often may tell when to come back. */
export const isBusy = (chance: Chance, now: number): Answered =>
  oneIn(chance, 2)
    ? failed('infra.rate_limit', 'slow down', now + oneOf(chance, WAITS))
    : failed(oneOf(chance, ['infra.overload', 'infra.network', 'infra.auth']), 'not now');

export function developed(
  outcome: Outcome,
  subtasks: readonly string[],
  chance: Chance,
  now: number,
): Answered {
  switch (outcome) {
    case 'quota':
      return failed('infra.quota', 'used up', now + oneOf(chance, WAITS));
    case 'limited':
      return oneIn(chance, 2)
        ? failed('infra.rate_limit', 'too many', now + oneOf(chance, WAITS))
        : failed('infra.rate_limit', 'too many');
    case 'denied':
      return failed('infra.auth', 'log in first');
    case 'ask':
      return { status: 'completed', answer: { status: 'failed', question: 'Which colour?' } };
    case 'stack':
      return failed('wrong_tech_stack', oneOf(chance, FLAWS));
    case 'cut':
      return failed('truncated', 'too long for one session');
    case 'fail':
      return BROKE;
    case 'infra':
      return { status: 'failed', failure: { category: 'infra.network', message: 'no route' } };
    case 'partial':
      return { status: 'completed', answer: partial(subtasks, chance) };
    case 'garbage':
      return { status: 'completed', answer: oneOf(chance, NO_REPORTS) };
    case 'lie':
      return {
        status: 'completed',
        answer: { status: 'completed', subtasks_completed: [...subtasks, 'p0.0', 'p9'], approved: true },
      };
    default:
      return { status: 'completed', answer: { status: 'completed', subtasks_completed: subtasks } };
  }
}

/** Of some two are alike, others say too little to be compared. */
const FLAWS = [
  'there is no package.json in the folder of the project',
  'there is no package.json in the folder of the projects',
  'no',
];

const BROKE: Answered = {
  status: 'failed',
  failure: { category: 'agent_error', message: 'it broke, and nobody can tell why it did' },
};

/** It may call itself completed in spite of what it lists. */
const partial = (subtasks: readonly string[], chance: Chance): object => ({
  status: subtasks.length > 0 && oneIn(chance, 2) ? 'completed' : 'partial',
  subtasks_failed: subtasks.slice(-1),
  error_context: 'no such module',
});

const NO_VERDICTS: readonly unknown[] = [
  'looks good to me',
  { approved: 'true' },
  { verdict: { approved: true } },
  null,
  1,
];

const OBJECTIONS = [{ message: 'mend it' }, { severity: 'critical', message: 'mend this, too', file: 'a' }];

/** `seat` is that of a reviewer in a panel. */
export function reviewed(outcome: Outcome, seat: number, chance: Chance): unknown {
  switch (outcome) {
    case 'reject':
      return { approved: false, summary: 'mend it' };
    case 'mute':
      return oneOf(chance, NO_VERDICTS);
    case 'split':
      return { approved: seat % 2 === 0 };
    case 'nitpick':
      return { approved: true, comments: [{ severity: 'minor', message: 'a better name' }] };
    case 'gripe':
    case 'moot':
    case 'unsorted':
    case 'dumb':
      return { approved: false, comments: OBJECTIONS };
    case 'doubt':
    case 'veto':
      return { approved: true, comments: OBJECTIONS };
    default:
      return { approved: true };
  }
}

const NO_DECISIONS: readonly unknown[] = [
  'all good points',
  { decisions: 'IMPLEMENT' },
  { decisions: [{ comment: 0, decision: 'REJECT' }] },
  { decisions: [{ comment: 1, decision: 'reject' }] },
  undefined,
];

export function evaluated(outcome: Outcome, chance: Chance): unknown {
  switch (outcome) {
    case 'gripe':
    case 'veto':
      // What is not about a comment that there is does not count.
      return { decisions: [decision(1, 'REJECT'), decision(2, 'IMPLEMENT'), decision(9, 'REJECT')] };
    case 'moot':
      // More than all the comments of a panel.
      return {
        decisions: [1, 2, 3, 4, 5, 6, 7].map(each => decision(each, oneOf(chance, ['REJECT', 'DEFER']))),
      };
    case 'dumb':
      return oneOf(chance, NO_DECISIONS);
    default:
      return { decisions: [] };
  }
}

const decision = (comment: number, word: string): object => ({ comment, decision: word, reason: 'it is so' });

const NO_PLANS: readonly string[] = [
  'Do it.',
  '# Nothing\n',
  '### Task 1: A\n\nDepends on: Task 2\n\n### Task 2: B\n\nDepends on: Task 1\n',
];

export function drafted(outcome: DraftOutcome, text: () => string, chance: Chance, now: number): Answered {
  switch (outcome) {
    case 'later':
      return failed('infra.quota', 'used up', now + oneOf(chance, WAITS));
    case 'fail':
      return BROKE;
    case 'none':
      return { status: 'completed', answer: oneOf(chance, NO_REPORTS) };
    case 'wrong':
      return { status: 'completed', answer: { plan: oneOf(chance, NO_PLANS) } };
    case 'good':
      if (oneIn(chance, 2)) return { status: 'completed', answer: undefined, said: fenced(text()) };
      return { status: 'completed', answer: { plan: text() } };
  }
}

const fenced = (text: string): string => `Here it is:\n\`\`\`\`markdown\n${text}\n\`\`\`\`\nThat is all.`;
