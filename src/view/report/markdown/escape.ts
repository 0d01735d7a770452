import { fence } from '../../../base/fence.ts';
import { printableLines } from '../../../base/printable.ts';
import { codeSpan } from '../../../plan/convert/inline.ts';
import { clean } from '../../graph/text.ts';

/** What has a meaning anywhere in a line. Underscores within words have none. */
const SPECIAL = /[\\`*[<|~]|&(?=[#\w])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Foreign text within a line or a cell of a table. */
export const inline = (text: string): string => clean(text).replace(SPECIAL, mark => `\\${mark}`);

/** Foreign text at the beginning of a block, which it cannot turn into another kind of block. */
export const opening = (text: string): string => unstarted(inline(text));

/** Foreign text of several lines as a quotation: no line of it begins a block, and each stays a line. */
export function quotation(text: string): string {
  return linesOf(text)
    .map(line => `> ${opening(line)}`.trimEnd())
    .join('  \n');
}

/** Lines are kept apart but for runs of empty ones. */
const linesOf = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\r\n|[\r\n]/)
    .filter((line, at, lines) => line.trim() !== '' || lines[at - 1]?.trim() !== '');

/** Without what would begin a heading, a list, a quotation or a rule. */
const unstarted = (line: string): string =>
  line.replace(/^[#+=>-]/, mark => `\\${mark}`).replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** Foreign text as a block of code, with its spaces, between fences that it cannot close. */
export const fenced = (text: string): string =>
  fence(printableLines(text.replaceAll('\r\n', '\n').toWellFormed()).trimEnd(), 'text');

/** A text on one line as code. */
export const code = (text: string): string => codeSpan(clean(text) || ' ');
