import { graphemes, graphemeWidth } from '../text.ts';

/**
 * An estimate of the pixels that system fonts need for the text. Made for the widest in common use, so that nothing
 * runs over its card with any of them.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const grapheme of graphemes(text)) ems += emWidth(grapheme);
  return ems * fontSize;
}

/** The text in at most `maxLines` lines that fit, broken at spaces where possible; what is lost becomes `…`. */
export function wrapText(text: string, width: number, fontSize: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, width, fontSize)) {
    if (textWidth((line + piece).trimEnd(), fontSize) <= width) {
      line += piece;
      continue;
    }
    if (lines.length === maxLines - 1) return [...lines, cut(line + piece, width, fontSize)];
    if (line !== '') lines.push(line.trimEnd());
    line = piece;
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
}

/** The text with its end cut off to fit, which `…` shows. */
export function cut(text: string, width: number, fontSize: number): string {
  let kept = '';
  let used = textWidth('…', fontSize);
  for (const grapheme of graphemes(text)) {
    used += emWidth(grapheme) * fontSize;
    if (used > width) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** Words with the space or hyphen that ends them; those too long for a line in parts. */
function* pieces(text: string, width: number, fontSize: number): Generator<string> {
  for (const [word] of text.matchAll(/[^\s-]*(?:-+|\s+|$)/gu)) {
    if (textWidth(word, fontSize) <= width) {
      if (word !== '') yield word;
      continue;
    }
    let part = '';
    for (const grapheme of graphemes(word)) {
      if (part !== '' && textWidth(part + grapheme, fontSize) > width) {
        yield part;
        part = '';
      }
      part += grapheme;
    }
    yield part;
  }
}

function emWidth(grapheme: string): number {
  const columns = graphemeWidth(grapheme);
  if (columns !== 1) return columns === 2 ? 1.2 : 0;
  if (NARROW.test(grapheme)) return 0.39;
  if (BROAD.test(grapheme)) return 1.02;
  return CAPITAL.test(grapheme) ? 0.78 : 0.67;
}

const NARROW = /^[iljItf.,:;'"|!()[\]{}/\\ `·-]/;
const BROAD = /^[mwMW@%—…]/;
const CAPITAL = /^[\p{Lu}&#+=<>~]/u;
