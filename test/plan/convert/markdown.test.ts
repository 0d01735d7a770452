import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../src/plan/convert/convert.ts';
import { codeSpan, escapeInline, readCodeSpans, unescapeInline } from '../../../src/plan/convert/inline.ts';
import { readCanonical } from '../../../src/plan/convert/read-canonical.ts';
import { isCanonical } from '../../../src/plan/data/detect.ts';
import { parseBlocks } from '../../../src/plan/markdown/blocks.ts';
import { plainText } from '../../../src/plan/markdown/text.ts';
import { parse } from '../../../src/plan/parse.ts';
import { times } from '../../times.ts';
import { line } from './plans.ts';

/** Exactly what `convert` writes for the plan that it holds. */
const DOCUMENT = `---
phasewright: 1
estimateUnit: hours
requires:
  - auth
wave: 2
---

# Sign in

**Goal:** Users can sign in \\*safely\\*.

| Phase | Name | Depends On | Parallel With | Estimate | Status |
| --- | --- | --- | --- | --- | --- |
| 1 | Models | - | - | 1.5 | Done |
| 2a | A \\| B, with \\\`code\\\` | 1 | 2b | - | Open |
| 2b | Docs | 1 | - | - | Open |

## Phase 1: Models

- Estimate: 1.5
- Done: yes
- Files: \`src/models.ts\`, \`\`odd\`name.ts\`\`

> Write the models.
>
> ## Phase 7: not a phase
>
>     code

### Subtasks

- [x] 1.1 (test): Test them
  - Files: \`src/models.ts\`
  > Red first.
- [x] 1.2: Write them
  - Depends on: 1.1

### Acceptance

- 1\\. All tests pass.
- \\- Nothing else changes.

## Phase 2a: A \\| B, with \\\`code\\\`

- Depends on: 1
- Parallel with: 2b
- Optional: yes
- Gated: yes
- Group: Core #1
- Deliverables: \`src/b.ts\`

## Phase 2b: Docs

- Depends on: 1
- Allow empty: yes
`;

/** The document with one piece of it changed. */
const changed = (from: string, to: string): string => {
  expect(DOCUMENT).toContain(from);
  return DOCUMENT.replace(from, to);
};

describe('the canonical document', () => {
  it('is written as it was read', async () => {
    const { plan, format, diagnostics, places } = await parse(DOCUMENT, { tdd: 'off' });
    expect({ format, diagnostics }).toEqual({ format: 'canonical', diagnostics: [] });
    expect(plan).toMatchObject({
      title: 'Sign in',
      goal: 'Users can sign in *safely*.',
      estimateUnit: 'hours',
      requires: ['auth'],
      wave: 2,
    });
    expect(plan.phases[0]).toMatchObject({
      description: 'Write the models.\n\n## Phase 7: not a phase\n\n    code',
      files: ['src/models.ts', 'odd`name.ts'],
      criteria: ['1. All tests pass.', '- Nothing else changes.'],
      done: true,
    });
    expect(plan.phases[1]).toMatchObject({
      title: 'A | B, with `code`',
      optional: true,
      gated: true,
      group: 'Core #1',
    });
    expect(plan.phases.map(({ allowEmpty }) => allowEmpty)).toEqual([undefined, undefined, true]);
    expect([...places]).toEqual([
      ['1', { line: 19, endLine: 42 }],
      ['2a', { line: 44, endLine: 51 }],
      ['2b', { line: 53, endLine: 56 }],
    ]);
    expect(convert(plan, 'markdown')).toBe(DOCUMENT);
  });

  it('may be without its overview, padded by a formatter, and ended without a line', async () => {
    const { plan } = await parse(DOCUMENT);
    const table = /\n\|[^#]*\|\n/.exec(DOCUMENT)![0];
    const variants = [
      DOCUMENT.replace(table, ''),
      DOCUMENT.replace(table, table.replaceAll(' | ', '    |    ')),
      DOCUMENT.trimEnd(),
      DOCUMENT.replaceAll('\n', '\r\n'),
    ];
    for (const text of variants) expect((await parse(text)).plan).toEqual(plan);
  });

  it('is told by its front matter alone', () => {
    expect(isCanonical(DOCUMENT)).toBe(true);
    expect(isCanonical('---\ntitle: x\nphasewright: 1\n---\n')).toBe(true);
    for (const text of [
      '',
      'phasewright: 1\n',
      '---\ntitle: x\n---\nphasewright: 1\n',
      '---\nphasewright: 1\n',
    ])
      expect(isCanonical(text)).toBe(false);
  });
});

describe('a document that was changed by hand is read strictly:', () => {
  it.each<[string, string, number, string]>([
    [
      'text without a place',
      changed('## Phase 2b', 'Some text.\n\n## Phase 2b'),
      53,
      'this line has no place in a plan document',
    ],
    [
      'a heading without a place',
      changed('### Acceptance', '### Notes'),
      39,
      'this line has no place in a plan document',
    ],
    [
      'a quote without a place',
      changed('### Acceptance', '### Acceptance\n\n> x'),
      41,
      'this line has no place in a plan document',
    ],
    ['an unknown field', changed('- Gated', '- Gatd'), 49, 'there is no field "Gatd" here'],
    ['a field given twice', changed('- Gated: yes', '- Optional: yes'), 49, '"Optional" is given twice'],
    [
      'a field of phases at a subtask',
      changed('  - Depends on: 1.1', '  - Done: yes'),
      37,
      'there is no field "Done" here',
    ],
    ['a wrong flag', changed('- Gated: yes', '- Gated: perhaps'), 49, '"Gated" must be yes or no'],
    ['a wrong number', changed('- Estimate: 1.5', '- Estimate: much'), 21, '"Estimate" must be a number'],
    [
      'paths without marks',
      changed('`src/b.ts`', 'src/b.ts'),
      51,
      '"Deliverables" must be paths such as `src/a.ts`, `src/b.ts`',
    ],
    [
      'empty ids',
      changed('- Parallel with: 2b', '- Parallel with: 2b,'),
      47,
      '"Parallel with" must be ids with commas between them, such as 1, 2a',
    ],
    [
      'two descriptions',
      changed('### Acceptance', '### Subtasks').replace('  > Red first.', '  > Red.\n\n  > First.'),
      37,
      'there is a second description',
    ],
    ['two titles', changed('# Sign in', '# Sign in\n\n# Sign out'), 11, 'there is a second title'],
    [
      'a title in the front matter too',
      changed('wave: 2', 'wave: 2\ntitle: x'),
      10,
      'the key "title" is given twice',
    ],
    ['an unknown key in the front matter', changed('wave: 2', 'waves: 2'), 6, 'a plan has no key "waves"'],
    ['another version', changed('phasewright: 1', 'phasewright: 2'), 2, 'phasewright must be 1'],
    [
      'a subtask of no known type',
      changed('(test)', '(tests)'),
      33,
      'phases[0].subtasks[0].type must be one of test, impl, refactor, task',
    ],
    [
      'an overview that disagrees',
      changed('| 2b | Docs | 1 |', '| 2b | Docs | 2a |'),
      17,
      'under Depends On the overview says "2a", the section "1"',
    ],
    [
      'an overview that lacks a phase',
      changed('| 2b | Docs | 1 | - | - | Open |\n', ''),
      13,
      'the overview lists 2 phases, but 3 have a section',
    ],
  ])('%s', async (_, text, at, message) => {
    const { diagnostics } = await parse(text, { tdd: 'off' });
    expect(diagnostics[0]).toMatchObject({ severity: 'error', code: 'invalid-shape', line: at, message });
    expect(diagnostics[0]!.hint).not.toBe('');
  });

  it('no front matter where the format is forced', async () => {
    const { diagnostics } = await parse('# Title\n', { from: 'canonical' });
    expect(diagnostics).toMatchObject([{ code: 'invalid-syntax', line: 1 }]);
  });

  it('whatever is done to it, reading it does not throw', () => {
    const scrap = fc.constantFrom(
      '\n',
      '> ',
      '  > x\n',
      '- ',
      '## Phase 1: ',
      '### Subtasks\n',
      '|',
      '`',
      '\\',
      '---\n',
      '- [ ] a: b\n',
    );
    fc.assert(
      fc.property(fc.nat(DOCUMENT.length), fc.nat(40), scrap, (at, gone, put) => {
        const { plan, findings } = readCanonical(DOCUMENT.slice(0, at) + put + DOCUMENT.slice(at + gone));
        expect(plan.phases.length + findings.length).toBeGreaterThan(0);
      }),
      { numRuns: times(250) },
    );
  });
});

describe('texts in a line of markdown', () => {
  it.each([
    ['plain words, 1.5 of them; a_b C:\\dir & #tag -x', 'plain words, 1.5 of them; a_b C:\\dir & #tag -x'],
    [
      '*a* _b_ `c` [d](e) <f> &amp; ~g~ | \\*',
      '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f> \\&amp; \\~g\\~ \\| \\\\\\*',
    ],
    ['1. a', '1\\. a'],
    ['- a', '\\- a'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['---', '\\---'],
    ['C #', 'C \\#'],
    ['end \\', 'end \\\\'],
  ])('%s is written %s', (text, expected) => {
    expect(escapeInline(text)).toBe(expected);
    expect(unescapeInline(expected)).toBe(text);
  });

  const shown = (markdown: string, find: (block: RootContent) => RootContent | undefined): string => {
    const blocks = parseBlocks(markdown);
    expect(blocks, markdown).toHaveLength(1);
    const node = find(blocks[0]!);
    return node ? plainText(node) : '';
  };

  it('mean the same to any reader of markdown: as heading, list item and cell', () => {
    fc.assert(
      fc.property(line, text => {
        const escaped = escapeInline(text);
        expect(unescapeInline(escaped)).toBe(text);
        expect(shown(`# ${escaped}\n`, block => (block.type === 'heading' ? block : undefined))).toBe(text);
        const item = shown(`- ${escaped}\n`, block => {
          const paragraph = block.type === 'list' ? block.children[0]!.children[0] : undefined;
          return paragraph?.type === 'paragraph' ? paragraph : undefined;
        });
        expect(item).toBe(text);
        const cell = shown(`| ${escaped} | x |\n| --- | --- |\n`, block =>
          block.type === 'table' ? (block.children[0]!.children[0] as unknown as RootContent) : undefined,
        );
        expect(cell).toBe(text);
      }),
      { numRuns: times(300) },
    );
  });

  it('in code spans mean the same to any reader of markdown, and to ours', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), texts => {
        const written = texts.map(codeSpan);
        expect(readCodeSpans(written.join(', '))).toEqual(texts);
        expect(readCodeSpans(`${written.join(', ')} and`)).toBeNull();
        const spans = parseBlocks(`x ${written.join(', ')}\n`).flatMap(block =>
          block.type === 'paragraph' ? block.children.filter(child => child.type === 'inlineCode') : [],
        );
        expect(spans.map(span => span.value)).toEqual(texts);
      }),
    );
  });
});
