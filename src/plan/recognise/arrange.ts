import type { Finding } from './draft.ts';
import type { HeadingUnit } from './headings.ts';
import { isSpan, kindClass } from './unit-title.ts';

/** Which headings are the phases of the plan, in document order. */
export interface Arrangement {
  readonly units: readonly ArrangedUnit[];
  readonly findings: readonly Finding[];
}

interface ArrangedUnit {
  readonly unit: HeadingUnit;
  /** The heading that only labels the unit. */
  readonly group: string | null;
}

/**
 * Decides which headings are phases. Words (`Phase`, `Task`) only say what may hold what; nesting decides:
 *
 *     containers that hold tasks            -> the containers are phases, the tasks their subtasks
 *     milestones that hold phases           -> the inner ones are phases, the outer ones labels
 *     tasks, with empty containers between  -> the tasks are phases, the containers labels
 *     some tasks inside, some outside       -> all tasks are phases
 */
export function arrange(roots: readonly HeadingUnit[]): Arrangement {
  const containers = roots.filter(isContainer);
  const pieces = roots.filter(root => !isContainer(root));
  if (containers.length === 0) return { units: pieces.map(unit => plain(unit)), findings: [] };
  if (pieces.length > 0) {
    const nested = containers.filter(container => container.children.length > 0);
    if (nested.length === 0) return { units: withDividers(roots), findings: containers.map(dividerFinding) };
    const besidePhases = pieces.every(piece => isBesidePhase(piece, nested));
    return besidePhases
      ? { units: withAdopted(roots, nested), findings: [] }
      : { units: flattened(roots), findings: [] };
  }
  return { units: containers.flatMap(settle), findings: [] };
}

const isContainer = (unit: HeadingUnit): boolean => kindClass(unit.title.kind) === 'container';
const plain = (unit: HeadingUnit, group: string | null = null): ArrangedUnit => ({ unit, group });

/** Goes down to the innermost containers; those around them become labels. The weeks of a phase are no phases. */
function settle(container: HeadingUnit): ArrangedUnit[] {
  const children = isSpan(container.title.kind)
    ? container.children
    : container.children.flatMap(withoutSpans);
  const inner = children.filter(child => isContainer(child) && !isSpan(child.title.kind));
  if (inner.length === 0 || inner.length < children.length) return [plain({ ...container, children })];
  return inner.flatMap(child =>
    settle(child).map(({ unit, group }) => plain(unit, group ?? container.section.title)),
  );
}

/** What a week holds, or the week itself where it is not divided. */
const withoutSpans = (unit: HeadingUnit): HeadingUnit[] =>
  isSpan(unit.title.kind) && unit.children.length > 0 ? unit.children.flatMap(withoutSpans) : [unit];

/** Containers without tasks of their own, among tasks: each labels the tasks that follow it. */
function withDividers(roots: readonly HeadingUnit[]): ArrangedUnit[] {
  let group: string | null = null;
  return roots.flatMap(root => {
    if (!isContainer(root)) return [plain(root, group)];
    group = root.section.title;
    return [];
  });
}

function flattened(roots: readonly HeadingUnit[]): ArrangedUnit[] {
  return roots.flatMap(root =>
    isContainer(root) && root.children.length > 0
      ? root.children.map(child => plain(child, root.section.title))
      : [plain(root)],
  );
}

/** A heading like `## Integration Tests` that stands where the phases stand and holds tasks as they do. */
function isBesidePhase(piece: HeadingUnit, phases: readonly HeadingUnit[]): boolean {
  const parent = piece.section.parent;
  const isTitle = parent?.depth === 1 && parent.parent?.children[0] === parent;
  return (
    parent?.heading != null &&
    !isTitle &&
    phases.some(phase => phase.section.parent === parent.parent && parent !== phase.section)
  );
}

function withAdopted(roots: readonly HeadingUnit[], phases: readonly HeadingUnit[]): ArrangedUnit[] {
  const kind = phases[0]!.title.kind;
  const adopted = new Map<unknown, HeadingUnit>();
  return roots.flatMap(root => {
    if (isContainer(root)) return [plain(root)];
    const section = root.section.parent!;
    const known = adopted.get(section);
    if (known) {
      known.children.push(root);
      return [];
    }
    const title = {
      kind,
      id: slug(section.title),
      title: section.title,
      markers: { ...root.title.markers, done: false },
    };
    const holder: HeadingUnit = { title, section, children: [root] };
    adopted.set(section, holder);
    return [plain(holder)];
  });
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'more';

const dividerFinding = (unit: HeadingUnit): Finding => ({
  severity: 'info',
  code: 'divider-heading',
  message: `"${unit.section.title}" holds no tasks of its own and is used as a label for those that follow`,
  line: unit.section.line,
  hint: 'Nest the tasks one heading level below it if they belong together as one phase.',
});
