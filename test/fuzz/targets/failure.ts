import { CHECK_VERDICTS, type CheckResult } from '../../../src/run/event.ts';
import { isFailureCategory } from '../../../src/run/failure.ts';
import { SIMILARITY_METRICS } from '../../../src/run/policies.ts';
import { categoryOfChecks } from '../../../src/run/policy/failure/categorise.ts';
import { MAX_CHARACTERS, normalise } from '../../../src/run/policy/failure/normalise.ts';
import { retryAtOf } from '../../../src/run/policy/failure/retry-at.ts';
import { categoryOfText } from '../../../src/run/policy/failure/said.ts';
import { isSameFailure, similarity } from '../../../src/run/policy/failure/similarity.ts';
import { random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';

/** What programs and providers say where something fails: two messages, which may be nearly the same. */
export const failure: Target<readonly string[]> = {
  make(seed) {
    const r = random(seed);
    const one = mutated(r.pick(MESSAGES), TOKENS, r, 8);
    const other = r.below(2) === 0 ? one : mutated(r.below(2) === 0 ? one : r.pick(MESSAGES), TOKENS, r, 4);
    return [one, other];
  },
  judge([one = '', other = '']) {
    return judgeWords(one) ?? judgeMoment(one) ?? judgeLikeness(one, other) ?? judgeChecks(one);
  },
};

function judgeWords(text: string): string | null {
  const plain = normalise(text);
  if (plain.length > MAX_CHARACTERS) return `${plain.length} characters are left`;
  if (normalise(plain) !== plain) return 'is normalised further when it is again';
  const category = categoryOfText(text);
  return category === null || isFailureCategory(category) ? null : `category ${category}`;
}

const NOW = Date.UTC(2030, 0, 15, 12);
const WEEK_MS = 8 * 24 * 3_600_000;

function judgeMoment(text: string): string | null {
  for (const now of [0, NOW]) {
    const at = retryAtOf(text, now);
    if (at !== null && !(at > now && at - now <= WEEK_MS)) return `to be tried again at ${at}, now is ${now}`;
    if (at !== null && !Number.isInteger(at)) return `${at} is no moment`;
  }
  return null;
}

function judgeLikeness(one: string, other: string): string | null {
  for (const metric of SIMILARITY_METRICS) {
    const alike = similarity(one, other, metric);
    if (!(alike >= 0 && alike <= 1)) return `alike by ${alike}`;
    if (alike !== similarity(other, one, metric)) return 'is not as alike the other way round';
    if (similarity(one, one, metric) !== 1) return 'is not like itself';
    const rule = { similarity: 0.8, minLength: 30, metric, compareMessages: true };
    const same = isSameFailure(
      { category: 'tests', message: one },
      { category: 'tests', message: one },
      rule,
    );
    if (!same) return 'is not the same failure as itself';
  }
  return null;
}

function judgeChecks(tail: string): string | null {
  for (const outcome of ['exit status 1', 'exit status 137', 'ended by SIGKILL', 'still running after 5 s']) {
    const results = CHECK_VERDICTS.map((verdict, index): CheckResult => {
      const command = index % 2 === 0 ? tail.slice(0, 50) : 'npm test';
      return { command, passed: verdict === 'passed', verdict, note: '', outcome, tail, outputFile: '' };
    });
    const category = categoryOfChecks(results);
    if (!isFailureCategory(category)) return `category ${category}`;
  }
  return categoryOfChecks([]) === 'checks' ? null : 'no check fails of something';
}

const MESSAGES = [
  'API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}} retry-after: 30',
  "You've hit your usage limit · resets 3:15pm (UTC)",
  'Claude usage limit reached|1893456000',
  'quota exceeded; try again in 2 days, 3 hours and 4 minutes',
  'Error: Cannot find module "/srv/project-4f2a91c/src/a.ts:12:5" at 2030-01-01T10:20:30.123Z',
  'FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2 (took 12 ms, request req_011CSHoEeqs5C35K2UUqR7Fy)',
  'fatal: could not resolve host: example.org\nError: connect ECONNREFUSED 127.0.0.1:8080',
  "error TS2322: Type 'string' is not assignable to type 'number'.\n  src/a.ts:3:7",
  'column "name" does not exist\nLINE 1: select name from orders',
  'error[E0425]: cannot find function `add`\nerror: could not compile `a` (bin "a") due to 1 previous error',
  'invalid x-api-key; please run /login. HTTP 401',
  '503 {"message":"overloaded_error"} retry-after-ms=500 Retry-After: Wed, 21 Oct 2030 07:28:00 GMT',
  'No space left on device',
];

const TOKENS = [
  ...[
    'retry-after: ',
    'resets at ',
    'until ',
    'try again in ',
    'in ',
    '|',
    '12:60pm',
    '25:00',
    'Feb 30',
    '999999999 d',
  ],
  ...[
    '1893456000',
    '1893456000000',
    '1e999',
    '-1',
    '0.0000001 s',
    '99999999999',
    '[n] ms',
    '[path]',
    '[time] ',
  ],
  ...[
    '/a/b.ts:1:2',
    'C:\\a\\b',
    'file://',
    'https://x/',
    '../',
    '0xdeadbeef',
    'a1b2c3d4e5',
    ':',
    '::',
    '\\',
    '"',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\x1B[31m',
    '\uD800',
    '\u2028',
    'µs',
    '漢字',
    ' '.repeat(3_000),
    'a'.repeat(9_000),
  ],
  ...['1:'.repeat(2_000), 'a/'.repeat(2_000), '[n]'.repeat(500), 'tmp-1 '.repeat(500), '10m'.repeat(1_000)],
];
