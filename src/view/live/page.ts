import { grouped } from '../../base/counted.ts';
import { cut, harmless, inkWidth, wrap } from '../ink.ts';
import { type Pen, penOf } from './pen.ts';
import type { Page, Screen } from './scene.ts';

/** Rows of the screen that are not the page's own: its title and its keys. */
const FRAME = 2;

/** Characters of a line that can be scrolled to; the rest of a longer one is left out. */
const MAX_LINE = 50_000;

/** A row of the text. */
export interface Place {
  readonly line: number;
  /** Counted in the line, as it is wrapped. */
  readonly row: number;
}

/** A page over the whole screen, but for its last line. */
export function pageLines(page: Page, screen: Screen): string[] {
  const pen = penOf(screen);
  const height = pageHeight(screen);
  const top = topOf(page, screen);
  const rows: string[] = [];
  let last = top.line;
  for (; last < page.lines.length && rows.length < height; last += 1) {
    rows.push(...rowsOf(page.lines[last]!, screen).slice(last === top.line ? top.row : 0));
  }
  const shown = rows.slice(0, height);
  return [
    titleLine(page, top.line, last, pen, screen.columns),
    ...shown,
    ...new Array<string>(height - shown.length).fill(''),
  ];
}

/** Rows for the text of a page. */
export const pageHeight = ({ rows }: Screen): number => Math.max(1, rows - FRAME);

/** The first row that is seen. */
export function topOf({ lines, top, row = 0 }: Page, screen: Screen): Place {
  const end = endTop(lines, screen);
  if (top === null || top > end.line) return end;
  // On a wider screen the line may have fewer rows.
  const place = { line: top, row: row > 0 ? Math.min(row, rowsOf(lines[top] ?? '', screen).length - 1) : 0 };
  return isBefore(place, end) ? place : end;
}

/** The row at the top when the last one is at the bottom. */
export const endTop = (lines: readonly string[], screen: Screen): Place =>
  rowsAbove(lines, { line: lines.length, row: 0 }, pageHeight(screen), screen);

export const isBefore = (a: Place, b: Place): boolean =>
  a.line < b.line || (a.line === b.line && a.row < b.row);

/** The row so many rows above another; the first one where there are not that many. */
export function rowsAbove(lines: readonly string[], from: Place, by: number, screen: Screen): Place {
  let { line } = from;
  let left = by - from.row;
  while (left > 0 && line > 0) {
    line -= 1;
    left -= rowsOf(lines[line]!, screen).length;
  }
  return { line, row: Math.max(0, -left) };
}

/** The row so many rows below another; the end where there are not that many. */
export function rowsBelow(lines: readonly string[], from: Place, by: number, screen: Screen): Place {
  let { line } = from;
  let left = from.row + by;
  for (; line < lines.length; line += 1) {
    const { length } = rowsOf(lines[line]!, screen);
    if (left < length) return { line, row: left };
    left -= length;
  }
  return { line, row: 0 };
}

function rowsOf(line: string, screen: Screen): string[] {
  const { ellipsis } = penOf(screen).marks;
  const whole = line.length > MAX_LINE ? line.slice(0, MAX_LINE).toWellFormed() + ellipsis : line;
  return wrap(harmless(whole, screen.unicode), screen.columns, Infinity, ellipsis);
}

function titleLine({ title, lines }: Page, top: number, last: number, pen: Pen, columns: number): string {
  const { style, marks, text } = pen;
  const range = `${grouped(top + 1)}${marks.to}${grouped(last)} of ${grouped(lines.length)}`;
  const where = lines.length === 0 ? 'empty' : range;
  const name = cut(` ${text(title)}`, Math.max(0, columns - where.length - 3), marks.ellipsis);
  const blank = ' '.repeat(Math.max(1, columns - inkWidth(name) - where.length - 1));
  return cut(`${style.bold(name)}${blank}${style.dim(where)}`, columns, marks.ellipsis);
}
