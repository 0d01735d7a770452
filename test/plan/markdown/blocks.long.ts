import type { Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../../src/plan/markdown/blocks.ts';
import { plan } from '../../fuzz/targets/plan.ts';

/** The parser itself, on the whole text at once. */
const whole = (text: string): RootContent[] =>
  fromMarkdown(text, {
    extensions: [
      gfmTable(),
      gfmTaskListItem(),
      gfmStrikethrough({ singleTilde: false }),
      frontmatter(['yaml']),
    ],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      gfmTaskListItemFromMarkdown(),
      gfmStrikethroughFromMarkdown(),
      frontmatterFromMarkdown(['yaml']),
    ],
  }).children;

/** What of a node matters to the reader of plans: kind, place and words. */
function shape(node: Nodes): unknown {
  const { start, end } = node.position!;
  const words =
    'value' in node ? node.value : 'depth' in node ? node.depth : 'checked' in node ? node.checked : null;
  const children = 'children' in node ? node.children.map(shape) : [];
  return [node.type, start.line, start.offset, end.line, end.offset, words, children];
}

const prose = (n: number): string =>
  `Paragraph ${n} with **bold**, \`code\` and [a link](x).\nIts second line.\n\n`;

const LONG: readonly (readonly [string, string])[] = [
  [
    'headings and paragraphs',
    Array.from({ length: 400 }, (_, i) => `## Heading ${i}\n\n${prose(i)}`).join(''),
  ],
  [
    'one list longer than any window',
    Array.from({ length: 1200 }, (_, i) => `- [ ] T${i} item\n  - nested\n`).join(''),
  ],
  [
    'an ordered list with loose items',
    Array.from({ length: 1500 }, (_, i) => `${i + 1}. item\n\n   more text\n`).join(''),
  ],
  [
    'a code fence longer than any window',
    `before\n\n\`\`\`js\n${'const x = 1;\n\n# no heading\n'.repeat(3000)}\`\`\`\n\n# after\n`,
  ],
  ['a fence that is never closed', `# a\n\n\`\`\`\n${'text\n\n'.repeat(5000)}`],
  ['an HTML comment longer than any window', `# a\n\n<!--\n${'# no heading\n\n'.repeat(3000)}-->\n\n# b\n`],
  ['a table longer than any window', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(2500)}\n# after\n`],
  ['setext headings', Array.from({ length: 800 }, (_, i) => `Heading ${i}\n---------\n\ntext\n\n`).join('')],
  [
    'rules that look like front matter',
    Array.from({ length: 1500 }, (_, i) => `---\n\ntitle: ${i}\n\n`).join(''),
  ],
  ['quotes', Array.from({ length: 1500 }, (_, i) => `> quote ${i}\n> more\n\n`).join('')],
  [
    'indented items and code',
    Array.from({ length: 1200 }, (_, i) => `   - item ${i}\n\n         code\n\n`).join(''),
  ],
  [
    'lines that begin with a byte order mark',
    `# a\n\n${Array.from({ length: 1500 }, (_, i) => `\uFEFFtext ${i}\n\n`).join('')}`,
  ],
  ['blank lines', `# a\n${'\n'.repeat(30_000)}# b\n`],
];

describe('parsing by windows gives what parsing the whole text gives', () => {
  it.each(LONG)('%s', (_, text) => {
    expect(parseBlocks(text).map(shape)).toEqual(whole(text).map(shape));
  });

  it('long documents made of mutated plans', () => {
    for (let seed = 0; seed < 25; seed += 1) {
      const text = Array.from({ length: 40 }, (_, i) => plan.make(seed * 1000 + i))
        .join('\n\n')
        .replace(/\r\n?/g, '\n')
        .replace(/\0/g, '');
      expect(parseBlocks(text).map(shape), `seed ${seed}`).toEqual(whole(text).map(shape));
    }
  });
});
