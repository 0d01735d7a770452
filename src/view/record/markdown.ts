import { fence } from '../../base/fence.ts';
import { printable, printableLines } from '../../base/printable.ts';
import { codeSpan, escapeInline } from '../../plan/convert/inline.ts';

/*
 * Words of strangers inside a document of ours. Whatever they hold, they show as what they are, stay in their place
 * and load nothing when the document is shown.
 */

/** Longest text of a stranger that the record holds, in characters. */
const MAX_TEXT = 100_000;
/** Longest text on one line, in characters. */
const MAX_LINE = 1_000;

/** On one line, as plain text. */
export const inline = (text: string): string => escapeInline(oneLine(text)) || '(nothing)';

/** On one line, as code. */
export const code = (text: string): string => codeSpan(oneLine(text) || ' ');

const oneLine = (text: string): string => printable(cut(text, MAX_LINE).toWellFormed()).trim();

/** Prose as a block quote, in which its own markdown still reads well. */
export const quote = (text: string, indent = ''): string =>
  tamed(printableLines(cut(text, MAX_TEXT).toWellFormed().replaceAll('\r\n', '\n').trim() || '(nothing)'))
    .split('\n')
    .map(line => `${indent}> ${line}`.trimEnd())
    .join('\n');

/** What programs print, between fences that are longer than any in it. */
export const fenced = (text: string, language: string): string =>
  fence(printableLines(cut(text, MAX_TEXT).toWellFormed().replaceAll('\r\n', '\n')), language);

/** The first of many, and how many more there are. */
export const listed = (items: readonly string[], total: number): string =>
  [...items, ...(total > items.length ? [`- and ${total - items.length} more`] : [])].join('\n').trimEnd();

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit)} […]` : text;

/** Tags, images and definitions of links reach beyond the quote that they stand in. */
const tamed = (text: string): string =>
  text.replace(/\\.|<(?=[A-Za-z/!?])|!(?=\[)|\](?=:)/g, mark => (mark.length > 1 ? mark : `\\${mark}`));
