import { counted, grouped } from '../../base/counted.ts';
import { printable, printableLines } from '../../base/printable.ts';
import { type FileChange, linesIn } from '../../run/gates.ts';
import { displayWidth, graphemes, graphemeWidth } from '../graph/text.ts';
import { ellipsisOf, type Look } from '../look.ts';
import type { Style } from '../style.ts';
import { type Row, table } from './table.ts';

/** A patch as git writes it, line by line, made harmless and coloured by what each line says. */
export function diffColoured(patch: string, style: Style): string[] {
  if (patch === '') return [];
  let isInHunk = false;
  return printableLines(patch.endsWith('\n') ? patch.slice(0, -1) : patch)
    .split('\n')
    .map(line => {
      if (HUNK.test(line)) isInHunk = true;
      else if (isInHunk && !BODY.test(line)) isInHunk = false;
      return line === '' ? line : isInHunk ? inHunk(line, style) : style.bold(line);
    });
}

const HUNK = /^@@ -[\d,]+ \+[\d,]+ @@/;
/** What lines of a hunk begin with; all others are about files. */
const BODY = /^[-+ \\]/;

function inHunk(line: string, style: Style): string {
  switch (line[0]) {
    case '+':
      return style.green(line);
    case '-':
      return style.red(line);
    case '@':
      return style.blue(line);
    case '\\':
      return style.dim(line);
    default:
      return line;
  }
}

/** The files with the lines that were added and deleted, and the sum. */
export function statText(files: readonly FileChange[], { style, unicode, columns }: Look): string {
  const rows = files.map(
    ({ path, added, deleted, binary }): Row => [
      pathWithin(printable(path), columns - COUNTS_COLUMNS, unicode),
      binary ? 'binary' : { text: added > 0 ? `+${grouped(added)}` : '', colour: style.green },
      { text: deleted > 0 ? `-${grouped(deleted)}` : '', colour: style.red },
    ],
  );
  const sum = linesIn(files);
  const total = `${counted(files.length, 'file')}, ${counted(sum.added, 'line')} added, ${grouped(sum.deleted)} deleted`;
  return `${table(rows, { columns, unicode, flexible: [0] })}${style.dim(total)}\n`;
}

/** What both counts take of a line, with room for millions. */
const COUNTS_COLUMNS = 24;

/** Of a long path the end tells most. */
function pathWithin(path: string, columns: number, unicode: boolean): string {
  const room = Math.max(MIN_PATH, columns);
  if (displayWidth(path) <= room) return path;
  const ellipsis = ellipsisOf(unicode);
  const letters = [...graphemes(path)];
  let width = displayWidth(path) + ellipsis.length;
  let from = 0;
  while (width > room) {
    width -= graphemeWidth(letters[from]!);
    from += 1;
  }
  return ellipsis + letters.slice(from).join('');
}

const MIN_PATH = 20;
