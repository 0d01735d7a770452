/**
 * Text that takes one line and cannot steer a terminal or reorder its neighbours: no escape sequences, control
 * characters, bidirectional overrides, invisible spaces or halves of characters. Allowed in XML 1.0 throughout.
 */
export function clean(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, '').toWellFormed().replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
}

/** Colours and cursor movements, and the strings that set titles and links. */
const ESCAPE_SEQUENCE = /[\x1B\x9B](?:\][^\x07\x1B]{0,500}(?:\x07|\x1B\\)|[[()#;?]{0,3}[\d;:]{0,40}[@-~])/g;
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF]/gu;

/** `2a: Backend`, or only the id where the title says nothing. */
export function caption({ id, title }: { readonly id: string; readonly title: string }): string {
  const text = clean(title);
  return text === '' ? id : `${id}: ${text}`;
}

/** Columns that a terminal gives to the text. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The text within `columns`, cut between whole characters and ended by the ellipsis where something is lost. */
export function truncate(text: string, columns: number, ellipsis = '…'): string {
  if (PRINTABLE_ASCII.test(text) && text.length <= columns) return text;
  const room = columns - ellipsis.length;
  let width = 0;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) return room < 0 ? '' : kept.trimEnd() + ellipsis;
    if (width <= room) kept += grapheme;
  }
  return text;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** What a reader takes for single characters. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of SEGMENTER.segment(text)) yield segment;
}

/** East Asian wide characters and emoji take two columns, marks without a base none. */
export function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (NO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;
const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u;
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}])/u;
