import type { Heading, RootContent } from 'mdast';
import { shortText } from './text.ts';

/** A heading with all that stands under it, up to the next heading of the same or a higher rank. */
export interface Section {
  /** 0 for the document itself, else the heading's rank. */
  readonly depth: number;
  readonly title: string;
  readonly heading: Heading | null;
  readonly line: number;
  /** Last line, the sub-sections' included. */
  endLine: number;
  /** Offset of the heading's start. */
  readonly start: number;
  /** Offset just after the heading. */
  readonly bodyStart: number;
  end: number;
  /** Blocks between the heading and the first sub-section. */
  readonly blocks: RootContent[];
  readonly children: Section[];
  readonly parent: Section | null;
}

/** Arranges the blocks of a document under its headings. Only headings at the top level of the document count. */
export function outline(blocks: readonly RootContent[], text: string): Section {
  const lastLine = blocks.at(-1)?.position?.end.line ?? 1;
  const root: Section = {
    depth: 0,
    title: '',
    heading: null,
    line: 1,
    endLine: lastLine,
    start: 0,
    bodyStart: 0,
    end: text.length,
    blocks: [],
    children: [],
    parent: null,
  };
  let current = root;
  for (const block of blocks) {
    if (block.type !== 'heading') {
      current.blocks.push(block);
      continue;
    }
    const { start, end } = block.position!;
    while (current.depth >= block.depth) {
      current.endLine = start.line - 1;
      current.end = start.offset!;
      current = current.parent!;
    }
    const section: Section = {
      depth: block.depth,
      title: shortText(block),
      heading: block,
      line: start.line,
      endLine: lastLine,
      start: start.offset!,
      bodyStart: end.offset!,
      end: text.length,
      blocks: [],
      children: [],
      parent: current,
    };
    current.children.push(section);
    current = section;
  }
  return root;
}

/** The section and everything below it, in document order. */
export function* sections(root: Section): Generator<Section> {
  const stack = [root];
  for (let section = stack.pop(); section; section = stack.pop()) {
    yield section;
    for (let i = section.children.length - 1; i >= 0; i -= 1) stack.push(section.children[i]!);
  }
}
