import { expect, it } from 'vitest';
import { type CheckFacts, judgeCheck } from '../../../src/run/check-verdict.ts';
import { amongNames, redactedName } from '../../../src/run/tests/redacted-names.ts';

const redact = (text: string): string => text.replaceAll(/tok-\w+/g, '[redacted: MY_TOKEN]');
const NOW = ['x.js > a tok-1', 'x.js > b tok-2'];
const RED = { passed: false, outcome: 'exit status 1', tail: '', outputFile: 'log' };

/** A check of a phase that has to make some tests pass, of which these failed before. */
const facts = (failing: readonly string[]): CheckFacts => ({
  check: { command: 'npm test', kind: 'test', timeoutMs: 1 },
  expects: 'progress',
  tdd: 'warn',
  run: RED,
  reading: { tool: 'tap', failing: NOW, ran: 9, broken: null, absent: null, stopped: null },
  redness: null,
  noResult: null,
  lines: new Map(),
  isCut: false,
  rerun: RED,
  before: { command: 'npm test', passed: false, failing, lines: [] },
});
const verdictAfter = (...names: readonly string[]): string =>
  judgeCheck(facts(names.map(name => redactedName(name, redact)))).verdict;

it('that redaction changes stay the same, and apart', () => {
  expect(verdictAfter(...NOW)).toBe('failed');
  expect(verdictAfter(...NOW, 'x.js > c tok-3')).toBe('known');
  expect(verdictAfter(...NOW, 'x.js > c')).toBe('known');
  expect(verdictAfter(NOW[0]!, 'x.js > b tok-3')).toBe('failed');
});

it('are known on either side', () => {
  const kept = NOW.map(name => redactedName(name, redact));
  expect(new Set([...NOW, ...kept]).size).toBe(4);
  for (const [names, others] of [
    [NOW, NOW],
    [NOW, kept],
    [kept, NOW],
    [kept, kept],
  ] as const)
    expect(names.map(amongNames(others))).toEqual([true, true]);
  expect(kept.map(amongNames(['x.js > c', kept[1]!]))).toEqual([false, true]);
});
