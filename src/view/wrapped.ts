import { inkWidth, wrap } from './ink.ts';

/** Columns below which nothing is made any narrower. */
const MIN_COLUMNS = 20;

/** Coloured words behind something that stands before their first line only, such as a time; no line is wider. */
export function hung(head: string, words: string, columns: number): string[] {
  if (columns === Infinity) return [head + words];
  const margin = inkWidth(head);
  const rows = wrap(words, Math.max(MIN_COLUMNS, columns - margin), Infinity, '');
  return rows.map((row, index) => (index === 0 ? head : ' '.repeat(margin)) + row);
}

/** Every line of a coloured text within `columns`; what follows is indented a little more than the line itself. */
export function fitted(text: string, columns: number): string {
  if (columns === Infinity) return text;
  return text
    .split('\n')
    .flatMap(line => {
      if (inkWidth(line) <= columns) return [line];
      const words = line.trimStart();
      const indent = line.length - words.length + CONTINUED;
      return hung(' '.repeat(indent), words, columns).map((row, index) =>
        index === 0 ? row.slice(CONTINUED) : row,
      );
    })
    .join('\n');
}

/** By how much the rest of a line is indented. */
const CONTINUED = 2;
