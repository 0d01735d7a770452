import { expect, it } from 'vitest';
import type { Failure } from '../../../src/run/failure.ts';
import { finding } from '../../../src/run/gates/finding.ts';
import { gateFailure } from '../../../src/run/gates/words.ts';
import type { Finding } from '../../../src/run/gates.ts';

const many = Array.from({ length: 30 }, (_, n) => `src/${n}.ts`);

it.each<[string, readonly Finding[], Failure | null]>([
  ['nothing', [], null],
  ['warnings and questions', [finding('scope', 'warn', 'a', []), finding('deletions', 'ask', 'b', [])], null],
  [
    'weakened tests',
    [finding('tests', 'reject', '1 test case was removed: a.test.ts', ['a.test.ts'])],
    { category: 'tests', message: '- 1 test case was removed: a.test.ts' },
  ],
  ['files outside', [finding('scope', 'reject', 'outside', [])], { category: 'scope', message: '- outside' }],
  ['protected files', [finding('protected', 'reject', 'no', [])], { category: 'scope', message: '- no' }],
  ['deletions', [finding('deletions', 'reject', 'gone', [])], { category: 'scope', message: '- gone' }],
  [
    'all of them, and what does not reject is left out',
    [
      finding('tests', 'reject', 'c', []),
      finding('tests', 'warn', 'x', []),
      finding('scope', 'reject', 'b', []),
      finding('deliverables', 'reject', 'a', []),
    ],
    { category: 'deliverables', message: '- c\n- b\n- a' },
  ],
  [
    'more files than the message names',
    [finding('scope', 'reject', 'too many: src/0.ts and 29 more', many)],
    {
      category: 'scope',
      message: ['- too many: src/0.ts and 29 more', ...many.slice(0, 20).map(path => `  - ${path}`)].join(
        '\n',
      ),
    },
  ],
])('%s', (_, findings, expected) => expect(gateFailure(findings)).toEqual(expected));
