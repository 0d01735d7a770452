import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/plan/data/json.ts';
import { DATA_LEVELS, DATA_NODES, lineAt, plainValue } from '../../../src/plan/data/node.ts';
import { times } from '../../times.ts';

describe('agrees with JSON.parse', () => {
  const agrees = (text: string): void => {
    const { root, findings } = parseJson(text);
    let expected: { value: unknown } | null = null;
    try {
      expected = { value: JSON.parse(text) };
    } catch {}
    expect(root && { value: plainValue(root) }, JSON.stringify(text)).toEqual(expected);
    if (!expected) expect(findings.at(-1)).toMatchObject({ code: 'invalid-syntax' });
  };

  it('on any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        agrees(JSON.stringify(JSON.parse(text), null, indent));
      }),
    );
  });

  it('on JSON with something put in, taken out or repeated', () => {
    const scrap = fc.constantFrom(...'{}[],:"\\-+.eE0123 \n\t/', 'true', 'null', '\\u00', '"a"', '1.', 'é');
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(3), scrap, (text, at, gone, put) => {
        const place = at % (text.length + 1);
        agrees(text.slice(0, place) + put + text.slice(place + gone));
      }),
      { numRuns: times(400) },
    );
  });

  it.each([
    ...['', ' ', '\n', '1', '"a"', 'null', '-0', '1e999', '01', '+1', '.5', '1.', '- 1', 'nul', 'NaN', "'a'"],
    ...[
      '[1,]',
      '{"a":1,}',
      '[,1]',
      '{,}',
      '{"a"}',
      '{"a":}',
      '{a:1}',
      '[1 2]',
      '{"a":1 "b":2}',
      '[}',
      '{]',
      ']',
    ],
    ...[
      '[1]]',
      '{} {}',
      '"\\x"',
      '"\\u12"',
      '"a\nb"',
      '"\t"',
      '"',
      '[',
      '{',
      '{"a"',
      '{"a":',
      '{"a":1',
      '[1',
      '1,',
    ],
    ...['{"__proto__":{"a":1}}', '{"constructor":1,"toString":2}', '\u00a01', '// c\n1', '[1]\u0000'],
  ])('on %j', text => agrees(text));
});

it('knows the line of everything', () => {
  const text = '{\n "a": [1,\n  {"b":\n    2}],\n\n "c": "x"}';
  const { root } = parseJson(text);
  const lines = [[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['c'], ['nowhere'], ['a', 7]].map(path =>
    lineAt(root!, path),
  );
  expect(lines).toEqual([1, 2, 2, 3, 3, 6, 1, 2]);
  expect(root).toMatchObject({ line: 1, endLine: 6 });
});

it('keeps numbers as they were written', () => {
  const { root } = parseJson('[1.10, 1.1, 1e2]');
  expect(root?.kind === 'list' && root.items.map(item => item.kind === 'scalar' && item.source)).toEqual([
    '1.10',
    '1.1',
    '1e2',
  ]);
});

describe('says where an error is:', () => {
  it.each([
    ['{\n"a": 1\n"b": 2}', 3, '"," or "}" is expected here, not "b"'],
    ['{\n"a": 1,\n}', 3, 'a key is expected here, not "}"'],
    ['[\n1,\n]', 3, 'a value is expected here, not "]"'],
    ['{\n"a":\n\n', 4, 'the text ends where a value is expected'],
    ["{\n\n'a': 1}", 3, 'a key or "}" is expected here, not "\'"'],
    ['{"a": 1}\n\n{', 3, 'nothing more is expected here, not "{"'],
    ['{\n"a": "b\n"}', 2, 'this string is not closed or has a wrong escape'],
    ['{\n"a": "\\x"}', 2, 'this string is not closed or has a wrong escape'],
    ['{\n// remark\n"a": 1}', 2, 'a key or "}" is expected here, not "/"'],
    ['{"a": 😀}', 1, 'a value is expected here, not "😀"'],
  ])('%j at line %i: %s', (text, line, message) => {
    expect(parseJson(text).findings).toMatchObject([{ line, message: `invalid JSON: ${message}` }]);
  });
});

it('reports keys that are given twice, but not too many of them', () => {
  const { findings } = parseJson('{"a": 1,\n"b": {"c": 1,\n"c": 2},\n"a": 3}');
  expect(findings.map(finding => [finding.code, finding.line, finding.message])).toEqual([
    ['invalid-shape', 3, 'the key "c" is given twice'],
    ['invalid-shape', 4, 'the key "a" is given twice'],
  ]);
  expect(parseJson(`{${'"a":1,'.repeat(500)}"a":1}`).findings).toHaveLength(20);
});

describe('refuses what is too large:', () => {
  it.each([
    ['nesting', '['.repeat(200_000), `nested more than ${DATA_LEVELS} deep`],
    ['values', `[${'0,'.repeat(DATA_NODES)}0]`, `more than ${DATA_NODES} values`],
  ])('%s', (_, text, message) => {
    const { root, findings } = parseJson(text);
    expect(root).toBeNull();
    expect(findings).toMatchObject([{ code: 'too-large', message: expect.stringContaining(message) }]);
  });

  it('but not what is just within', () => {
    expect(parseJson(`${'['.repeat(DATA_LEVELS)}${']'.repeat(DATA_LEVELS)}`).root).not.toBeNull();
  });
});
