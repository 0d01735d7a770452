import type { Decision, Disposition, Review } from './answer.ts';
import { resultWords } from './check-verdict.ts';
import type { CheckResult } from './event.ts';
import { type Failure, isInfra } from './failure.ts';
import { categoryOfChecks } from './policy/failure/categorise.ts';
import type { KeptLane } from './state.ts';

/** Why what an approval asks for is put off. */
export const APPROVED_ANYWAY = 'the reviewer approved all the same';

/** Words for the reasons why an attempt is rejected. The next attempt gets them as feedback, so they leave nothing out. */

export function checksFailure(results: readonly CheckResult[]): Failure {
  const failed = results.filter(({ passed }) => !passed);
  const texts = failed.map(result =>
    `\`${result.command}\`: ${resultWords(result)}\n${result.tail}`.trimEnd(),
  );
  return { category: categoryOfChecks(failed), message: texts.join('\n\n') };
}

/** The last half is for people: only they can say that nothing need be done. */
export const noChangeFailure = (phase: string): Failure => ({
  category: 'no_change',
  message: `phase ${phase} ended without a change to any file; if it has none to make, a person can skip ${phase}, or allow it with allowEmpty in the plan's phase or in the settings`,
});

export const combinedFailure = (results: readonly CheckResult[]): Failure => ({
  category: 'landing_conflict',
  message: `together with what landed meanwhile, checks fail:\n${checksFailure(results).message}`,
});

export const conflictFailure = (files: readonly string[]): Failure => ({
  category: 'landing_conflict',
  message: `conflicts with what landed meanwhile in ${files.join(', ')}`,
});

export const overlapFailure = (files: readonly string[], lanes: readonly KeptLane[]): Failure => ({
  category: 'overlap',
  message: `subtasks changed the same places in ${files.join(', ')}: ${overlapping(files, lanes)
    .map(laneWords)
    .join(' against ')}`,
});

/** Whose files they are. Of a renamed file, or one of very many, that is not known; then it is all who changed anything. */
function overlapping(files: readonly string[], lanes: readonly KeptLane[]): readonly KeptLane[] {
  const places = new Set(files);
  const known = lanes.filter(lane => lane.files.some(file => places.has(file)));
  return known.length > 1 ? known : lanes.filter(({ changed }) => changed > 0);
}

/** The subtasks that share a workspace, in the order in which they were done. */
export const laneWords = ({ subtasks }: Pick<KeptLane, 'subtasks'>): string => subtasks.join(' then ');

export function reviewFailure({ summary, comments }: Review): Failure {
  const lines = comments.map(({ severity, file, line, message }) => {
    const place = file === null ? '' : ` ${file}${line === null ? '' : `:${line}`}`;
    return `- [${severity}]${place}: ${message}`;
  });
  return { category: 'review', message: [summary || 'the review asks for changes', ...lines].join('\n') };
}

/** Null while the verdicts that are missing could still turn the matter. A majority approves; half is none. */
export function combinedReview(votes: readonly Review[], seats: number): Review | null {
  const approvals = votes.filter(({ approved }) => approved).length;
  const approved = approvals * 2 > seats;
  const refused = (votes.length - approvals) * 2 >= seats;
  if (!approved && !refused) return null;
  if (seats === 1) return votes[0]!;
  const heard = approved ? votes : votes.filter(vote => !vote.approved);
  const summaries = heard.map(({ summary }) => summary).filter(Boolean);
  return {
    approved,
    summary: [`${approvals} of ${votes.length} reviewers approve.`, ...summaries].join('\n'),
    comments: heard.flatMap(({ comments }) => comments),
  };
}

/** What counts where an evaluator says several things of one comment: the one that loses least. */
const LEAST_LOST: readonly Disposition[] = ['IMPLEMENT', 'DEFER', 'REJECT'];

/**
 * A decision for each comment, in their order. What nobody decided about is to be done, unless the reviewer approved;
 * decisions about comments that there are not count for nothing.
 */
export function decided({ approved, comments }: Review, decisions: readonly Decision[]): readonly Decision[] {
  const inOrder = LEAST_LOST.flatMap(word => decisions.filter(({ decision }) => decision === word));
  const decision = approved ? 'DEFER' : 'IMPLEMENT';
  return comments.map(
    (_, index) =>
      inOrder.find(({ comment }) => comment === index + 1) ?? {
        comment: index + 1,
        decision,
        reason: 'the evaluator left it out',
      },
  );
}

/** A reviewer or evaluator that fails says nothing about the work, whatever it failed of. */
export const noVerdictFailure = (who: 'reviewer' | 'evaluator', failure: Failure): Failure =>
  isInfra(failure)
    ? failure
    : { category: 'infra.crash', message: `the ${who} gave no verdict: ${failure.message}` };
