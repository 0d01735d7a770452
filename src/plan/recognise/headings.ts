import { type Section, sections } from '../markdown/outline.ts';
import { readSection } from './content.ts';
import { withoutRivals } from './rivals.ts';
import {
  kindClass,
  parseNumberedTitle,
  parseTicketHeading,
  parseTicketTitle,
  parseUnitTitle,
  type UnitTitle,
} from './unit-title.ts';

/** A heading that names a unit of work, in the tree that such headings form. */
export interface HeadingUnit {
  readonly title: UnitTitle;
  readonly section: Section;
  readonly children: HeadingUnit[];
}

export interface HeadingTree {
  readonly roots: HeadingUnit[];
  /** Headings that repeat units defined elsewhere in the document. */
  readonly mirrors: HeadingUnit[];
  /** Headings that are struck out, or that tell how to use a thing or what happened. */
  readonly ignored: HeadingUnit[];
}

/** Finds the headings that name units, leaves out repetitions, and nests them as the document does. */
export function headingTree(root: Section): HeadingTree {
  const named = namedSections(root);
  const ignored = ignoredUnits(named);
  const found = named.filter(unit => !ignored.has(unit));
  const mirrors = findMirrors(found);
  const units = new Map<Section, HeadingUnit>();
  for (const unit of found) if (!mirrors.has(unit)) units.set(unit.section, unit);
  const documentTitle = titleUnit(root, units);
  if (documentTitle) units.delete(documentTitle.section);
  for (const unit of units.values()) addNumberedChildren(unit, units);
  const roots: HeadingUnit[] = [];
  for (const unit of [...units.values()].sort((a, b) => a.section.start - b.section.start)) {
    const parent = enclosing(unit.section, units);
    if (parent) parent.children.push(unit);
    else roots.push(unit);
  }
  const { kept, rivals } = withoutRivals(roots);
  return { roots: kept, mirrors: [...mirrors, ...rivals], ignored: [...ignored] };
}

function ignoredUnits(named: readonly HeadingUnit[]): Set<HeadingUnit> {
  const ignored = new Set(named.filter(unit => isStruck(unit.section) || isUnder(unit, INSTRUCTIONS)));
  const others = named.filter(unit => !ignored.has(unit));
  const past = new Set(others.filter(unit => isUnder(unit, RETROSPECT)));
  if (past.size === others.length) return ignored;
  const last = lastNumbers(others.filter(unit => !past.has(unit)));
  // What was added to the end of the document continues the numbers of the units before it.
  const isNew = ({ title }: HeadingUnit): boolean =>
    Number(title.id) > (last.get(title.kind) ?? Number.POSITIVE_INFINITY);
  for (const unit of past) if (!isNew(unit)) ignored.add(unit);
  return ignored;
}

/** The sections whose headings name units. */
function namedSections(root: Section): HeadingUnit[] {
  const titled = [...sections(root)].filter(section => section.heading);
  const find = (read: (text: string) => UnitTitle | null): HeadingUnit[] =>
    titled.flatMap(section => {
      const title = read(section.title);
      return title && !isSpecified(title, section) ? [{ title, section, children: [] }] : [];
    });
  const tickets = find(parseTicketHeading);
  return tickets.length < 2 || areDetails(tickets, root)
    ? find(parseUnitTitle)
    : find(text => parseUnitTitle(text) ?? parseTicketHeading(text));
}

const isStruck = ({ heading }: Section): boolean => heading?.children[0]?.type === 'delete';

/** Stories under the scenarios or requirements of a specification are no work yet. */
const isSpecified = (title: UnitTitle, section: Section): boolean =>
  /story$/.test(title.kind) && /\b(?:scenarios|requirements)\b/i.test(section.parent?.title ?? '');

/** Headings that say more about the check boxes of a task list above them. */
function areDetails(tickets: readonly HeadingUnit[], root: Section): boolean {
  const first = tickets[0]!.section;
  const above = [...sections(root)].filter(section => section.start < first.start);
  const boxes = above.flatMap(section => readSection(section, () => false).boxes);
  const named = new Set(boxes.map(box => parseTicketTitle(box.text)?.id));
  return tickets.every(ticket => named.has(ticket.title.id));
}

function lastNumbers(units: readonly HeadingUnit[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { title } of units) {
    const number = Number(title.id);
    if (number > (last.get(title.kind) ?? -1)) last.set(title.kind, number);
  }
  return last;
}

/** Headings under a list of contents, a checklist or a progress report only repeat. */
const REPEATING =
  /\b(?:checklist|progress|tracking|status|timeline|summary|overview|index|contents|at a glance|schedule|dependenc(?:y|ies)|execution order|parallel|commits?|risks?|estimates?|future|appendix|changelog|history)\b/i;

/** Steps there tell a reader how to use a thing. */
const INSTRUCTIONS =
  /\b(?:quick ?start|getting started|install(?:ation|ing)?|usage|how (?:to|it works)|tutorial|walkthrough|examples?|troubleshooting|workflow process)\b/i;

/** Headings there tell what happened, or how the work is cut for people, branches and commits. */
const RETROSPECT =
  /\b(?:progress|history|changelog|change log|work log|session notes|retrospective|lessons|parallel (?:execution|work|opportunities|examples?)|parallelization|(?:commit|pr|branch(?:ing)?) (?:plan|strategy))\b/i;

function findMirrors(units: readonly HeadingUnit[]): Set<HeadingUnit> {
  const byName = new Map<string, HeadingUnit[]>();
  for (const unit of units) {
    const name = `${unit.title.kind} ${unit.title.id}`;
    byName.set(name, [...(byName.get(name) ?? []), unit]);
  }
  const mirrors = new Set<HeadingUnit>();
  for (const same of byName.values()) {
    if (same.length < 2) continue;
    const real = same.filter(unit => !isUnder(unit, REPEATING));
    const kept = real.length > 0 ? real : same;
    const depth = mostWritten(kept).section.depth;
    for (const unit of same) {
      if (!kept.includes(unit) || unit.section.depth !== depth) mirrors.add(unit);
    }
  }
  return mirrors;
}

function isUnder(unit: HeadingUnit, pattern: RegExp): boolean {
  for (let section = unit.section.parent; section?.heading; section = section.parent) {
    if (section.depth === 1) return false;
    if (pattern.test(section.title) && !parseUnitTitle(section.title)) return true;
  }
  return false;
}

const mostWritten = (units: readonly HeadingUnit[]): HeadingUnit =>
  units.reduce((best, unit) => (size(unit) > size(best) ? unit : best));
const size = (unit: HeadingUnit): number => unit.section.end - unit.section.start;

/** `# Phase 2: Dashboard` as the title of a document whose tasks stand below it is no unit beside them. */
function titleUnit(root: Section, units: ReadonlyMap<Section, HeadingUnit>): HeadingUnit | null {
  const first = root.children[0];
  const unit = first && units.get(first);
  if (!unit || root.children.some(section => section !== first && units.has(section))) return null;
  return [...units.values()].some(other => other !== unit && enclosing(other.section, units)) ? unit : null;
}

/** `### 1.1 Schema` under `## Phase 1`, or `### 1. Schema`, `### 2. Routes` where it has no named tasks, are pieces of it. */
function addNumberedChildren(unit: HeadingUnit, units: Map<Section, HeadingUnit>): void {
  if (kindClass(unit.title.kind) !== 'container') return;
  const own = [...sections(unit.section)].filter(s => s !== unit.section && nearest(s, units) === unit);
  const numbered = own.flatMap(section => {
    const title = parseNumberedTitle(section.title);
    return title ? [{ title, section, children: [] }] : [];
  });
  const prefixed = numbered.filter(({ title }) => title.id.startsWith(`${unit.title.id}.`));
  const direct = numbered.filter(
    ({ title, section }) => section.parent === unit.section && /^\d+$/.test(title.id),
  );
  const start = Number(direct[0]?.title.id);
  const consecutive = direct.every(({ title }, i) => Number(title.id) === start + i);
  // Numbers may run on from phase to phase; a single "1." is more likely a remark.
  const counted = consecutive && (direct.length >= 2 || start > 1) ? direct : [];
  const named = [...sections(unit.section)].some(s => s !== unit.section && units.get(s)?.title.kind);
  const added = prefixed.length > 0 || named ? prefixed : counted;
  for (const child of added) units.set(child.section, child);
}

const nearest = (section: Section, units: ReadonlyMap<Section, HeadingUnit>): HeadingUnit | null =>
  units.get(section) ?? enclosing(section, units);

function enclosing(section: Section, units: ReadonlyMap<Section, HeadingUnit>): HeadingUnit | null {
  for (let parent = section.parent; parent; parent = parent.parent) {
    const unit = units.get(parent);
    if (unit) return unit;
  }
  return null;
}
