import type { RunEvent } from '../../run/event.ts';
import type { Settings } from '../../run/settings.ts';
import { combinedReview, decided } from '../../run/verdict.ts';
import { type Story, spends } from './attempt-story.ts';
import type { Sorted } from './model.ts';
import { ended, passed } from './spans.ts';

/** What reviewers, evaluators and people say. */
export function judged(story: Story, event: RunEvent, at: number, settings: Settings): void {
  const { watch } = story;
  switch (event.type) {
    case 'review_ended':
      ended(watch, 'review', null, at, event.review.approved);
      spends(story, 'reviewer', 0, event.usage);
      story.reviews.push({ at, seat: event.seat, review: event.review, failure: null });
      break;
    case 'review_failed':
      ended(watch, 'review', null, at, false);
      spends(story, 'reviewer', 0, event.usage);
      story.reviews.push({ at, seat: 0, review: null, failure: event.failure });
      break;
    case 'evaluation_ended':
      ended(watch, 'evaluation', null, at, true);
      spends(story, 'evaluator', 0, event.usage);
      story.evaluations.push({ at, decisions: sorted(story, event.decisions, settings), failure: null });
      break;
    case 'evaluation_failed':
      ended(watch, 'evaluation', null, at, false);
      spends(story, 'evaluator', 0, event.usage);
      story.evaluations.push({ at, decisions: [], failure: event.failure });
      break;
    case 'approval_asked':
      story.approvals.push({ at, reasons: event.reasons, answer: null, answeredAt: null, message: '' });
      break;
    case 'attempt_approved':
      answer(story, at, 'approved', '');
      break;
    case 'attempt_refused':
      answer(story, at, 'refused', event.message);
      break;
  }
}

function answer(story: Story, at: number, said: 'approved' | 'refused', message: string): void {
  const asked = story.approvals.pop() ?? { at, reasons: [] };
  story.approvals.push({ ...asked, answer: said, answeredAt: at, message });
  story.watch.spans.push({
    kind: 'person',
    lane: 0,
    startedAt: asked.at,
    endedAt: at,
    result: said === 'approved' ? 'good' : 'bad',
  });
}

/** The evaluator numbers the comments of the verdict that the reviewers came to together. */
function sorted(
  { reviews, change }: Story,
  decisions: Parameters<typeof decided>[1],
  { review: { seats } }: Settings,
): Sorted[] {
  const votes = reviews.flatMap(({ review }) => review ?? []);
  const verdict = combinedReview(votes, change?.tier === 'panel' ? seats : 1);
  if (!verdict) return [];
  return decided(verdict, decisions).map(({ decision, reason }, index) => ({
    decision,
    reason,
    comment: verdict.comments[index]!,
  }));
}

/** What doctors and replanners do about an attempt that failed. */
export function treated(story: Story, event: RunEvent, at: number): void {
  switch (event.type) {
    case 'doctor_answered':
    case 'doctor_failed':
      ended(story.watch, 'recovery', null, at, event.type === 'doctor_answered');
      spends(story, 'doctor', 0, event.usage);
      break;
    case 'phase_revised':
    case 'revision_failed':
      ended(story.watch, 'recovery', null, at, event.type === 'phase_revised');
      spends(story, 'replanner', 0, event.usage);
      break;
    case 'fix_ended':
      passed(story.watch, 'recovery', at, event.passed);
      break;
  }
}
