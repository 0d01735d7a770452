import type { RootContent } from 'mdast';
import type { Section } from '../markdown/outline.ts';
import { type Content, emptyContent, readBlocks, readSection } from './content.ts';
import { type Document, type Draft, newDraft } from './draft.ts';
import type { HeadingUnit } from './headings.ts';
import type { UnitTitle } from './unit-title.ts';

/** Turns headings that name units into drafts, with what their text says. */
export interface UnitReader {
  draft(unit: HeadingUnit): Draft;
  content(unit: HeadingUnit): Content;
}

export function unitReader(document: Document, units: Iterable<HeadingUnit>): UnitReader {
  const taken = new Set<Section>();
  const mark = (unit: HeadingUnit): void => {
    taken.add(unit.section);
    unit.children.forEach(mark);
  };
  for (const unit of units) mark(unit);
  const isOwn = (section: Section): boolean => !taken.has(section);
  const contents = new Map<HeadingUnit, Content>();
  const content = (unit: HeadingUnit): Content => {
    const known = contents.get(unit) ?? readSection(unit.section, isOwn);
    contents.set(unit, known);
    return known;
  };
  return {
    content,
    draft: unit => {
      const place = {
        line: unit.section.line,
        endLine: unit.section.endLine,
        description: ownText(unit.section, isOwn, document.text),
      };
      const draft = newDraft(unit.title, place, content(unit));
      if (isBlank(draft.title)) draft.title = firstWords(unit.section) || label(unit.title);
      return draft;
    },
  };
}

/** The text of a section without the sub-sections that are units of their own. */
function ownText(section: Section, isOwn: (child: Section) => boolean, text: string): string {
  const parts: string[] = [];
  let start = section.bodyStart;
  for (const child of section.children) {
    if (isOwn(child)) continue;
    parts.push(text.slice(start, child.start));
    start = child.end;
  }
  parts.push(text.slice(start, section.end));
  return trimText(parts.join(''));
}

/** Without blank ends and without the rule that many authors put between sections. */
function trimText(text: string): string {
  const trimmed = text.trimEnd();
  const lastLine = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  const isRule = /^\s{0,3}(?:-{3,80}|\*{3,80})$/.test(lastLine);
  return (isRule ? trimmed.slice(0, trimmed.length - lastLine.length) : trimmed).trim();
}

/** A unit that is spelled as a bold line, with the blocks up to the next such line. */
interface BoldSection {
  readonly title: UnitTitle;
  readonly blocks: RootContent[];
  readonly line: number;
}

/** Cuts blocks at the bold lines among `lines`. */
export function boldDrafts(
  blocks: readonly RootContent[],
  titles: ReadonlyMap<number, UnitTitle>,
  text: string,
): Draft[] {
  const found: BoldSection[] = [];
  for (const block of blocks) {
    const line = block.position!.start.line;
    const title = block.type === 'paragraph' ? titles.get(line) : undefined;
    if (title) found.push({ title, blocks: [], line });
    else found.at(-1)?.blocks.push(block);
  }
  return found.map(({ title, blocks: body, line }) => {
    const content = emptyContent();
    readBlocks(body, null, content);
    const description = body.length > 0 ? slice(text, body[0]!, body.at(-1)!) : '';
    return newDraft(title, { line, endLine: body.at(-1)?.position?.end.line ?? line, description }, content);
  });
}

const slice = (text: string, from: RootContent, to: RootContent): string =>
  text.slice(from.position!.start.offset!, to.position!.end.offset!).trim();

export const label = (title: Pick<UnitTitle, 'kind' | 'id'>): string =>
  `${title.kind.charAt(0).toUpperCase()}${title.kind.slice(1)} ${title.id}`.trim();

const isBlank = (title: string): boolean => title.replace(/\[[^\]]*\]/g, '').trim() === '';

function firstWords(section: Section): string {
  const first = section.blocks[0];
  if (first?.type !== 'paragraph') return '';
  const words = first.children.flatMap(child => ('children' in child ? child.children : [child]));
  const text = words.map(word => ('value' in word ? word.value : '')).join('');
  const line = text.split('\n')[0]!.trim();
  return line.length <= 120 && !/[:：]/.test(line) ? line : '';
}
