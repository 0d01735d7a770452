import { printable } from '../base/printable.ts';
import { ascii } from './ascii.ts';
import { displayWidth, graphemes, graphemeWidth } from './graph/text.ts';

/** Lines with colours in them, made to fit. */

const COLOURS = /\x1B\[[\d;]{0,20}m/g;
const PLAIN = /^[\x20-\x7E]*$/;
const TAB = '    ';

/** Characters that take one column each whatever stands beside them, the marks of the screen among them. */
const SINGLE = /^[\x20-\x7E\xA1-\xAC\xAF-\xFF–…›─-▟○●✓✗↑↓↻⊘]*$/;

/** Columns that a terminal gives to the line. */
export function inkWidth(line: string): number {
  const text = line.replace(COLOURS, '');
  return SINGLE.test(text) ? text.length : displayWidth(text);
}

/** The line with nothing in it but colours and characters that the screen has. */
export function harmless(line: string, unicode: boolean): string {
  if (PLAIN.test(line)) return line;
  return partsOf(line)
    .map(({ colour, text }) => colour + readable(text.replaceAll('\t', TAB), unicode))
    .join('');
}

const readable = (text: string, unicode: boolean): string =>
  unicode ? printable(text) : ascii(printable(text));

/** The line within `columns`, ended by the ellipsis where something is lost. */
export function cut(line: string, columns: number, ellipsis: string): string {
  if (fits(line, columns)) return line;
  const room = columns - ellipsis.length;
  if (room < 0) return '';
  const cells = cellsOf(line, columns + 1);
  return drawn(cells.slice(0, endOf(cells, 0, room))) + ellipsis;
}

/**
 * The line on as many rows as it takes, broken at a space where there is one in the second half. Of a line that takes
 * more than `most` rows no more than these are given, the last one ended by the ellipsis.
 */
export function wrap(line: string, columns: number, most: number, ellipsis: string): string[] {
  if (fits(line, columns)) return [line];
  const cells = cellsOf(line, columns * (most + 1));
  const rows: string[] = [];
  for (let at = 0; at < cells.length; ) {
    const isLast = rows.length === most - 1;
    const end = endOf(cells, at, columns);
    if (isLast && end < cells.length) {
      const room = Math.max(0, columns - ellipsis.length);
      return [...rows, drawn(cells.slice(at, endOf(cells, at, room))) + ellipsis];
    }
    const next = end < cells.length ? spaceBefore(cells, at, end) : end;
    rows.push(drawn(cells.slice(at, next)).trimEnd());
    // A character that is wider than the screen is left out.
    at = Math.max(next, at + 1);
    while (end < cells.length && cells[at]?.text === ' ') at += 1;
  }
  return rows;
}

const fits = (line: string, columns: number): boolean =>
  PLAIN.test(line) ? line.length <= columns : inkWidth(line) <= columns;

/** A character with the colours that it has. */
interface Cell {
  readonly colours: string;
  readonly text: string;
  readonly width: number;
}

function cellsOf(line: string, most: number): Cell[] {
  const cells: Cell[] = [];
  let colours: readonly string[] = [];
  for (const { colour, text } of partsOf(line)) {
    colours = afterColour(colours, colour);
    const shown = colours.join('');
    const isPlain = PLAIN.test(text);
    for (const grapheme of isPlain ? text : graphemes(text)) {
      if (cells.length === most) return cells;
      cells.push({ colours: shown, text: grapheme, width: isPlain ? 1 : graphemeWidth(grapheme) });
    }
  }
  return cells;
}

/** The text in parts, each with the change of colour before it. */
function partsOf(line: string): { colour: string; text: string }[] {
  const parts: { colour: string; text: string }[] = [];
  let colour = '';
  let from = 0;
  for (const match of line.matchAll(COLOURS)) {
    parts.push({ colour, text: line.slice(from, match.index) });
    colour = match[0];
    from = match.index + colour.length;
  }
  return [...parts, { colour, text: line.slice(from) }];
}

/** What each of the codes takes back, besides that of everything. */
const TAKES_BACK: Readonly<Record<string, RegExp>> = {
  22: /^\x1B\[[12]m$/,
  27: /^\x1B\[7m$/,
  39: /^\x1B\[3\dm$/,
};

function afterColour(colours: readonly string[], colour: string): readonly string[] {
  if (colour === '') return colours;
  const code = colour.slice(2, -1);
  if (code === '' || code === '0') return [];
  const back = TAKES_BACK[code];
  return back ? colours.filter(other => !back.test(other)) : [...colours, colour];
}

const RESET = '\x1B[0m';

function drawn(cells: readonly Cell[]): string {
  let line = '';
  let colours = '';
  for (const cell of cells) {
    if (cell.colours !== colours) line += (colours === '' ? '' : RESET) + cell.colours;
    colours = cell.colours;
    line += cell.text;
  }
  return colours === '' ? line : line + RESET;
}

/** The first cell that does not fit any more. */
function endOf(cells: readonly Cell[], from: number, columns: number): number {
  let width = 0;
  for (let at = from; at < cells.length; at += 1) {
    width += cells[at]!.width;
    if (width > columns) return at;
  }
  return cells.length;
}

/** Where the row is broken: at its last space, unless that leaves half of it empty. */
function spaceBefore(cells: readonly Cell[], from: number, end: number): number {
  if (cells[end]!.text === ' ') return end;
  for (let at = end - 1; at > from + (end - from) / 2; at -= 1) if (cells[at]!.text === ' ') return at + 1;
  return end;
}
