import { type Section, sections } from '../markdown/outline.ts';
import { arrange } from './arrange.ts';
import { boxNaming } from './boxes.ts';
import { readSection } from './content.ts';
import type { Document, Draft, Finding, Recognised } from './draft.ts';
import { type HeadingTree, type HeadingUnit, headingTree } from './headings.ts';
import { executionOrder } from './order-section.ts';
import { type SubtaskShape, subtaskShape, subtasksOf } from './phases.ts';
import { unitReader } from './sections.ts';
import { annotate, isOverview, sortByRows, unitTables, unlisted } from './tables.ts';
import { kindClass, parseUnitTitle } from './unit-title.ts';

/** Plans whose phases or tasks are headings: task lists, phase headings with or without an overview table, spec-kit. */
export function byHeadings(document: Document): Recognised | null {
  const tree = headingTree(document.root);
  if (tree.roots.length === 0) return null;
  const arrangement = arrange(tree.roots);
  const findings: Finding[] = [...arrangement.findings, ...skippedFindings(tree)];
  const roots = arrangement.units.map(arranged => arranged.unit);
  const reader = unitReader(document, [...tree.roots, ...roots]);
  const shape = subtaskShape(roots, reader);
  const units = arrangement.units.map(arranged => {
    const draft = { ...reader.draft(arranged.unit), group: arranged.group };
    draft.children = subtasksOf(arranged.unit, shape, reader, document);
    const { boxes } = reader.content(arranged.unit);
    const work = draft.children.length > 0 ? draft.children.map(c => c.done) : boxes.map(box => box.checked);
    draft.done ||= work.length > 0 && work.every(Boolean);
    return draft;
  });
  if (isOnlyTitle(roots, document.root) && !holdsTasks(units, shape)) return null;
  const isUnit = sectionTest(roots);
  const tables = unitTables(document.root, isUnit);
  const overviews = tables.filter(table => annotate(units, table, findings)).filter(isOverview);
  sortByRows(units, overviews);
  findings.push(...unlisted(units, overviews));
  markIndexed(units, document.root, isUnit);
  return {
    format: formatOf(units, tables.some(isOverview), shape.from === 'boxes' && shape.naming === 'ticket'),
    units,
    findings,
    order: executionOrder(document.root),
  };
}

/** `# Phase 2: Research` names what the document is about. */
const isOnlyTitle = (roots: readonly HeadingUnit[], root: Section): boolean =>
  roots.length === 1 && roots[0]!.section === root.children[0] && roots[0]!.section.depth === 1;

function holdsTasks(units: readonly Draft[], shape: SubtaskShape): boolean {
  if (units[0]!.kind === 'task') return true;
  const named = shape.from !== 'boxes' || shape.naming !== 'plain' || shape.onlyUnderTasks;
  const pieces = units[0]!.children;
  return named && pieces.some(piece => shape.from !== 'headings' || piece.kind !== '');
}

function formatOf(units: readonly Draft[], hasOverview: boolean, tickets: boolean): Recognised['format'] {
  if (units.every(unit => /^sub-?task$/.test(unit.kind))) return 'subtasks';
  if (hasOverview) return 'table';
  if (tickets) return 'speckit';
  return units.some(unit => kindClass(unit.kind) === 'container') ? 'phases' : 'tasks';
}

function skippedFindings({ mirrors, ignored }: HeadingTree): Finding[] {
  return [
    ...skipped(mirrors, 'mirrored-units', 'repeats units that are defined elsewhere', REPEATED_HINT),
    ...skipped(
      ignored,
      'ignored-units',
      'is struck out, or tells how to use a thing or what happened',
      IGNORED_HINT,
    ),
  ];
}

const REPEATED_HINT = 'Nothing to do if the list is only an index or a checklist.';
const IGNORED_HINT = 'Move it under a heading such as "Tasks" if it is work to be done.';

function skipped(units: readonly HeadingUnit[], code: Finding['code'], why: string, hint: string): Finding[] {
  const first = units[0];
  if (!first) return [];
  const more = units.length > 1 ? ` (and ${units.length - 1} more)` : '';
  const message = `"${first.section.title}"${more} ${why} and is not counted`;
  return [{ severity: 'info', code, message, line: first.section.line, hint }];
}

/** A checklist at the top that repeats the headings also says which of them are done. */
function markIndexed(units: readonly Draft[], root: Section, isUnit: (section: Section) => boolean): void {
  const byName = new Map(units.map(unit => [`${unit.kind} ${unit.id}`, unit]));
  const { boxes } = readSection(root, section => !isUnit(section));
  if (boxNaming(boxes) !== 'kind') return;
  for (const box of boxes) {
    const title = box.checked ? parseUnitTitle(box.text) : null;
    const unit = title && byName.get(`${title.kind} ${title.id}`);
    if (unit) unit.done = true;
  }
}

function sectionTest(units: readonly HeadingUnit[]): (section: Section) => boolean {
  const inside = new Set<Section>();
  for (const unit of units) for (const section of sections(unit.section)) inside.add(section);
  return section => inside.has(section);
}
