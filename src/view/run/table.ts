import { displayWidth, padEnd, truncate } from '../graph/text.ts';
import { ellipsisOf } from '../look.ts';
import { same } from '../style.ts';

/** A cell, with the colour that it has once it is as wide as its column. */
export type Cell = string | { readonly text: string; readonly colour: (text: string) => string };
/** Cells, or a line that stands for itself. */
export type Row = readonly Cell[] | string;

export interface Fit {
  readonly columns: number;
  readonly unicode: boolean;
  /** Columns that may become narrower, the first one to do so first. */
  readonly flexible: readonly number[];
}

const UNLIMITED: Fit = { columns: Infinity, unicode: true, flexible: [] };
const GAP = '  ';
/** No flexible column becomes narrower than this. */
const MIN_COLUMN = 10;

/** Columns as wide as their widest cell, or as there is room for; those that are empty in every row are left out. */
export function table(rows: readonly Row[], fit: Fit = UNLIMITED): string {
  const widths = narrowed(widthsOf(rows), fit);
  const cut = (text: string, columns: number): string =>
    columns === Infinity ? text : truncate(text, columns, ellipsisOf(fit.unicode));
  const printed = (cells: readonly Cell[]): string => {
    let line = '';
    let used = 0;
    for (const [column, cell] of cells.entries()) {
      const width = widths[column]!;
      if (width === 0) continue;
      const [text, colour] = typeof cell === 'string' ? [cell, same] : [cell.text, cell.colour];
      const gap = used === 0 ? '' : GAP;
      const room = Math.max(0, Math.min(width, fit.columns - used - gap.length));
      const shown = cut(text, room);
      line += gap + (shown === '' ? '' : colour(shown)) + padEnd('', room - displayWidth(shown));
      used += gap.length + room;
    }
    return line.trimEnd();
  };
  return rows.map(row => `${typeof row === 'string' ? row : printed(row)}\n`).join('');
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    if (typeof row === 'string') continue;
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(textOf(cell)));
    }
  }
  return widths;
}

function narrowed(widths: readonly number[], { columns, flexible }: Fit): readonly number[] {
  const shown = widths.filter(width => width > 0);
  let over = shown.reduce((sum, width) => sum + width, 0) + GAP.length * (shown.length - 1) - columns;
  const fitting = [...widths];
  for (const column of flexible) {
    const width = fitting[column] ?? 0;
    if (over <= 0 || width <= MIN_COLUMN) continue;
    fitting[column] = Math.max(MIN_COLUMN, width - over);
    over -= width - fitting[column];
  }
  return fitting;
}
