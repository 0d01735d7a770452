import { type Cell, cellsOf, type Look } from './cells.ts';
import { paint, WINDOW } from './palette.ts';
import { CELL, drawn, isDrawn, units } from './strokes.ts';

/** Where letters stand in their row. */
const BASELINE = 14.6;

/**
 * The rows of a captured screen as SVG, each as if it were the first, for a place that has the window's ink; an empty row is
 * an empty text.
 */
export const rowsOf = (captured: string): string[] => cellsOf(captured).map(row);

function row(cells: readonly Cell[]): string {
  const painted = cells.map(cell => ({ ...cell, ...paint(cell.look) }));
  const grounds = groups(painted, (a, b) => a.behind === b.behind).map(group => ground(group));
  const letters = groups(painted, belongTogether).map(group => ink(group));
  return [...grounds, ...letters].join('');
}

type Painted = Cell & ReturnType<typeof paint>;

function groups(
  cells: readonly Painted[],
  together: (one: Painted, next: Painted) => boolean,
): (readonly Painted[])[] {
  const found: Painted[][] = [];
  for (const cell of cells) {
    const last = found.at(-1);
    if (last && together(last.at(-1)!, cell)) last.push(cell);
    else found.push([cell]);
  }
  return found;
}

/**
 * What stands in one text. Letters of fonts that are no terminal's, such as symbols and pictures, may be of another width
 * than their cells, so each of them has a place of its own; so has a word after a gap.
 */
const belongTogether = (one: Painted, next: Painted): boolean =>
  kindOf(one) === kindOf(next) &&
  kindOf(one) !== 'symbol' &&
  (kindOf(one) !== 'drawn' || one.text === next.text) &&
  one.ink === next.ink &&
  sameFace(one.look, next.look);

const sameFace = (one: Look, other: Look): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.strike === other.strike;

const kindOf = ({ text, width }: Cell): 'drawn' | 'letter' | 'symbol' => {
  if (isDrawn(text)) return 'drawn';
  return width === 1 && /^[ -~\u00a0-\u024f\u2010-\u2026]$/.test(text) ? 'letter' : 'symbol';
};

function ground(group: readonly Painted[]): string {
  const { behind, column } = group[0]!;
  if (behind === null) return '';
  return `<rect x="${units(column * CELL.width)}" width="${units(widthIn(group) * CELL.width)}" height="${CELL.height}" fill="${behind}"/>`;
}

function ink(group: readonly Painted[]): string {
  const first = group[0]!;
  const kind = kindOf(first);
  if (kind === 'drawn') return drawn(first.text, group.length, first.column * CELL.width, first.ink);
  if (kind === 'symbol') {
    const middle = units((first.column + first.width / 2) * CELL.width);
    return `<text x="${middle}" y="${BASELINE}" text-anchor="middle"${face(first)}>${escaped(first.text)}</text>`;
  }
  return words(group).map(word).join('');
}

/** Two spaces and more are a gap, unless a line goes through them. */
function words(group: readonly Painted[]): (readonly Painted[])[] {
  const { underline, strike } = group[0]!.look;
  if (underline || strike) return [group];
  const text = group.map(cell => cell.text).join('');
  return [...text.matchAll(/[^ ]+(?: [^ ]+)*/g)].map(found =>
    group.slice(found.index, found.index + found[0].length),
  );
}

function word(cells: readonly Painted[]): string {
  const first = cells[0]!;
  const place = `x="${units(first.column * CELL.width)}" y="${BASELINE}"`;
  const length = units(cells.length * CELL.width);
  const text = escaped(cells.map(cell => cell.text).join(''));
  return `<text ${place} textLength="${length}"${face(first)}>${text}</text>`;
}

function face({ ink: fill, look }: Painted): string {
  const classes = [look.bold && 'b', look.italic && 'i', look.underline && 'u', look.strike && 's'];
  const names = classes.filter(Boolean).join(' ');
  return `${fill === WINDOW.text ? '' : ` fill="${fill}"`}${names ? ` class="${names}"` : ''}`;
}

const widthIn = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0);

/** As text in XML, which has no place for some characters. */
export const escaped = (text: string): string =>
  text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
