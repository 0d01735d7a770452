import { convert } from '../../plan/convert/convert.ts';
import { EMPTY_PLAN, emptyAllowed, type Phase, type Subtask } from '../../plan/model.ts';

/** What of a phase a person may change: what it is, not where in the plan it stands. */
const CHANGEABLE = [
  'title',
  'description',
  'files',
  'deliverables',
  'criteria',
  'estimate',
  'optional',
  'gated',
  'allowEmpty',
  'subtasks',
] as const satisfies readonly (keyof Phase)[];

/** The phase as a plan of its own, for a person to change. The same for phases that differ in nothing changeable. */
export const documentOf = (phase: Phase): string =>
  convert({ ...EMPTY_PLAN, phases: [outOfGraph(phase)] }, 'yaml');

/** What stands above the document, as comments. */
export const introductionTo = (run: string, { id }: Phase): string =>
  [
    `# Phase ${id} of run ${run}. Save and leave the editor to change it; leave it as it is, or empty, to change nothing.`,
    `# A phase may have ${CHANGEABLE.slice(0, -1).join(', ')} and subtasks`,
    '# (each with id, title, description, type, dependsOn, files, done). What is left out is gone.',
    '# The id stays, and so do dependencies on other phases, which are not shown here.',
    '',
  ].join('\n');

/** The old phase with what the other one says. Its subtasks depend on those of other phases as they did. */
export function withChanges(old: Phase, said: Phase): Phase {
  const before = new Map(old.subtasks.map(subtask => [subtask.id, foreignTo(old, subtask)]));
  const subtasks = said.subtasks.map(subtask => ({
    ...subtask,
    dependsOn: [...(before.get(subtask.id) ?? []), ...subtask.dependsOn],
  }));
  const { allowEmpty: _, ...rest } = old;
  const { title, description, files, deliverables, criteria, estimate, optional, gated } = said;
  return {
    ...{ ...rest, title, description, files, deliverables, criteria, estimate, optional, gated, subtasks },
    ...emptyAllowed(said.allowEmpty === true),
  };
}

/** In which of its parts a phase was changed. */
export const changesIn = (old: Phase, edited: Phase): readonly string[] =>
  CHANGEABLE.filter(key => JSON.stringify(old[key]) !== JSON.stringify(edited[key]));

const outOfGraph = (phase: Phase): Phase => ({
  ...phase,
  dependsOn: [],
  parallelWith: [],
  done: false,
  group: null,
  subtasks: phase.subtasks.map(subtask => {
    const foreign = new Set(foreignTo(phase, subtask));
    return { ...subtask, dependsOn: subtask.dependsOn.filter(id => !foreign.has(id)) };
  }),
});

function foreignTo({ subtasks }: Phase, { dependsOn }: Subtask): readonly string[] {
  const own = new Set(subtasks.map(({ id }) => id));
  return dependsOn.filter(id => !own.has(id));
}
