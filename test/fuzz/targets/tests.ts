import { newFailures } from '../../../src/run/tests/new-failures.ts';
import { outputLines } from '../../../src/run/tests/output-lines.ts';
import { readTests } from '../../../src/run/tests/read-tests.ts';
import { MAX_NAME, MAX_NAMES } from '../../../src/run/tests/reading.ts';
import { redness } from '../../../src/run/tests/redness.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { survives } from '../value.ts';

/** What test programs print. */
export const tests: Target<string> = {
  make(seed) {
    const r = random(seed);
    const text = Array.from({ length: 1 + r.below(3) }, () => r.pick(OUTPUTS)).join('\n');
    return r.below(8) === 0 ? text : mutated(text, TOKENS, r, 10);
  },
  judge(text) {
    for (const exitCode of [0, 1, 127, null]) {
      const wrong = judgeReading(text, exitCode) ?? judgeRedness(text, exitCode);
      if (wrong !== null) return wrong;
    }
    const lines = outputLines(text);
    if (lines.size > MAX_LINES) return `${lines.size} lines`;
    return [...lines.keys()].join() === [...outputLines(text).keys()].join() ? null : 'read otherwise twice';
  },
};

/** Each line, and the failures that it counts. */
const MAX_LINES = 10_000 * 9;

function judgeReading(text: string, exitCode: number | null): string | null {
  const reading = readTests(text, exitCode);
  const { failing, ran, broken } = reading;
  if (failing && failing.length > MAX_NAMES) return `${failing.length} failing tests`;
  if (failing?.some(name => name.length > MAX_NAME)) return 'a name is too long';
  if (failing && new Set(failing).size < failing.length) return 'a name comes twice';
  if (broken !== null && broken.length > MAX_NAME) return 'a reason is too long';
  if (ran !== null && !(ran >= 0 && Number.isFinite(ran))) return `${ran} tests ran`;
  if ((newFailures(reading, reading)?.length ?? 0) > 0) return 'is worse than itself';
  return survives(reading) ? null : 'does not survive the journal';
}

function judgeRedness(text: string, exitCode: number | null): string | null {
  const { state, reason } = redness(exitCode === 0, exitCode, text);
  if (reason === '') return 'no reason is given';
  if (reason.length > MAX_REASON) return 'a reason is too long';
  return state === (exitCode === 0 ? 'red' : 'green') ? `${state} at exit status ${exitCode}` : null;
}

/** A name, and some words of our own. */
const MAX_REASON = MAX_NAME + 200;

const OUTPUTS = [
  'TAP version 13\nok 1 - adds\nnot ok 2 - subtracts\n  ---\n  location: "/a/test.js:1:1"\n  ...\n1..2\n# pass 1\n# fail 1',
  ' FAIL  test/a.test.ts > adds\nAssertionError: expected 1 to be 2\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)',
  'FAIL src/a.test.js\n  ● math › adds\n\n    expect(1).toBe(2)\n\nTests:       1 failed, 1 passed, 2 total',
  '  1 passing (4ms)\n  1 failing\n\n  1) math\n       adds:\n     AssertionError: no',
  'FAILED tests/test_a.py::test_adds - assert 1 == 2\n=== 1 failed, 2 passed in 0.02s ===',
  'FAIL: test_adds (test_a.Math)\n----\nRan 3 tests in 0.001s\n\nFAILED (failures=1)',
  '--- FAIL: TestAdds (0.00s)\n    a_test.go:7: no\nFAIL\nFAIL\texample.org/a\t0.002s',
  'running 2 tests\ntest adds ... FAILED\ntest ok ... ok\nfailures:\n    adds\ntest result: FAILED. 1 passed; 1 failed; 0 ignored',
  'error[E0425]: cannot find function `add` in this scope\nerror: could not compile `a` (test "a")',
  'Failures:\n  1) Math adds\n     Failure/Error: no\n2 examples, 1 failure\nrspec ./spec/a_spec.rb:3 # Math adds',
  'There was 1 failure:\n\n1) MathTest::testAdds\nFailed asserting\n\nTests: 2, Assertions: 2, Failures: 1.',
  '  Failed Math.Adds [3 ms]\nFailed!  - Failed:     1, Passed:     1, Skipped:     0, Total:     2',
  '[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[ERROR]   MathTest.adds:7 no',
  'MathTest > adds() FAILED\n    AssertionFailedError\n2 tests completed, 1 failed',
  "Error: Cannot find module './add.js'\nSyntaxError: Unexpected token",
];

const TOKENS = [
  ...['not ok ', 'ok ', 'FAIL', 'FAILED', ' > ', '●', '✗', '×', '(', ')', '::', ': ', '1 failed', '0 failed'],
  ...[
    '\n',
    '\r',
    '\x1B[31m',
    '\x1B]0;x',
    '\0',
    '\uD800',
    '\u2028',
    '99999999999999999999',
    ' '.repeat(5_000),
  ],
  ...['Error: ', 'Cannot find module ', "'", '"', '# fail 1', '1..', 'x'.repeat(9_000), '- '.repeat(3_000)],
];
