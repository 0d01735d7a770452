/**
 * Plain text as one line of markdown. The escapes make any markdown reader show exactly the text; our own reader only
 * undoes them.
 */
export function escapeInline(text: string): string {
  return text
    .replace(ACTIVE, mark => `\\${mark}`)
    .replace(BLOCK_START, (_, number: string | undefined, mark: string) => `${number ?? ''}\\${mark}`)
    .replace(CLOSING_HASHES, (_, before: string, mark: string) => `${before}\\${mark}`);
}

export const unescapeInline = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** Marks that mean something inside a line: a backslash before punctuation, an underscore at the edge of a word, … */
const ACTIVE =
  /\\(?=[!-/:-@[-`{-~]|$)|[`*[\]~|]|<(?=[A-Za-z/!?])|&(?=#?[A-Za-z0-9]+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** Marks that make a list item, a heading, a quote or a rule of a line. */
const BLOCK_START =
  /^(\d{1,9}(?=[.)](?:\s|$)))?([.)](?<=\d.)|>|[-+](?=\s|$)|-(?=[\s-]*$)|#(?=#{0,5}(?:\s|$)))/;
/** Hashes at the end of a heading are not part of it. */
const CLOSING_HASHES = /([ \t])(#)(?=#*$)/;

/** Text in a code span, between runs of backticks of a length that does not occur in it. */
export function codeSpan(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(run => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = '`'.repeat(length);
  const padded = text.startsWith('`') || text.endsWith('`') || isPadded(text);
  return padded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** The texts of code spans with commas between them; null where anything else stands there. */
export function readCodeSpans(line: string): string[] | null {
  const runs = [...line.matchAll(/`+/g)];
  const texts: string[] = [];
  let at = 0;
  for (let i = 0; i < runs.length; i += 1) {
    const open = runs[i]!;
    const between = line.slice(at, open.index).trim();
    const start = open.index + open[0].length;
    do i += 1;
    while (i < runs.length && runs[i]![0].length !== open[0].length);
    const close = runs[i];
    if (!close || between !== (at === 0 ? '' : ',')) return null;
    const text = line.slice(start, close.index);
    texts.push(isPadded(text) ? text.slice(1, -1) : text);
    at = close.index + close[0].length;
  }
  return line.slice(at).trim() === '' && texts.length > 0 ? texts : null;
}

/** Markdown takes one blank off both ends of a code span that has some and is not all blanks. */
const isPadded = (text: string): boolean => text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
