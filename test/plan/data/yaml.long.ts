import { describe, expect, it } from 'vitest';
import { lineAt, plainValue } from '../../../src/plan/data/node.ts';
import { parseYaml } from '../../../src/plan/data/yaml.ts';
import { aliasBomb } from './alias-bomb.ts';

const value = (text: string): unknown => {
  const { root, findings } = parseYaml(text);
  expect(findings).toEqual([]);
  return plainValue(root!);
};

describe('reads', () => {
  it.each<[string, string, unknown]>([
    ['maps and lists', 'a:\n  - 1\n  - b: true\n', { a: [1, { b: true }] }],
    ['flow style', '{a: [1, "x"], b: }', { a: [1, 'x'], b: null }],
    ['blocks', 'a: |\n  x\n   y\nb: >-\n  x\n  y\n', { a: 'x\n y\n', b: 'x y' }],
    [
      'words of YAML 1.1 as text',
      'a: yes\nb: off\nc: 2024-01-01\nd: 1_000\n',
      { a: 'yes', b: 'off', c: '2024-01-01', d: '1_000' },
    ],
    ['numbers as keys', '1.10: a\n', { '1.10': 'a' }],
    ['aliases', 'a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
    ['merge keys as plain keys', '<<: {a: 1}\n', { '<<': { a: 1 } }],
    ['tags of the core schema', 'a: !!str 1\n', { a: '1' }],
    ['one document with its marks', '%YAML 1.1\n---\na: no\n...\n', { a: 'no' }],
    ['nothing', '# only a remark\n', null],
    ['__proto__ as any other key', '__proto__: {a: 1}\n', JSON.parse('{"__proto__": {"a": 1}}')],
  ])('%s', (_, text, expected) => expect(value(text)).toEqual(expected));
});

it('knows the line of everything', () => {
  const { root } = parseYaml('a:\n  - x\n\n  - b:\n      2\n\n\nc: |\n  x\n\n  y\n\n\nd: 1\n');
  const lines = [['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['c'], ['d']].map(path => lineAt(root!, path));
  expect(lines).toEqual([1, 2, 4, 4, 8, 14]);
  const ends = root?.kind === 'map' && [...root.entries.values()].map(({ node }) => node.endLine);
  expect(ends).toEqual([5, 11, 14]);
});

it('keeps numbers as they were written', () => {
  const { root } = parseYaml('- 1.10\n- 0x1F\n- 007\n');
  expect(root?.kind === 'list' && root.items.map(item => item.kind === 'scalar' && item.source)).toEqual([
    '1.10',
    '0x1F',
    '007',
  ]);
});

describe('says what is wrong and where:', () => {
  it.each<[string, string, string, number, string]>([
    ['a wrong indent', 'a:\n  b: 1\n c: 2\n', 'invalid-syntax', 3, 'same column'],
    ['an open quote', 'a: 1\nb: "x\n', 'invalid-syntax', 3, 'closing'],
    ['an open bracket', 'a: [1, 2\nb: 3\n', 'invalid-syntax', 2, 'Flow sequence'],
    ['a mapping in a plain text', 'a: 1\ntitle: Step: one\n', 'invalid-syntax', 2, 'compact mappings'],
    ['a custom tag', 'a: 1\nb: !run ls\n', 'invalid-syntax', 2, 'tag'],
    ['a tag of YAML 1.1', 'a: 1\nb: !!binary aGk=\n', 'invalid-syntax', 2, 'tag'],
    ['a tab as indent', 'a:\n\tb: 1\n', 'invalid-syntax', 2, 'Tabs'],
    ['a second document', 'a: 1\n---\nb: 2\n', 'invalid-syntax', 2, 'several YAML documents'],
    ['an alias of nothing', 'a: 1\nb: *c\n', 'invalid-syntax', 2, '*c has no anchor'],
    ['an alias of itself', 'a: &x\n  - *x\n', 'invalid-syntax', 2, '*x has no anchor'],
    ['a list as a key', 'a: 1\n[b]: 2\n', 'invalid-syntax', 2, 'key must be plain text'],
    ['an empty key', 'a: 1\n: 2\n', 'invalid-syntax', 2, 'key must be plain text'],
    ['a key given twice', 'a: 1\nb: 2\na: 3\n', 'invalid-shape', 3, '"a" is given twice'],
  ])('%s', (_, text, code, line, message) => {
    expect(parseYaml(text).findings).toMatchObject([
      { code, line, message: expect.stringContaining(message) },
    ]);
  });
});

/** Texts that take the library from many seconds to minutes, or make it run out of stack or memory. */
const HOSTILE: readonly (readonly [string, string, string])[] = [
  ['nested flow lists', `a: ${'['.repeat(100_000)}`, 'nested more than'],
  ['nested block lists', `${'- '.repeat(100_000)}a`, 'nested more than'],
  ['nested keys', `${'? '.repeat(100_000)}a`, 'nested more than'],
  [
    'nested maps',
    Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    'nested more than',
  ],
  ['empty entries', `a: [${','.repeat(700_000)}]`, 'invalid YAML'],
  ['closing brackets', 'a: ]\n'.repeat(200_000), 'invalid YAML'],
  ['unclosed quotes', '- "\n'.repeat(100_000), 'invalid YAML'],
  ['wrong directives', '%\n'.repeat(200_000), 'invalid YAML'],
  ['documents', '---\n'.repeat(250_000), 'several YAML documents'],
  ['anchors on one node', `a: ${'&b '.repeat(300_000)}`, 'invalid YAML'],
  ['different keys', Array.from({ length: 600_000 }, (_, i) => `k${i}: 1\n`).join(''), 'tokens'],
  ['entries', '- a\n'.repeat(2_000_000), 'tokens'],
  ['aliases', `- &a b\n${'- *a\n'.repeat(101)}`, '101 aliases; the limit is 100'],
  ['aliases of aliases', `a: ${aliasBomb()}`, 'written out the plan has more than'],
  ['aliases of a long list', `- &a [${'1,'.repeat(50_000)}]\n${'- *a\n'.repeat(99)}`, 'written out'],
];

describe('is not held up by', () => {
  it.each(HOSTILE)('%s', { timeout: 20_000 }, (_, text, message) => {
    const { root, findings } = parseYaml(text);
    expect(root).toBeNull();
    expect(findings).toHaveLength(1);
    expect(findings[0]!.message).toContain(message);
  });

  it('a long text', () => {
    const line = 'All work and no play makes Jack a dull boy.';
    const text = `a: |\n${`  ${line}\n`.repeat(200_000)}`;
    expect(value(text)).toEqual({ a: `${line}\n`.repeat(200_000) });
  });
});
