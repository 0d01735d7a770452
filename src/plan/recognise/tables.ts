import type { Table, TableRow } from 'mdast';
import { type Section, sections } from '../markdown/outline.ts';
import { shortText } from '../markdown/text.ts';
import { subtaskType } from './content.ts';
import { type Draft, type Finding, newDraft } from './draft.ts';
import { isNothing } from './labels.ts';
import { isDone, parseEstimate } from './markers.ts';
import { cleanPath, isOutside } from './paths.ts';
import { mayBeSame } from './same-title.ts';
import { kindClass, normaliseId, parseNumberedTitle, parseUnitTitle, plainTitle } from './unit-title.ts';

type Column =
  | 'id'
  | 'name'
  | 'dependsOn'
  | 'parallelWith'
  | 'blocks'
  | 'estimate'
  | 'status'
  | 'files'
  | 'type';

/** A table whose rows are about units of work. */
export interface UnitTable {
  /** `phase`, `step`, …: the word over the id column, or '' for `ID` and `#`. */
  readonly kind: string;
  readonly columns: ReadonlySet<Column>;
  readonly rows: readonly UnitRow[];
  readonly line: number;
  /** Whether the column of names has titles, not what is done or comes out. */
  readonly hasTitles: boolean;
}

export interface UnitRow {
  readonly kind: string;
  readonly id: string;
  readonly line: number;
  readonly cells: ReadonlyMap<Column, string>;
  readonly codes: readonly string[];
}

const HEADERS: Record<Column, RegExp> = {
  id: /^(?:#|id|no\.?|nr\.?|number|phase|task|step|stage|milestone|batch|wave|sprint|unit|subtask|ticket|phase ?(?:id|#|no\.?)|task ?(?:id|#|no\.?)|step ?(?:#|no\.?))$/,
  name: /^(?:name|title|description|summary|what|phase name|task name|work|deliverable|focus|scope|subtask|task|phase|step)$/,
  dependsOn:
    /^(?:depends(?: on)?|dependenc(?:y|ies)|deps|requires|blocked by|prerequisites?|after|depends_on)$/,
  parallelWith:
    /^(?:parallel(?: with)?|can run with|concurrent with|parallelizable(?: with)?|runs with|parallel_with)$/,
  blocks: /^(?:blocks|unblocks)$/,
  estimate:
    /^(?:est(?:imate)?\.?|estimated? (?:effort|time)?|points|story points|effort|size|duration|time|pts)$/,
  status: /^(?:status|state|done|complete[d]?\??|progress)$/,
  files: /^(?:files?|paths?|files touched|files_touched|file scope)$/,
  type: /^(?:type|kind)$/,
};

const TITLE_HEADER = /^(?:name|title|(?:phase|task) name|subtask|task|phase|step)$/;

/** All tables about units that stand outside the sections of units. */
export function unitTables(root: Section, inUnit: (section: Section) => boolean): UnitTable[] {
  const found: UnitTable[] = [];
  for (const section of sections(root)) {
    if (inUnit(section)) continue;
    for (const block of section.blocks) {
      const table = block.type === 'table' ? readTable(block) : null;
      if (table) found.push(table);
    }
  }
  return found;
}

function readTable(table: Table): UnitTable | null {
  const [head, ...body] = table.children;
  if (!head) return null;
  const names = head.children.map(cell => shortText(cell).toLowerCase());
  const columns = new Map<Column, number>();
  const claim = (column: Column): void => {
    const at = names.findIndex((name, i) => HEADERS[column].test(name) && ![...columns.values()].includes(i));
    if (at >= 0) columns.set(column, at);
  };
  for (const column of Object.keys(HEADERS) as Column[]) claim(column);
  const idColumn = columns.get('id');
  if (idColumn === undefined || columns.size < 2) return null;
  const kind = names[idColumn]!.split(' ')[0]!;
  const rows = body.flatMap(row => readRow(row, columns, kind));
  return {
    kind: kindClass(kind) ? kind : '',
    columns: new Set(columns.keys()),
    rows,
    line: table.position!.start.line,
    hasTitles: TITLE_HEADER.test(names[columns.get('name') ?? -1] ?? ''),
  };
}

function readRow(row: TableRow, columns: ReadonlyMap<Column, number>, header: string): UnitRow[] {
  const cells = new Map<Column, string>();
  for (const [column, at] of columns) {
    const cell = row.children[at];
    cells.set(column, cell ? shortText(cell) : '');
  }
  const named = parseUnitTitle(cells.get('id')!) ?? parseNumberedTitle(cells.get('id')!);
  const id = named?.id ?? bareId(cells.get('id')!);
  if (!id) return [];
  if (named?.title && !cells.get('name')) cells.set('name', named.title);
  const files = columns.get('files');
  const codes = files === undefined ? [] : codesOf(row, files);
  const kind = named?.kind || (kindClass(header) ? header : '');
  return [{ kind, id, line: row.position!.start.line, cells, codes }];
}

const bareId = (text: string): string => {
  const id = text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  return /^[\w.-]{1,16}$/.test(id) && (/\d/.test(id) || id.length <= 2) ? normaliseId(id) : '';
};

const codesOf = (row: TableRow, at: number): string[] =>
  (row.children[at]?.children ?? []).flatMap(child => (child.type === 'inlineCode' ? [child.value] : []));

/** Whether the table, alone, could be the definition of the plan. */
export const isOverview = (table: UnitTable): boolean =>
  table.rows.length > 0 && table.columns.has('dependsOn') && table.columns.has('name');

/**
 * Adds what the table says of units that have sections; rows of an overview without one become units. Tells whether the
 * table is about these units.
 */
export function annotate(units: Draft[], table: UnitTable, findings: Finding[]): boolean {
  const byId = new Map(units.map(unit => [unit.id, unit]));
  const sameKind = units.some(unit => table.kind === '' || unit.kind === table.kind);
  if (!sameKind && units.length > 0) return false;
  const matched = table.rows.filter(row => byId.has(row.id));
  if (units.length > 0 && matched.length * 2 < table.rows.length) return false;
  for (const row of table.rows) {
    const unit = byId.get(row.id);
    if (unit && isOverview(table) && table.hasTitles) compareTitles(unit, row, findings);
    if (unit) applyRow(unit, row);
    else if (isOverview(table)) units.push(rowDraft(row));
    else findings.push(statusOnly(row));
  }
  return true;
}

/** Puts units in the order in which the overviews list them, the others at the end. */
export function sortByRows(units: Draft[], overviews: readonly UnitTable[]): void {
  const rows = overviews.flatMap(table => table.rows);
  const position = new Map(rows.map((row, i) => [row.id, i]));
  units.sort((a, b) => (position.get(a.id) ?? rows.length) - (position.get(b.id) ?? rows.length));
}

function compareTitles(unit: Draft, row: UnitRow, findings: Finding[]): void {
  const name = plainTitle(row.cells.get('name') ?? '').title;
  if (!mayBeSame(name, unit.title)) findings.push(titleMismatch(unit, name, row.line));
}

/** Sections of units that the overviews do not list, although they list their like. */
export function unlisted(units: readonly Draft[], overviews: readonly UnitTable[]): Finding[] {
  const [first] = overviews;
  if (!first) return [];
  const listed = new Set(overviews.flatMap(table => table.rows.map(row => row.id)));
  const kinds = new Set(overviews.map(table => table.kind));
  return units
    .filter(unit => !listed.has(unit.id) && (kinds.has('') || kinds.has(unit.kind)))
    .map(unit => notListed(unit, first.line));
}

const titleMismatch = (unit: Draft, name: string, line: number): Finding => ({
  severity: 'warning',
  code: 'title-mismatch',
  message: `the section of "${unit.id}" is called "${unit.title.slice(0, 80)}", and the table calls it "${name.slice(0, 80)}" (line ${line})`,
  line: unit.line,
  hint: 'Give both the same title, or the section the id of the row that it belongs to.',
});

const notListed = (unit: Draft, line: number): Finding => ({
  severity: 'warning',
  code: 'unlisted-phase',
  message: `"${unit.id}" has a section, and the table of line ${line} does not list it; it is counted`,
  line: unit.line,
  hint: 'Add a row with what it depends on, or remove the section.',
});

const statusOnly = (row: UnitRow): Finding => ({
  severity: 'info',
  code: 'status-only',
  message: `"${row.id}" is named in a table but has no section of its own, and is not counted`,
  line: row.line,
  hint: 'Give it a heading like the others if it is work to be done.',
});

export function rowDraft(row: UnitRow): Draft {
  const title = plainTitle(row.cells.get('name') ?? '');
  const draft = newDraft(
    { ...title, kind: row.kind, id: row.id },
    { line: row.line, endLine: row.line, description: '' },
  );
  applyRow(draft, row);
  return draft;
}

function applyRow(unit: Draft, row: UnitRow): void {
  const cell = (column: Column): string => row.cells.get(column) ?? '';
  if (row.cells.has('dependsOn')) {
    unit.strict = true;
    unit.dependsOn.unshift({ text: cell('dependsOn') || '-', line: row.line });
  }
  if (cell('parallelWith')) unit.parallelWith.unshift({ text: cell('parallelWith'), line: row.line });
  if (cell('blocks')) unit.blocks.unshift({ text: cell('blocks'), line: row.line });
  unit.estimate = parseEstimate(cell('estimate')) ?? unit.estimate;
  unit.type ??= subtaskType(cell('type'));
  unit.done = isDone(cell('status')) ?? unit.done;
  unit.noFiles ||= isNothing(cell('files'));
  const paths = row.codes.length > 0 ? row.codes : cell('files').split(',');
  for (const path of paths.map(cleanPath)) if (path && !isOutside(path)) unit.files.push(path);
}
