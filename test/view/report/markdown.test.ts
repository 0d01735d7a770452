import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { describe, expect, it } from 'vitest';
import { code, fenced, inline, quotation } from '../../../src/view/report/markdown/escape.ts';
import { reportMarkdown } from '../../../src/view/report/markdown.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { planted } from './planted.ts';
import { sampleJournal } from './sample.ts';

const { entries, state } = sampleJournal();
const SAMPLE = reportOf(entries, state());

const read = (text: string): Nodes =>
  fromMarkdown(text, {
    extensions: [gfmTable(), gfmStrikethrough(), gfmTaskListItem()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown()],
  });

/** The tree without its words. */
const skeleton = (node: Nodes): unknown =>
  'children' in node
    ? [node.type, 'depth' in node ? node.depth : '', node.children.map(child => skeleton(child))]
    : node.type;

const typesIn = (node: Nodes): string[] => [
  node.type,
  ...('children' in node ? node.children.flatMap(child => typesIn(child)) : []),
];

const wordsOf = (node: Nodes): string =>
  'value' in node
    ? node.value
    : 'children' in node
      ? node.children.map(child => wordsOf(child)).join('')
      : '';

/** All kinds of things that a report tells, few of each: the parser's cost grows with the square of what it is given. */
const SMALL = { ...SAMPLE, phases: SAMPLE.phases.slice(0, 4), trail: SAMPLE.trail.slice(0, 20) };
const HARMLESS = skeleton(read(reportMarkdown(planted(SMALL, 'x').report)));

describe('the report as markdown', () => {
  it('reads well as it is', async () => {
    await expect(reportMarkdown(SAMPLE)).toMatchFileSnapshot('golden/sample.md');
  });

  it.each([
    ['failed', 'failed: 3', 'failed: 3'],
    ['halted', 'failed: 3', 'halted: 3 failed'],
    ['completed', '', 'completed'],
  ] as const)('says once that the run is %s (%j)', (status, reason, words) => {
    expect(reportMarkdown({ ...SAMPLE, status, reason })).toContain(`- **Result:** ${words}\n`);
  });

  it('tells what a developer says apart from the problem that it names', () => {
    const [phase] = SAMPLE.phases;
    const [attempt] = phase!.attempts;
    const report = { ...attempt!.reports[0]!, summary: 'Half of it.', error: 'No network.' };
    const told = { ...phase!, attempts: [{ ...attempt!, reports: [report] }] };
    expect(reportMarkdown({ ...SAMPLE, phases: [told] })).toContain(
      "The developer's words:\n\n> Half of it.\n\nA problem that the developer names:\n\n> No network.\n",
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<!-- ',
    '"><img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '![x](//example.com/x.png)',
    '[x]: //example.com ',
    '[ ] ',
    '<//example.com>',
    '&lt;b&gt;&#35;',
    '# ',
    '- ',
    '+ ',
    '> ',
    '1. ',
    '1) ',
    '---',
    '===',
    '***',
    '```',
    '`',
    '~~~',
    '~~x~~',
    '**x** _x_ *x*',
    ' | x | ',
    '\\',
    '\\|',
    '\t    ',
  ])('gives foreign text no meaning: %j', text => {
    const hostile = planted(SMALL, text);
    expect(hostile.places).toBeGreaterThan(150);
    const tree = read(reportMarkdown(hostile.report));
    expect(skeleton(tree)).toEqual(HARMLESS);
    const shown = wordsOf(tree).split(text.trim()).length - 1;
    expect(shown).toBeGreaterThan(100);
  });

  it('lets no text of several lines out of its block', () => {
    const text = 'a\n\n# heading\n\n<b>\n\n- item\n\n```\nx\n\n[x]: y\r\n| a |\n|---|\r| b |\n\u2028# z';
    const types = typesIn(read(reportMarkdown(planted(SMALL, text).report)));
    const before = typesIn(read(reportMarkdown(SMALL)));
    const count = (list: readonly string[], type: string): number =>
      list.filter(found => found === type).length;
    for (const type of ['heading', 'table', 'code', 'list', 'thematicBreak', 'blockquote', 'inlineCode'])
      expect([type, count(types, type)]).toEqual([type, count(before, type)]);
    for (const type of ['html', 'link', 'image', 'definition', 'linkReference'])
      expect(types).not.toContain(type);
  });

  it('has nothing in it that acts on a terminal', () => {
    const { report } = planted(SAMPLE, '\x1B[31m\x07\x9B2J\u202E\uD800');
    const unsafe = /[\x00-\x09\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2028\u2029]/;
    expect(reportMarkdown(report)).not.toMatch(unsafe);
    expect(reportMarkdown(report).isWellFormed()).toBe(true);
  });

  it('leaves out what would make it endless, and says so', () => {
    const long = { ...SAMPLE, trail: Array.from({ length: 5_000 }, () => SAMPLE.trail[0]!) };
    const text = reportMarkdown(planted(long, 'y'.repeat(9_000)).report);
    expect(text).toContain('*3,000 decisions left out*');
    expect(text).toMatch(/… \(\d+ more characters\)/);
    expect(text.length).toBeLessThan(2_000_000);
  });
});

describe('pieces of markdown', () => {
  it.each([
    [inline, 'snake_case and 2 * 3 < 4', 'snake_case and 2 \\* 3 \\< 4'],
    [inline, '_private & R&D', '\\_private & R\\&D'],
    [quotation, 'one\ntwo', '> one  \n> two'],
    [quotation, '2026-03-14 and 1.1', '> 2026-03-14 and 1.1'],
    [code, 'a `b` c', '``a `b` c``'],
    [code, '`', '`` ` ``'],
    [fenced, '```\nx', '````text\n```\nx\n````'],
  ])('%o %j', (write, text, expected) => {
    expect(write(text)).toBe(expected);
  });
});
