import type { Node } from '../shape.ts';
import { displayWidth, padEnd } from '../text.ts';
import type { Ink } from './ink.ts';
import { label } from './words.ts';

/** A phase in a row of phases side by side. */
export interface Box {
  readonly node: Node;
  readonly label: string;
  readonly left: number;
  readonly width: number;
}

/** Where rows stand: the column they are centred on, and columns shared by rows of equally many phases. */
export interface Grid {
  readonly axis: number;
  readonly cells: ReadonlyMap<number, readonly number[]>;
}

export function gridOf(rows: readonly (readonly Node[])[], width: number, ink: Ink): Grid {
  const cells = new Map<number, readonly number[]>();
  let widest = 0;
  for (const row of rows) {
    const own = labelsWithin(row, width, ink)?.map(text => displayWidth(text) + ink.frame);
    if (own === undefined) continue;
    const shared = cells.get(row.length)?.map((cell, at) => Math.max(cell, own[at]!)) ?? own;
    if (total(shared) <= width) cells.set(row.length, shared);
    widest = Math.max(widest, total(cells.get(row.length)!));
  }
  return { axis: Math.floor(widest / 2), cells };
}

/** The row side by side, with `aside` columns left free at its right; null where it does not fit. */
export function placeBoxes(
  row: readonly Node[],
  aside: number,
  grid: Grid,
  width: number,
  ink: Ink,
): Box[] | null {
  const room = width - aside;
  const labels = labelsWithin(row, room, ink);
  if (labels === null) return null;
  const widths = labels.map(text => displayWidth(text) + ink.frame);
  const shared = grid.cells.get(row.length);
  const fits = shared !== undefined && total(shared) <= room && widths.every((w, at) => w <= shared[at]!);
  const cells = fits ? shared : widths;
  const ideal = grid.axis - Math.floor(total(cells) / 2);
  let left = Math.max(0, Math.min(ideal, room - total(cells)));
  return row.map((node, at) => {
    const cell = cells[at]!;
    const own = widths[at]!;
    const box = { node, label: labels[at]!, left: left + Math.floor((cell - own) / 2), width: own };
    left += cell + GAP_COLUMNS;
    return box;
  });
}

/** The row as text; `exits` are the columns where lines leave it. */
export function drawBoxes(
  boxes: readonly Box[],
  note: string,
  exits: ReadonlySet<number>,
  ink: Ink,
): string[] {
  const aside = note === '' ? '' : `   ${ink.aside}${note}`;
  if (!ink.bordered) return [across(boxes, box => `[${box.label}]`) + aside];
  const border = (box: Box, start: string, end: string, exitsToo: boolean): string =>
    start +
    Array.from({ length: box.width - 2 }, (_, at) =>
      exitsToo && exits.has(box.left + 1 + at) ? ink.joins[14]! : ink.joins[12]!,
    ).join('') +
    end;
  return [
    across(boxes, box => border(box, ink.joins[10]!, ink.joins[6]!, false)),
    across(boxes, box => `${ink.joins[3]} ${box.label} ${ink.joins[3]}`) + aside,
    across(boxes, box => border(box, ink.joins[9]!, ink.joins[5]!, true)),
  ];
}

const GAP_COLUMNS = 3;
/** Longer titles make a row hard to take in; the list has more of them. */
const MAX_LABEL_COLUMNS = 44;
/** Narrower boxes say too little to be worth drawing. */
const MIN_LABEL_COLUMNS = 12;

/** Labels that fit side by side into `room`, titles cut as needed. */
function labelsWithin(row: readonly Node[], room: number, ink: Ink): string[] | null {
  const natural = row.map(node => label(node, MAX_LABEL_COLUMNS, ink));
  if (total(natural.map(text => displayWidth(text) + ink.frame)) <= room) return natural;
  const each = Math.floor((room + GAP_COLUMNS) / row.length) - GAP_COLUMNS - ink.frame;
  if (each < MIN_LABEL_COLUMNS) return null;
  const cut = row.map(node => label(node, Math.min(each, MAX_LABEL_COLUMNS), ink));
  return total(cut.map(text => displayWidth(text) + ink.frame)) <= room ? cut : null;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP_COLUMNS * (widths.length - 1));
}

function across(boxes: readonly Box[], draw: (box: Box) => string): string {
  let line = '';
  for (const box of boxes) line = padEnd(line, box.left) + draw(box);
  return line;
}
