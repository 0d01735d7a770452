import type { ListItem } from 'mdast';
import { type Box, emptyContent, readBlocks } from './content.ts';
import { type Document, type Draft, newDraft } from './draft.ts';
import { cleanPath, isOutside } from './paths.ts';
import {
  parseNumberedTitle,
  parseTicketTitle,
  parseUnitTitle,
  plainTitle,
  type UnitTitle,
} from './unit-title.ts';

/** How boxes say which piece of work they are. */
export type BoxNaming = 'ticket' | 'kind' | 'numbered' | 'plain';

/** The strongest naming that the boxes use, be it that only one in ten is named: the others are then notes among them. */
export function boxNaming(boxes: readonly Box[]): BoxNaming | null {
  if (boxes.length === 0) return null;
  const isUsed = (naming: BoxNaming): boolean =>
    boxes.filter(box => READERS[naming](box.text)).length * 10 >= boxes.length;
  return NAMINGS.find(isUsed) ?? 'plain';
}

const NAMINGS: readonly BoxNaming[] = ['ticket', 'kind', 'numbered'];
const READERS: Record<BoxNaming, (text: string) => UnitTitle | null> = {
  ticket: parseTicketTitle,
  kind: parseUnitTitle,
  numbered: parseNumberedTitle,
  plain: plainTitle,
};

/** The boxes named in this way, as drafts. Boxes of a weaker naming among them are not pieces of work. */
export function boxDrafts(boxes: readonly Box[], naming: BoxNaming, document: Document): Draft[] {
  return boxes.flatMap(box => {
    const title = READERS[naming](box.text);
    return title ? [boxDraft(box, title, naming, document)] : [];
  });
}

function boxDraft(box: Box, title: UnitTitle, naming: BoxNaming, document: Document): Draft {
  const content = emptyContent();
  const [first, ...rest] = box.item.children;
  readBlocks(rest, null, content);
  if (naming === 'ticket') addMentionedPaths(box.codes, content);
  const description = rest.length > 0 && first ? textAfter(box.item, document.text) : '';
  const draft = newDraft(title, { line: box.line, endLine: box.endLine, description }, content);
  draft.done ||= box.checked;
  draft.optional ||= box.optional;
  draft.children = boxDrafts(content.boxes, boxNaming(content.boxes) ?? 'plain', document);
  return draft;
}

/** Spec-kit asks authors to name the files of a task in its sentence. */
function addMentionedPaths(codes: readonly string[], content: { files: string[] }): void {
  for (const code of codes) {
    const path = cleanPath(code);
    if (path?.includes('/') && !isOutside(path)) content.files.push(path);
  }
}

function textAfter(item: ListItem, text: string): string {
  const [first, ...rest] = item.children;
  const start = first!.position!.end.offset!;
  const end = rest.at(-1)!.position!.end.offset!;
  return dedent(text.slice(start, end).replace(/^\n/, ''));
}

/** Takes away the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n');
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines) if (line.trim()) indent = Math.min(indent, line.length - line.trimStart().length);
  return lines
    .map(line => line.slice(indent))
    .join('\n')
    .trim();
}
