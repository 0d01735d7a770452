import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

/** Characters handed to the markdown parser at once. */
const WINDOW_CHARACTERS = 4096;
/**
 * Inline marks whose resolution is quadratic, with the number in one run of text above which the construct is not
 * looked for any more. No text that a person wrote comes near these.
 */
const COSTLY_MARKS = [
  { marks: [42, 95, 126], limit: 1500, constructs: ['attention', 'strikethrough'] },
  {
    marks: [91, 93],
    limit: 2000,
    constructs: ['labelStartLink', 'labelStartImage', 'labelEnd', 'definition'],
  },
  { marks: [60], limit: 500, constructs: ['htmlText', 'autolink'] },
  { marks: [96], limit: 4000, constructs: ['codeText'] },
];

/** For each ASCII character the number of its entry above, counted from 1. */
const KIND_OF_MARK = new Uint8Array(128);
COSTLY_MARKS.forEach(({ marks }, i) => {
  for (const mark of marks) KIND_OF_MARK[mark] = i + 1;
});

/**
 * The top-level blocks of a markdown document, as mdast with GFM tables and check boxes, positions counted from
 * the document's start.
 *
 * The parser's own cost grows with the square of the document, so it is given a window at a time. All blocks of a
 * window but the last are certainly closed, since another began after them; the next window starts at the last one.
 * Where a window holds nothing but one long list, the same holds for the list's items.
 */
export function parseBlocks(text: string): RootContent[] {
  const blocks: RootContent[] = [];
  let start = 0;
  let line = 0;
  let size = WINDOW_CHARACTERS;
  let listIsOpen = false;
  while (start < text.length) {
    const end = windowEnd(text, start + size);
    const { closed, next } = splitWindow(
      parseWindow(text.slice(start, end), start === 0),
      end === text.length,
    );
    if (closed.length === 0 && next) {
      size *= 2;
      continue;
    }
    for (const block of closed) shift(block, start, line);
    if (listIsOpen) joinList(blocks, closed);
    blocks.push(...closed);
    if (!next) {
      if (end === text.length) break;
      line += countLines(text, start, end);
      start = end;
    } else {
      line += next.position!.start.line - 1;
      start = text.lastIndexOf('\n', start + next.position!.start.offset! - 1) + 1;
    }
    listIsOpen = next?.type === 'listItem';
    size = WINDOW_CHARACTERS;
  }
  return blocks;
}

/** Tells the blocks that are certainly whole from the one where the next window has to begin. */
function splitWindow(root: Root, atEnd: boolean): { closed: RootContent[]; next: Nodes | null } {
  const last = root.children.at(-1);
  if (atEnd || !last) return { closed: root.children, next: null };
  if (root.children.length > 1) return { closed: root.children.slice(0, -1), next: last };
  if (last.type !== 'list' || last.children.length < 2) return { closed: [], next: last };
  const next = last.children.at(-1)!;
  const whole = last.children.slice(0, -1);
  const position = { start: last.position!.start, end: { ...whole.at(-1)!.position!.end } };
  return { closed: [{ ...last, children: whole, position }], next };
}

function joinList(blocks: RootContent[], closed: RootContent[]): void {
  const open = blocks.at(-1);
  const rest = closed[0];
  if (open?.type !== 'list' || rest?.type !== 'list') return;
  open.children.push(...rest.children);
  open.position!.end = rest.position!.end;
  closed.shift();
}

const SYNTAX = [gfmTable(), gfmTaskListItem(), gfmStrikethrough({ singleTilde: false })];
const TREE = [
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  frontmatterFromMarkdown(['yaml']),
];

/** The parser drops one at the beginning of what it is given, though only the first window begins a document. */
const BYTE_ORDER_MARK = '\uFEFF';

function parseWindow(text: string, atStart: boolean): Root {
  const disabled = { disable: { null: quadraticConstructs(text) } };
  const frontMatter = atStart ? [frontmatter(['yaml'])] : [];
  const given = !atStart && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + text : text;
  return fromMarkdown(given, { extensions: [...SYNTAX, ...frontMatter, disabled], mdastExtensions: TREE });
}

/** Inline constructs to leave out because some run of text has so many marks that resolving them would take minutes. */
function quadraticConstructs(text: string): string[] {
  const counts = new Uint32Array(COSTLY_MARKS.length + 1);
  const disabled = new Set<string>();
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 10 && startsNewText(text.charCodeAt(i + 1))) counts.fill(0);
    const kind = code < 128 ? KIND_OF_MARK[code]! : 0;
    if (kind === 0) continue;
    counts[kind]! += 1;
    const { limit, constructs } = COSTLY_MARKS[kind - 1]!;
    if (counts[kind]! > limit) for (const construct of constructs) disabled.add(construct);
  }
  return [...disabled];
}

/** Whether a line that begins with this character starts another run of inline text: blank, heading, item, row, fence. */
function startsNewText(code: number): boolean {
  const digit = code >= 48 && code <= 57;
  return digit || code === 10 || code === 13 || code === 35 || code === 45 || code === 43 || code === 124;
}

function windowEnd(text: string, atLeast: number): number {
  if (atLeast >= text.length) return text.length;
  const newline = text.indexOf('\n', atLeast);
  return newline < 0 ? text.length : newline + 1;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function shift(node: Nodes, offset: number, line: number): void {
  const { start, end } = node.position!;
  start.line += line;
  start.offset! += offset;
  end.line += line;
  end.offset! += offset;
  if ('children' in node) for (const child of node.children) shift(child, offset, line);
}
