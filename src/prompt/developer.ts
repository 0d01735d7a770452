import type { Phase, Plan, Subtask } from '../plan/model.ts';
import type { Previous } from '../run/effect.ts';

export interface DeveloperBrief {
  readonly run: string;
  readonly plan: Plan;
  readonly phase: Phase;
  /** Ids of the subtasks in this session's hands. */
  readonly subtasks: readonly string[];
  readonly previous: Previous | null;
  /** The session is the one that made the previous attempt. */
  readonly continues: boolean;
}

/** What a developer is told: its assignment, where to look, and what to give back. */
export function developerPrompt(brief: DeveloperBrief): string {
  if (brief.continues && brief.previous) return continuation(brief.previous);
  const { plan, phase, previous } = brief;
  return [
    `You work on phase ${phase.id} (${phase.title}) of a plan: ${plan.title || plan.goal}.`,
    phase.description,
    ...assignment(brief),
    'The folder holds the work of all earlier phases; `git log` and `git show` tell how it came about.',
    ...(previous ? feedback(brief.run, phase, previous) : []),
    'Leave your changes uncommitted: they are committed for you once they have passed.',
    'Stop at the first step that you cannot finish. End with a report: status (completed, failed or partial), subtasksCompleted, subtasksFailed, summary, error, filesChanged.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function assignment({ phase, subtasks }: DeveloperBrief): string[] {
  const mine = phase.subtasks.filter(({ id }) => subtasks.includes(id));
  if (mine.length === 0) return [];
  return [`Do these steps in order:\n${mine.map(line).join('\n')}`];
}

const line = ({ id, type, title, description }: Subtask): string =>
  `- ${id} [${type}] ${title}${description ? `\n${description}` : ''}`;

const feedback = (run: string, phase: Phase, { attempt, snapshot, failure }: Previous): string[] => [
  `Attempt ${attempt} failed (${failure.category}):\n${failure.message}`,
  snapshot
    ? `What it left is kept as ${snapshot} (run ${run}, phase ${phase.id}): \`git diff HEAD ${snapshot}\` shows it.`
    : '',
];

const continuation = ({ failure }: Previous): string =>
  `Your work was not accepted (${failure.category}):\n\n${failure.message}\n\nMend it in place, leave it uncommitted, and report again.`;
