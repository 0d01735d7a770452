import { elementAt } from '../../base/chunked.ts';
import { counted } from '../../base/counted.ts';
import { unreachable } from '../../base/unreachable.ts';
import { planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { displayWidth, truncate } from '../graph/text.ts';
import { inkWidth } from '../ink.ts';
import { COLOURS, icon } from '../run/icons.ts';
import { typeOf } from '../run/phase-words.ts';
import { same } from '../style.ts';
import { type Cells, type Columns, columnsFor, GAP, LEAD } from './columns.ts';
import { groupWords } from './group.ts';
import type { Pen } from './pen.ts';
import { countsOf, liveNote, liveTook } from './phase-cells.ts';
import type { TreeRow } from './rows.ts';

/** What the rows are written on. */
interface Sheet {
  readonly state: RunState;
  readonly pen: Pen;
  readonly width: number;
  readonly columns: Columns;
}

/** Before the name of a group. */
const GROUP_LEAD = 3;
/** Before what belongs to a phase. */
const INDENT = ' '.repeat(LEAD);

/** The rows as lines, in the columns that these rows need. */
export function treeLines(
  state: RunState,
  rows: readonly TreeRow[],
  selected: number | null,
  pen: Pen,
  width: number,
): string[] {
  const cells = rows.map(row => cellsOf(state, row, pen));
  const sheet: Sheet = { state, pen, width, columns: columnsFor(cells, width - LEAD) };
  return rows.map((row, index) => {
    switch (row.kind) {
      case 'group':
        return groupLine(sheet, row.group);
      case 'folded':
        return foldedLine(sheet, row);
      case 'phase':
        return phaseLine(sheet, row.position, cells[index]!, row.position === selected);
      case 'words':
        return wordsLine(sheet, row);
      case 'subtask':
        return subtaskLine(sheet, row);
      default:
        return unreachable(row);
    }
  });
}

/** Groups have only a count: their names and notes take the room that phases leave. */
function cellsOf(state: RunState, row: TreeRow, pen: Pen): Partial<Cells> {
  if (row.kind === 'group') return { counts: groupWords(state, row.group).counts };
  if (row.kind !== 'phase') return {};
  const { position } = row;
  const { id, title, subtasks } = planAt(state, position);
  return {
    id: pen.text(id),
    title: pen.text(title),
    type: typeOf(subtasks),
    counts: countsOf(state, position),
    took: liveTook(state, position),
    note: pen.text(liveNote(state, position, pen.marks.dot)),
  };
}

/** Its count and its note stand where those of its phases do; without such columns the count is behind its name. */
function groupLine({ state, pen, width, columns }: Sheet, group: number): string {
  const { status, name, isParallel, counts, after } = groupWords(state, group);
  const { style, unicode, marks } = pen;
  const mark = COLOURS[status](style)(icon(status, unicode));
  if (columns.counts === 0) return ` ${mark} ${style.dim(name)}${' '.repeat(GAP)}${counts}`;
  const room = LEAD + columns.id + GAP + columns.title + (columns.type > 0 ? GAP + columns.type : 0);
  const long = isParallel ? `${name} (parallel)` : name;
  const isLong = GROUP_LEAD + long.length <= room;
  const shown = isLong ? long : truncate(name, room - GROUP_LEAD, marks.ellipsis);
  const figure = counts.padStart(room - GROUP_LEAD - shown.length + GAP + columns.counts);
  const note = [...(isParallel && !isLong ? ['parallel'] : []), ...(after === '' ? [] : [after])].join(', ');
  const used = room + GAP + columns.counts;
  return ` ${mark} ${style.dim(shown)}${figure}${groupNote(note, width - used, columns.took, pen)}`;
}

/** In the column of the notes, or before it where it would be cut there. */
function groupNote(note: string, room: number, took: number, { style, marks }: Pen): string {
  const aligned = GAP + (took > 0 ? took + GAP : 0);
  const gap = Math.max(GAP, Math.min(aligned, room - note.length));
  const text = truncate(note, room - gap, marks.ellipsis);
  return text === '' ? '' : ' '.repeat(gap) + style.dim(text);
}

function foldedLine(
  { pen }: Sheet,
  { status, first, last, phases }: Extract<TreeRow, { kind: 'folded' }>,
): string {
  const { style, unicode, marks } = pen;
  const which = first === last ? `group ${first + 1}` : `groups ${first + 1}${marks.to}${last + 1}`;
  return ` ${COLOURS[status](style)(icon(status, unicode))} ${style.dim(`${which}: ${counted(phases, 'phase')}`)}`;
}

function phaseLine(
  { state, pen, width, columns }: Sheet,
  position: number,
  cells: Partial<Cells>,
  isSelected: boolean,
): string {
  const { style, unicode, marks } = pen;
  const { status } = elementAt(state.phases, position).standing;
  const cell = (name: keyof Cells, ink: (text: string) => string = same): string => {
    if (columns[name] === 0) return '';
    const text = truncate(cells[name] ?? '', columns[name], marks.ellipsis);
    const blank = ' '.repeat(columns[name] - displayWidth(text));
    const isFigure = name === 'counts' || name === 'took';
    return ' '.repeat(GAP) + (isFigure ? blank + ink(text) : ink(text) + blank);
  };
  const parts = [
    cell('id', style.bold).slice(GAP - 1),
    cell('title', status === 'running' ? style.bold : same),
    cell('type', style.dim),
    cell('counts'),
    cell('took'),
    cell('note', status === 'failed' ? style.red : style.dim),
  ];
  const mark = COLOURS[status](style)(icon(status, unicode));
  if (!isSelected) return `   ${mark}${parts.join('')}`.trimEnd();
  const line = `${marks.pointer}  ${mark}${parts.join('')}`;
  return style.inverse(line + ' '.repeat(Math.max(0, width - inkWidth(line))));
}

function wordsLine({ pen, width }: Sheet, row: Extract<TreeRow, { kind: 'words' }>): string {
  const { style, marks } = pen;
  const mark = row.lead === 'none' ? ' '.repeat(marks.stem.length) : marks[row.lead];
  const lead = `${INDENT}${mark} `;
  const text = truncate(pen.text(row.text), width - lead.length, marks.ellipsis);
  return style.dim(lead) + (row.isUrgent ? style.yellow(text) : style.dim(text));
}

function subtaskLine(
  { state, pen, width }: Sheet,
  { position, index, isLast }: Extract<TreeRow, { kind: 'subtask' }>,
): string {
  const { style, unicode, marks } = pen;
  const { status } = elementAt(state.phases, position).subtasks[index]!;
  const { type, title } = planAt(state, position).subtasks[index]!;
  const lead = `${INDENT}${isLast ? marks.corner : marks.branch} `;
  const words = type === 'task' ? pen.text(title) : `[${type}] ${pen.text(title)}`;
  const text = truncate(words, width - lead.length - 2, marks.ellipsis);
  const mark = COLOURS[status](style)(icon(status, unicode));
  return `${style.dim(lead)}${mark} ${status === 'running' ? text : style.dim(text)}`;
}
