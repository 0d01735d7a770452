import type { TddSetting } from '../plan/options.ts';
import type { Baseline, CheckResult, CheckVerdict } from './event.ts';
import type { Expectation } from './expect.ts';
import type { Check } from './settings.ts';
import { fileOf, newFailures } from './tests/new-failures.ts';
import type { TestReading } from './tests/reading.ts';
import type { Redness } from './tests/redness.ts';

/** How a check ended, as whoever ran it saw it. */
export interface CheckOutcome {
  readonly passed: boolean;
  readonly outcome: string;
  readonly tail: string;
  readonly outputFile: string;
  /** Names of what it left running, and was ended; absent where there was nothing. */
  readonly left?: readonly string[];
}

/** All that is known about a check on an attempt. */
export interface CheckFacts {
  readonly check: Check;
  readonly expects: Expectation;
  readonly tdd: TddSetting;
  readonly run: CheckOutcome;
  /** What its output tells about tests; null where it passed. */
  readonly reading: TestReading | null;
  /** Why tests that were written first fail; null where that is not the question. */
  readonly redness: Redness | null;
  /** What it printed, see `outputLines`; empty where it passed. */
  readonly lines: ReadonlyMap<string, string>;
  /** The last time that it was run again; null where it was not. */
  readonly rerun: CheckOutcome | null;
  /** How it fared without the phase; null where nobody looked. */
  readonly before: Baseline | null;
}

/** How many failing tests a note names. */
const MAX_NAMED = 20;

/** What a check means for the phase. */
export function judgeCheck(facts: CheckFacts): CheckResult {
  const { check, expects, run, rerun } = facts;
  const told = { command: check.command, ...shown(run) };
  const left = run.left?.length ? [`left running, and ended: ${listed(run.left)}`] : [];
  // Of one that failed, nothing is told that may differ the next time: failures are compared.
  const as = (verdict: CheckVerdict, passed: boolean, note = ''): CheckResult => ({
    ...told,
    verdict,
    passed,
    note: [note, ...(passed ? left : [])].filter(Boolean).join('; '),
  });
  if (expects === 'red') return judgeRed(facts, as);
  if (run.passed) return as('passed', true);
  if (expects === 'any') return as('red', true, 'fails, as tests may before there is an implementation');
  if (rerun?.passed) return as('flaky', true, `failed (${run.outcome}), then passed when it was run again`);
  return judgeFailed(facts, as);
}

type As = (verdict: CheckVerdict, passed: boolean, note?: string) => CheckResult;

const shown = ({ outcome, tail, outputFile }: CheckOutcome): Omit<CheckOutcome, 'passed' | 'left'> => ({
  outcome,
  tail,
  outputFile,
});

/** Tests that are written before what they test load and fail. */
function judgeRed({ redness, reading, lines, before, tdd }: CheckFacts, as: As): CheckResult {
  const isOld = before !== null && !before.passed && reading && newIn(reading, lines, before)?.length === 0;
  if (redness?.state === 'broken') return as('broken', false, `the tests do not run: ${redness.reason}`);
  if (redness?.state !== 'red' || isOld) {
    const note = 'the new tests pass although nothing implements what they test yet';
    return as('premature', tdd !== 'enforce', note);
  }
  return as('red', true, `the new tests fail, as they are to before the implementation: ${redness.reason}`);
}

function judgeFailed({ expects, reading, lines, before }: CheckFacts, as: As): CheckResult {
  if (!before || before.passed || !reading) return as('failed', false);
  const added = newIn(reading, lines, before);
  if (added === null) return as('failed', false, 'failed before this phase, too, and does not say where');
  if (added.length > 0)
    return as('failed', false, `failed before this phase, too, but now also: ${listed(added)}`);
  if (expects === 'progress' && !isBetter(reading, lines, before)) {
    const which = reading.failing ? `: ${listed(reading.failing)}` : '';
    return as('failed', false, `none of the tests passes that failed before${which}`);
  }
  const how = reading.failing ? `: ${listed(reading.failing)}` : ', in the same way';
  return as('known', true, `failed before this phase, too${how}`);
}

/**
 * Whether something that failed before does not any more. Of a file that does not load for want of several things,
 * only what is printed tells that it wants fewer.
 */
function isBetter({ failing }: TestReading, lines: CheckFacts['lines'], before: Baseline): boolean {
  const fails = new Set(failing);
  if (failing && before.failing?.some(name => !fails.has(name))) return true;
  const areTests = failing?.every(name => fileOf(name) !== name) && before.failing;
  return !areTests && before.lines.some(mark => !lines.has(mark));
}

/**
 * What fails now and did not before: by the names of tests where both are known, else by what was printed. Null where a
 * check that fails prints nothing to go by.
 */
function newIn(
  reading: TestReading,
  lines: CheckFacts['lines'],
  { failing, lines: earlier }: Baseline,
): readonly string[] | null {
  const named = newFailures(reading, { tool: null, failing, ran: null, broken: null });
  if (named !== null) return named;
  if (lines.size === 0) return null;
  const known = new Set(earlier);
  return [...lines].flatMap(([mark, line]) => (known.has(mark) ? [] : [line]));
}

const listed = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
