import { elements } from '../../base/chunked.ts';
import { toMarkdown } from '../../plan/convert/to-markdown.ts';
import type { Phase, Plan } from '../../plan/model.ts';
import { planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';

/** The last text of each plan, for a run has many states in which no further phase has landed or changed. */
const texts = new WeakMap<Plan, { readonly made: readonly (Phase | null)[]; readonly text: string }>();

/**
 * The plan with what has landed ticked off, in the canonical form, so that it can itself be run for what is left. Phases
 * stand in it as they were described last. Subtasks of a phase that has not landed are still to be done, for nothing of
 * it is on the branch. So is a phase that a person left out of this run.
 */
export function progress(state: RunState): string {
  const { plan } = state;
  const phases = elements(state.phases);
  const described = phases.map((_, position) => planAt(state, position));
  const isLanded = phases.map(({ standing }) => standing.status === 'completed');
  const made = described.flatMap((phase, position) => [phase, isLanded[position] ? phase : null]);
  const last = texts.get(plan);
  if (last && last.made.length === made.length && last.made.every((phase, at) => phase === made[at]))
    return last.text;
  const text = toMarkdown({
    ...plan,
    phases: described.map((phase, position) => (isLanded[position] ? done(phase) : phase)),
  });
  texts.set(plan, { made, text });
  return text;
}

const done = (phase: Phase): Phase => ({
  ...phase,
  done: true,
  description: ticked(phase),
  subtasks: phase.subtasks.map(subtask => ({ ...subtask, done: true })),
});

/** A description may list the subtasks itself, with boxes of their own. Boxes that stand for anything else stay. */
const ticked = ({ description, subtasks }: Phase): string =>
  description.replace(/^([ \t]*[-*+] \[) (\] .*)$/gm, (line, before: string, after: string) =>
    subtasks.some(({ title }) => title !== '' && after.includes(title)) ? `${before}x${after}` : line,
  );
