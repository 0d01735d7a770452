import type { Phase } from '../../plan/model.ts';
import { keptAttempt } from '../../run/ref-names.ts';
import type { PastAttempt } from '../../run/state.ts';
import { moment } from '../time.ts';
import { count } from './files-changed.ts';
import { fenced } from './markdown.ts';
import { reviewParts } from './review-parts.ts';
import { documentOf, titleOf } from './summary.ts';

/** Failed attempts that are told in full; people can give a phase new allowances without end. */
const MAX_ATTEMPTS = 50;

/** Why the attempts at a phase failed, the newest first, and how to see what each had done. */
export function feedback(run: string, plan: Phase, attempts: readonly PastAttempt[]): string {
  const told = attempts.slice(-MAX_ATTEMPTS).toReversed();
  return documentOf([
    titleOf(plan, 'Feedback on phase'),
    `${count(attempts.length, 'attempt')} failed. The newest stands first.`,
    ...told.flatMap(attempt => attemptParts(run, plan.id, attempt)),
    ...(told.length < attempts.length ? [`${attempts.length - told.length} older ones are left out.`] : []),
  ]);
}

function attemptParts(run: string, phase: string, past: PastAttempt): string[] {
  const { attempt, base, failure, snapshot, review, evaluation, endedAt } = past;
  return [
    `## Attempt ${attempt}: ${failure.category}`,
    `It ended ${moment(endedAt)} UTC:`,
    fenced(failure.message, 'text'),
    ...(review === null ? [] : ['### Review', ...reviewParts(review, evaluation)]),
    ...(snapshot === null
      ? ['Nothing of it was kept.']
      : [
          '### What it had done',
          `Kept as \`${keptAttempt(run, phase, attempt)}\`.`,
          fenced(`git diff ${base} ${keptAttempt(run, phase, attempt)}`, 'sh'),
        ]),
  ];
}
