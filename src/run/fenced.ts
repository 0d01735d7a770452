/** Longest text that an answer is looked for in, in characters: the end of what an agent said. */
const MAX_SAID = 1_000_000;

const FENCE = '```';

/**
 * The JSON document that an agent ends its last words with: a fenced block behind which nothing stands, or else the
 * whole text. Undefined where there is none. A block further up is never taken instead: it may be an example, a quotation
 * or an opinion that was changed.
 */
export function jsonAtEnd(said: string): unknown {
  const text = said.slice(-MAX_SAID).trimEnd();
  const last = fencedBlocks(text).at(-1);
  return last && last.end === text.length ? parsed(last.content) : parsed(text);
}

/** All JSON documents in what an agent said, the last one first; for what is not believed anyway. */
export function jsonIn(said: string): readonly unknown[] {
  const text = said.slice(-MAX_SAID);
  const texts = [...fencedBlocks(text).map(({ content }) => content), text];
  return texts.toReversed().flatMap(each => parsed(each) ?? []);
}

/** The last fenced block of markdown, as an architect gives its plan; null where there is none. */
export function markdownIn(said: string): string | null {
  const blocks = fencedBlocks(said.slice(-MAX_SAID));
  return blocks.findLast(({ word }) => word === 'markdown' || word === 'md')?.content ?? null;
}

interface Block {
  /** What stands behind the opening fence, in lower case. */
  readonly word: string;
  readonly content: string;
  /** Where the closing fence ends in the text. */
  readonly end: number;
}

/** Fences may be longer than three signs, and close with at least as many. */
function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly fence: number; readonly word: string; readonly lines: string[] } | null = null;
  let end = -1;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    const start = line.trimStart();
    const fence = start.startsWith(FENCE) ? countTicks(start) : 0;
    const rest = start.slice(fence).trim();
    if (open === null) {
      if (fence > 0 && !rest.includes('`')) open = { fence, word: rest.toLowerCase(), lines: [] };
    } else if (fence >= open.fence && rest === '') {
      blocks.push({ word: open.word, content: open.lines.join('\n'), end });
      open = null;
    } else open.lines.push(line);
  }
  return blocks;
}

function countTicks(line: string): number {
  let count = 0;
  while (line[count] === '`') count += 1;
  return count;
}

function parsed(text: string): unknown {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}
