import type { Comment, Decision, Disposition, Review } from '../../run/answer.ts';
import { code, listed, quote } from './markdown.ts';

/** Comments of one review that the record holds. */
const MAX_COMMENTS = 200;

/** What is to be done stands before what is not. Comments that nobody decided about are to be done. */
const RANK: Readonly<Record<Disposition | 'none', number>> = { IMPLEMENT: 0, none: 1, DEFER: 2, REJECT: 3 };

/** A review and what the evaluator made of its comments, as parts of a document. */
export function reviewParts(review: Review, evaluation: readonly Decision[] | null): string[] {
  const decisions = new Map((evaluation ?? []).map(decision => [decision.comment, decision]));
  const comments = review.comments
    .map((comment, index) => ({ comment, decision: decisions.get(index + 1) ?? null, number: index + 1 }))
    .toSorted((a, b) => rankOf(a.decision) - rankOf(b.decision) || a.number - b.number);
  const shown = comments
    .slice(0, MAX_COMMENTS)
    .map(({ comment, decision, number }) => commentText(comment, decision, number));
  return [
    `The reviewer ${review.approved ? 'approved' : 'did not approve'}:`,
    quote(review.summary),
    ...(shown.length > 0 ? [listed(shown, comments.length)] : []),
  ];
}

const rankOf = (decision: Decision | null): number => RANK[decision?.decision ?? 'none'];

function commentText(comment: Comment, decision: Decision | null, number: number): string {
  const verdict = decision === null ? '' : ` **${decision.decision}**`;
  return [
    `- Comment ${number}, ${comment.severity}${placeOf(comment)}:${verdict}`,
    '',
    quote(comment.message, '  '),
    '',
    ...(decision?.reason ? ['  The evaluator:', '', quote(decision.reason, '  '), ''] : []),
  ].join('\n');
}

export const placeOf = ({ file, line }: Comment): string =>
  file ? `, ${code(line === null ? file : `${file}:${line}`)}` : '';
