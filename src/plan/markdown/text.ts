import type { Nodes, PhrasingContent } from 'mdast';
import { LIMITS } from '../limits.ts';

/** A line of running text with the code spans in it, as an author sees it on the page. */
export interface TextLine {
  readonly text: string;
  readonly codes: readonly string[];
  readonly line: number;
  /** The leading bold or emphasised words, where the line starts with some: the usual shape of a label. */
  readonly lead: string;
}

/** The words of a node without its markup. */
export function plainText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'break') return '\n';
  if (!('children' in node)) return '';
  let text = '';
  for (const child of node.children) text += plainText(child);
  return text;
}

/** The same on one line, cut to what is read of a heading or a cell. */
export const shortText = (node: Nodes): string =>
  plainText(node).slice(0, LIMITS.readCharacters).replace(/\s+/g, ' ').trim();

/** Splits phrasing content where the author began a new line. */
export function textLines(children: readonly PhrasingContent[], firstLine: number): TextLine[] {
  const lines: TextLine[] = [];
  let current = { text: '', codes: [] as string[], lead: '', line: firstLine };
  const flush = (): void => {
    const text = current.text.slice(0, LIMITS.readCharacters).trim();
    if (text) lines.push({ ...current, text });
    current = { text: '', codes: [], lead: '', line: current.line + 1 };
  };
  const visit = (node: PhrasingContent, emphasised: boolean): void => {
    if (node.type === 'break') {
      flush();
      return;
    }
    if (node.type === 'inlineCode') {
      current.codes.push(node.value);
      current.text += node.value;
      return;
    }
    if ('children' in node) {
      const strong = node.type === 'strong' || node.type === 'emphasis';
      for (const child of node.children) visit(child, emphasised || strong);
      return;
    }
    const [first = '', ...rest] = plainText(node).split('\n');
    const room = LIMITS.readCharacters - current.text.length;
    if (emphasised && !current.text.trim()) current.lead = first.slice(0, room).trim();
    if (room > 0) current.text += first.slice(0, room);
    for (const text of rest) {
      flush();
      current.text = text;
    }
  };
  for (const child of children) visit(child, false);
  flush();
  return lines;
}
