import { printableLines } from '../../../base/printable.ts';
import { xml } from '../../graph/escape.ts';

/** Text that is known to be HTML of ours. Everything else is escaped where it is put in. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | null | Markup | readonly Part[];

/** HTML with parts put in: texts lose all meaning, on one line, in an element as in a quoted attribute. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0]!;
  for (const [index, part] of parts.entries()) markup += written(part) + strings[index + 1]!;
  return { markup };
}

function written(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string')
    return `${/^\s/.test(part) ? ' ' : ''}${xml(part)}${/\s$/.test(part) ? ' ' : ''}`;
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(written).join('');
}

/** Markup that another view of ours made. */
export const trusted = (markup: string): Markup => ({ markup });

/** Foreign text with its lines and spaces, for an element. */
export const lines = (text: string): Markup => ({
  markup: printableLines(text.replaceAll('\r\n', '\n').toWellFormed())
    .trimEnd()
    .replace(/[\uFFFE\uFFFF]/g, ' ')
    .replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`),
});
