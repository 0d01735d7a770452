import { oneLine, withPlainLineEnds } from '../../plan/data/clean.ts';
import { LIMITS } from '../../plan/limits.ts';
import type { Phase, Subtask } from '../../plan/model.ts';
import type { Revision } from '../answer.ts';
import type { Dropped } from '../ladder-event.ts';
import { alike, formProblems, isKnownIn, shown } from './revision-form.ts';

/** A phase as an agent describes it anew, or why that cannot take the place of the phase. */
type Revised =
  | { readonly ok: true; readonly plan: Phase }
  | { readonly ok: false; readonly problems: readonly string[] };
type Reduced =
  | { readonly ok: true; readonly plan: Phase; readonly dropped: readonly Dropped[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Problems that are told of one answer. */
const MAX_PROBLEMS = 20;
const NO_IDS: ReadonlySet<string> = new Set();

/**
 * Another way to the same end: what is to exist and what is to hold may become more, never less. `phase` is how it
 * stands, `original` how the plan has it, `taken` are ids of subtasks of other phases.
 */
export function reviseWith(
  phase: Phase,
  original: Phase,
  revision: Revision,
  taken: ReadonlySet<string> = NO_IDS,
): Revised {
  const problems = [
    ...formProblems(phase, revision),
    ...lost('deliverable', phase.deliverables, revision.deliverables),
    ...lost('criterion', phase.criteria, revision.criteria),
    ...revision.dropped.map(({ what }) => `${shown(what)} is listed as dropped: nothing may be`),
    ...testProblems(phase, revision),
  ];
  if (problems.length > 0) return refused(problems);
  const plan: Phase = {
    ...described(phase, revision, taken),
    deliverables: extended(phase.deliverables, revision.deliverables),
    criteria: extended(phase.criteria, revision.criteria),
  };
  if (saysTheSame(plan, phase)) return refused(['it changes nothing']);
  if (saysTheSame(plan, original))
    return refused(['it goes back to what the plan had at first, which failed']);
  return { ok: true, plan };
}

/** Less of the same: each deliverable and criterion is kept as it is, or dropped for a reason. */
export function reduceWith(phase: Phase, revision: Revision, taken: ReadonlySet<string> = NO_IDS): Reduced {
  const { dropped } = revision;
  const isDropped = isKnownIn(dropped.map(({ what }) => what));
  const deliverables = phase.deliverables.filter(path => !isDropped(path));
  const criteria = phase.criteria.filter(criterion => !isDropped(criterion));
  const isOwn = isKnownIn(phase.deliverables);
  const problems = [
    ...formProblems(phase, revision),
    ...droppedProblems(phase, dropped),
    ...unaccounted('deliverable', phase.deliverables, revision.deliverables, isDropped),
    ...unaccounted('criterion', phase.criteria, revision.criteria, isDropped),
    ...noneKept('deliverable', phase.deliverables, deliverables),
    ...noneKept('criterion', phase.criteria, criteria),
    ...(revision.deliverables ?? [])
      .filter(path => path.trim() !== '' && !isOwn(path))
      .map(path => `the deliverable ${shown(path)} is new: a smaller scope adds none`),
    ...testProblems(phase, revision),
  ];
  if (problems.length > 0) return refused(problems);
  const plan: Phase = {
    ...described(phase, revision, taken),
    deliverables,
    criteria: extended(criteria, revision.criteria),
  };
  return { ok: true, plan, dropped: dropped.map(entry => spelled(phase, entry)) };
}

/** Deliverables and criteria that leave no choice by their words, so that dropping one is acknowledged one by one. */
export const mustsOf = ({ deliverables, criteria }: Phase): readonly string[] => [
  ...new Set([...deliverables, ...criteria].filter(text => MUST.test(text))),
];

const MUST = /\b(?:must|shall|required)\b/i;

function lost(what: string, before: readonly string[], after: readonly string[] | null): string[] {
  if (after === null) return [];
  const isThere = isKnownIn(after);
  return before
    .filter(item => !isThere(item))
    .map(item => `the ${what} ${shown(item)} is missing: none may be removed or reworded`);
}

function unaccounted(
  what: string,
  before: readonly string[],
  after: readonly string[] | null,
  isDropped: (item: string) => boolean,
): string[] {
  if (after === null) return [];
  const isKept = isKnownIn(after);
  return before.flatMap(item => {
    if (isKept(item) !== isDropped(item)) return [];
    const fault = isKept(item) ? 'both kept and dropped' : 'neither kept word for word nor dropped';
    return [`the ${what} ${shown(item)} is ${fault}`];
  });
}

function droppedProblems(phase: Phase, dropped: readonly Dropped[]): string[] {
  if (dropped.length === 0) return ['nothing is dropped'];
  const isOwn = isKnownIn([...phase.deliverables, ...phase.criteria]);
  const seen = new Set<string>();
  return dropped.flatMap(({ what, reason }) => {
    const isRepeated = seen.has(alike(what));
    seen.add(alike(what));
    return [
      ...(isOwn(what) ? [] : [`${shown(what)} is dropped, but is no deliverable or criterion of the phase`]),
      ...(isRepeated ? [`${shown(what)} is dropped more than once`] : []),
      ...(reason.trim() === '' ? [`${shown(what)} is dropped without a reason`] : []),
    ];
  });
}

const noneKept = (what: string, before: readonly string[], kept: readonly string[]): string[] =>
  before.length > 0 && kept.length === 0 ? [`no ${what} is kept: at least one has to be`] : [];

function testProblems(phase: Phase, { subtasks }: Revision): string[] {
  const hadTests = phase.subtasks.some(({ type }) => type === 'test');
  if (!hadTests || !subtasks?.length || subtasks.some(({ type }) => type === 'test')) return [];
  return ['no subtask is of type test, though the phase had one: tests still have to be written'];
}

/** The phase with the new words; what it is to achieve is the caller's to decide. */
function described(phase: Phase, revision: Revision, taken: ReadonlySet<string>): Phase {
  const subtasks = subtasksOf(phase, revision, taken);
  const moved = subtasks === phase.subtasks ? [] : phase.subtasks.flatMap(({ files }) => files);
  // Without any declared file everything would be within the scope of the phase.
  const own = new Map([...phase.files, ...moved].map(path => [alike(path), path]));
  const files = distinct(revision.files ?? []).map(path => own.get(alike(path)) ?? path);
  return {
    ...phase,
    title: revision.title === null ? phase.title : lineOf(revision.title),
    description: withPlainLineEnds(revision.description ?? '').trim() || phase.description,
    subtasks,
    files: files.length > 0 ? files : distinct([...phase.files, ...moved]),
  };
}

/** Subtasks that stay as they are keep their ids, files and dependencies. An empty list says nothing. */
function subtasksOf(phase: Phase, { subtasks }: Revision, taken: ReadonlySet<string>): readonly Subtask[] {
  if (!subtasks?.length || stepsOf(subtasks) === stepsOf(phase.subtasks)) return phase.subtasks;
  const ids = freshIds(phase.id, subtasks.length, taken);
  return subtasks.map(({ title, description, type }, index) => ({
    id: ids[index]!,
    title: lineOf(title),
    description: withPlainLineEnds(description).trim(),
    type,
    // In the order in which they are described, where each has a session of its own.
    dependsOn: index === 0 ? [] : [ids[index - 1]!],
    files: [],
    done: false,
  }));
}

/** Room in an id for the number of a subtask. */
const NUMBER_CHARACTERS = 8;

/** Ends after as many rounds as there are ids to give and taken ones. */
function freshIds(phase: string, count: number, taken: ReadonlySet<string>): string[] {
  const stem = phase.slice(0, LIMITS.idCharacters - NUMBER_CHARACTERS);
  const ids: string[] = [];
  for (let number = 1; ids.length < count; number += 1) {
    const id = `${stem}.${number}`;
    if (!taken.has(id)) ids.push(id);
  }
  return ids;
}

/** Those from before as they were spelled, then the new ones. */
const extended = (before: readonly string[], given: readonly string[] | null): readonly string[] => {
  const isThere = isKnownIn(before);
  return [...before, ...distinct(given ?? []).filter(item => !isThere(item))];
};

/** One of each that is the same in other spelling, without the blank ones. */
function distinct(items: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const item of items) {
    const line = lineOf(item);
    if (line !== '' && !first.has(alike(line))) first.set(alike(line), line);
  }
  return [...first.values()];
}

function spelled({ deliverables, criteria }: Phase, { what, reason }: Dropped): Dropped {
  const own = [...deliverables, ...criteria].find(item => alike(item) === alike(what));
  return { what: own ?? what, reason: lineOf(reason) };
}

/** Whether two descriptions are the same but for blanks, case, ids and the order of files. */
function saysTheSame(a: Phase, b: Phase): boolean {
  const said = ({ title, description, subtasks, files, deliverables, criteria }: Phase): string =>
    JSON.stringify([
      [title, description, ...criteria].map(alike),
      stepsOf(subtasks),
      [...new Set([...files, ...subtasks.flatMap(subtask => subtask.files)])].sort(),
      [...deliverables].sort(),
    ]);
  return said(a) === said(b);
}

const stepsOf = (subtasks: readonly Pick<Subtask, 'title' | 'description' | 'type'>[]): string =>
  JSON.stringify(subtasks.map(({ title, description, type }) => [alike(title), alike(description), type]));

const lineOf = (text: string): string => oneLine(withPlainLineEnds(text));

function refused(problems: readonly string[]): { readonly ok: false; readonly problems: readonly string[] } {
  const distinctOnes = [...new Set(problems)];
  const told = distinctOnes.slice(0, MAX_PROBLEMS);
  const more = distinctOnes.length - told.length;
  return { ok: false, problems: more > 0 ? [...told, `and ${more} more problems`] : told };
}
