import { describe, expect, it } from 'vitest';
import { newFailures } from '../../../src/run/tests/new-failures.ts';
import { readTests } from '../../../src/run/tests/read-tests.ts';
import { MAX_NAMES, type TestReading } from '../../../src/run/tests/reading.ts';
import { redactedName } from '../../../src/run/tests/redacted-names.ts';
import { outputOf } from './expected/expected.ts';

const reading = (failing: readonly string[] | null, more: Partial<TestReading> = {}): TestReading => ({
  tool: 'vitest',
  failing,
  ran: 3,
  broken: null,
  absent: null,
  stopped: null,
  ...more,
});

describe('failures that a phase brought', () => {
  it.each<[string, TestReading, TestReading, readonly string[] | null]>([
    ['none where all were there', reading(['a', 'b']), reading(['a', 'b', 'c']), []],
    ['those with a new name', reading(['a', 'd', 'e']), reading(['a']), ['d', 'e']],
    ['all where there were none', reading(['a']), reading([]), ['a']],
    [
      'of a baseline that names no program',
      reading(['a', 'b']),
      reading(['a'], { tool: null, ran: null }),
      ['b'],
    ],
    ['not told without names now', reading(null), reading(['a']), null],
    ['not told without names before', reading(['a']), reading(null), null],
    ['not told by another program', reading(['a']), reading(['a'], { tool: 'jest' }), null],
    ['not told where nothing ran', reading(['a'], { ran: 0 }), reading(['a']), null],
    ['told where nothing ran because of something new', reading(['x'], { ran: 0 }), reading(['a']), ['x']],
    ['that tests do not run any more', reading(null, { broken: 'no' }), reading(['a']), ['no']],
    [
      'not that they still do not run',
      reading(null, { broken: 'no' }),
      reading(['a'], { broken: 'no' }),
      null,
    ],
  ])('%s', (_title, now, before, expected) => {
    expect(newFailures(now, before)).toEqual(expected);
  });

  it('are told although the names of earlier ones were redacted', () => {
    const redact = (text: string): string => text.replaceAll(/tok-\d/g, '[redacted: MY_TOKEN]');
    const kept = ['a tok-1', 'tok-2.ts', 'c'].map(name => redactedName(name, redact));
    expect(kept.join()).not.toContain('tok-');
    expect(kept[2]).toBe('c');
    const now = reading(['a tok-1', 'c', 'tok-2.ts > x']);
    expect(newFailures(now, reading(kept))).toEqual([]);
    // Another secret is another name, and so is what looks like a redacted one.
    const others = ['a tok-3', 'a [redacted: MY_TOKEN]', kept[0]!.replace(/#.*/, '#1')];
    expect(newFailures(reading(others), reading(kept))).toEqual(others);
    expect(newFailures(reading(kept), reading(['a tok-1', 'tok-2.ts', 'c']))).toEqual([]);
  });

  it('are not told where there are more than are named', () => {
    const many = Array.from({ length: MAX_NAMES }, (_, n) => `test ${n}`);
    expect(newFailures(reading(many), reading(many))).toBeNull();
    expect(newFailures(reading(['a']), reading(many))).toBeNull();
    expect(newFailures(reading(many.slice(1)), reading(many.slice(1)))).toEqual([]);
  });

  it('are found between outputs of different days', () => {
    const before = outputOf('pytest-red');
    const now = before
      .replaceAll('0x7f0ea751bb90', '0x7f00a0000b00')
      .replace('in 1.26s', 'in 2.71s')
      .replace('2 passed', '1 passed')
      .replace('3 failed', '4 failed')
      .replace('ERROR t_ok', 'FAILED t_ok/test_sums.py::test_nothing - assert 2 == 1\nERROR t_ok');
    expect(newFailures(readTests(before, 1), readTests(before, 1))).toEqual([]);
    expect(newFailures(readTests(now, 1), readTests(before, 1))).toEqual(['t_ok/test_sums.py::test_nothing']);
  });
});
