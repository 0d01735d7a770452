import { elements } from '../../base/chunked.ts';
import { toMarkdown } from '../../plan/convert/to-markdown.ts';
import type { Phase, Plan } from '../../plan/model.ts';
import type { RunState } from '../../run/state.ts';

/** The last text of each plan, for a run has many states in which no further phase has landed. */
const texts = new WeakMap<Plan, { readonly landed: string; readonly text: string }>();

/**
 * The plan with what has landed ticked off, in the canonical form, so that it can itself be run for what is left.
 * Subtasks of a phase that has not landed are still to be done, for nothing of it is on the branch. So is a phase that
 * a person left out of this run.
 */
export function progress({ plan, phases }: RunState): string {
  const isLanded = elements(phases).map(({ standing }) => standing.status === 'completed');
  const landed = isLanded.map(Number).join('');
  const last = texts.get(plan);
  if (last?.landed === landed) return last.text;
  const text = toMarkdown({
    ...plan,
    phases: plan.phases.map((phase, position) => (isLanded[position] ? done(phase) : phase)),
  });
  texts.set(plan, { landed, text });
  return text;
}

const done = (phase: Phase): Phase => ({
  ...phase,
  done: true,
  subtasks: phase.subtasks.map(subtask => ({ ...subtask, done: true })),
});
