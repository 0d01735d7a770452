import { type Section, sections } from '../markdown/outline.ts';
import { kindClass, parseNumberedTitle, parseUnitTitle, type UnitTitle } from './unit-title.ts';

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
}

/** Finds the headings that name units, leaves out repetitions, and nests them as the document does. */
export function headingTree(root: Section): HeadingTree {
  const found = [...sections(root)].flatMap(section => {
    const title = section.heading ? parseUnitTitle(section.title) : null;
    return title ? [{ title, section, children: [] }] : [];
  });
  const mirrors = findMirrors(found);
  const pending = new Set(found.filter(unit => !isUnder(unit, RETROSPECT)));
  if (pending.size > 0) for (const unit of found) if (!pending.has(unit)) mirrors.add(unit);
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
  return { roots, mirrors: [...mirrors] };
}

/** Headings under a list of contents, a checklist or a progress report only repeat. */
const REPEATING =
  /\b(?:checklist|progress|tracking|status|timeline|summary|overview|index|contents|at a glance|schedule|dependenc(?:y|ies)|execution order|commits?|risks?|estimates?|future|appendix|changelog|history)\b/i;

/** Headings there tell what happened. */
const RETROSPECT =
  /\b(?:progress|history|changelog|change log|work log|session notes|retrospective|lessons)\b/i;

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

/** `### 1.1 Schema` under `## Phase 1`, or `### 1. Schema`, `### 2. Routes` there, are pieces of it. */
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
  const counted =
    direct.length >= 2 && direct.every(({ title }, i) => title.id === String(i + 1)) ? direct : [];
  for (const child of prefixed.length > 0 ? prefixed : counted) units.set(child.section, child);
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
