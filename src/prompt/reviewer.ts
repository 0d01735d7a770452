import type { Phase, Plan } from '../plan/model.ts';

export interface ReviewerBrief {
  readonly plan: Plan;
  readonly phase: Phase;
  readonly base: string;
  readonly snapshot: string;
}

/** What a reviewer is told: what was to be done, how to see what was done, and how to answer. */
export function reviewerPrompt({ plan, phase, base, snapshot }: ReviewerBrief): string {
  return [
    `Review phase ${phase.id} (${phase.title}) of a plan: ${plan.title || plan.goal}.`,
    phase.description,
    phase.subtasks.map(({ id, type, title }) => `- ${id} [${type}] ${title}`).join('\n'),
    phase.criteria.length > 0
      ? `It is done when:\n${phase.criteria.map(text => `- ${text}`).join('\n')}`
      : '',
    `\`git diff ${base} ${snapshot}\` shows what was done. Change nothing.`,
    'Answer with approved (true or false), summary, and comments, each with severity (info, minor, major, critical), file, line and message.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
