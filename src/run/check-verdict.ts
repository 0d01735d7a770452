import { counted } from '../base/counted.ts';
import type { TddSetting } from '../plan/options.ts';
import type { Baseline, CheckResult, CheckVerdict } from './event.ts';
import type { Expectation } from './expect.ts';
import type { Check } from './settings.ts';
import { NO_TEST } from './tests/absent.ts';
import { fileOf, newFailures } from './tests/new-failures.ts';
import { hasFewerLines, newLines } from './tests/output-lines.ts';
import type { TestReading } from './tests/reading.ts';
import { amongNames } from './tests/redacted-names.ts';
import type { Redness } from './tests/redness.ts';

/** How a check ended, as whoever ran it saw it. */
export interface CheckOutcome {
  readonly passed: boolean;
  readonly outcome: string;
  readonly tail: string;
  readonly outputFile: string;
  /** Names of what it left running, and was ended; absent where there was nothing. */
  readonly left?: readonly string[];
  /** What may have been taken from it where it ran, and how it is given back; absent where it does not look so. */
  readonly walls?: string;
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
  /** Why it says nothing about the work, this time or when it was run again; null where it does. See `noResult`. */
  readonly noResult: string | null;
  /** What it printed, see `outputLines`; empty where it passed. */
  readonly lines: ReadonlyMap<string, string>;
  /** It printed more than is compared. */
  readonly isCut: boolean;
  /** The last time that it was run again; null where it was not. */
  readonly rerun: CheckOutcome | null;
  /** How it fared without the phase; null where nobody looked. */
  readonly before: Baseline | null;
}

/** How many failing tests a note names. */
const MAX_NAMED = 20;

/** What a check means for the phase. */
export function judgeCheck(facts: CheckFacts): CheckResult {
  const { check, expects, run, rerun, noResult: why } = facts;
  const told = { command: check.command, ...shown(run) };
  const left = run.left?.length ? [`left running, and ended: ${listed(run.left)}`] : [];
  // A failure that is excused may be of our own making, with and without the phase.
  const isExcused = !run.passed && !rerun?.passed;
  const further = [...(isExcused && run.walls ? [run.walls] : []), ...left];
  // Of one that failed, nothing is told that may differ the next time: failures are compared.
  const as = (verdict: CheckVerdict, passed: boolean, note = ''): CheckResult => ({
    ...told,
    verdict,
    passed,
    note: [note, ...(passed ? further : [])].filter(Boolean).join('; '),
  });
  if (expects === 'red') return judgeRed(facts, as);
  if (run.passed) return as('passed', true);
  if (expects === 'any') return as('red', true, 'fails, as tests may before there is an implementation');
  if (rerun?.passed) return as('flaky', true, `failed (${run.outcome}), then passed when it was run again`);
  return why === null ? judgeFailed(facts, as) : as('failed', false, why);
}

/**
 * Why a check that does not pass says nothing about the work; null where it does. What came to no result is excused by
 * nothing: that it did not before the phase, either, only means that nobody knows how the work fares.
 */
export function noResult(
  kind: Check['kind'],
  exitCode: number | null,
  { absent, tool, ran, broken, failing }: TestReading,
): string | null {
  if (exitCode === null) return `the check itself does not come to its end here${NO_EXCUSE}`;
  if (exitCode === CANNOT_START || exitCode === NOT_FOUND || absent !== null) {
    const reason = absent ?? 'its command, or one in it, is missing or cannot be started';
    return `the check itself cannot be run here (${reason})${NO_EXCUSE}`;
  }
  // Some programs exit with the number of failures, and name them all.
  if (exitCode > SIGNALLED && exitCode <= SIGNALLED + LAST_SIGNAL && failing === null) {
    return `the check itself is ended by a signal here${NO_EXCUSE}`;
  }
  const isIdle = kind === 'test' && tool !== null && ran === 0;
  return isIdle && broken !== null && !broken.startsWith(NO_TEST)
    ? `no test can be run here (${broken})${NO_EXCUSE}`
    : null;
}

const NO_EXCUSE = ', so nothing is known about the work, with or without the phase';

/** Exit statuses by which a shell tells of a command that it did not start, or that a signal ended. */
const CANNOT_START = 126;
const NOT_FOUND = 127;
const SIGNALLED = 128;
const LAST_SIGNAL = 31;

/** The result with the tracked files that the check changed. Of one that failed these are not the reason. */
export function withChanges(result: CheckResult, files: readonly string[], may: boolean): CheckResult {
  if (files.length === 0 || !result.passed) return result;
  const words = `changed ${counted(files.length, 'file')}: ${listed(files)}`;
  if (may) return withNote(result, words);
  return withNote({ ...result, verdict: 'failed', passed: false }, `${words}, which it must not (mayChange)`);
}

/** The result with the files of packages that the check changed; nobody else finds them so. */
export const withInstalled = (result: CheckResult, files: readonly string[]): CheckResult =>
  files.length === 0 || !result.passed
    ? result
    : withNote(result, `changed ${counted(files.length, 'installed file')}: ${listed(files)}`);

/** What checks before it changed among packages; empty where there is nothing. */
export const undoneWords = (files: readonly string[]): string =>
  files.length === 0
    ? ''
    : `checks before it changed what setup installed, so that was undone: ${listed(files)}`;

/** What is not there for a check though a command before it made it; empty where there is nothing. */
export const lostWords = (files: readonly string[]): string =>
  files.length === 0
    ? ''
    : `setup or checks before it left what git does not ignore, so it was removed: ${listed(files)}`;

export const withNote = (result: CheckResult, note: string): CheckResult => ({
  ...result,
  note: [result.note, note].filter(Boolean).join('; '),
});

/** How a check ended and why it has its verdict. */
export const resultWords = ({ outcome, note }: Pick<CheckResult, 'outcome' | 'note'>): string =>
  note === '' || note.includes(outcome) ? note || outcome : `${outcome}; ${note}`;

type As = (verdict: CheckVerdict, passed: boolean, note?: string) => CheckResult;

const shown = ({
  outcome,
  tail,
  outputFile,
}: CheckOutcome): Omit<CheckOutcome, 'passed' | 'left' | 'walls'> => ({
  outcome,
  tail,
  outputFile,
});

/** Tests that are written before what they test load and fail. */
function judgeRed(facts: CheckFacts, as: As): CheckResult {
  const { redness, before, tdd, noResult: why } = facts;
  const isOld = before !== null && !before.passed && newIn(facts, before)?.length === 0;
  if (why !== null) return as('broken', false, `the tests do not run: ${why}`);
  if (redness?.state === 'broken') return as('broken', false, `the tests do not run: ${redness.reason}`);
  if (redness?.state !== 'red' || isOld) {
    const note = 'the new tests pass although nothing implements what they test yet';
    return as('premature', tdd !== 'enforce', note);
  }
  return as('red', true, `the new tests fail, as they are to before the implementation: ${redness.reason}`);
}

function judgeFailed(facts: CheckFacts, as: As): CheckResult {
  const { expects, reading, before } = facts;
  if (!before || before.passed || !reading) return as('failed', false);
  const added = newIn(facts, before);
  if (added === null) return as('failed', false, incomparable(facts, before));
  if (added.length > 0)
    return as('failed', false, `failed before this phase, too, but now also: ${listed(added)}`);
  if (expects === 'progress' && !isBetter(facts, reading, before)) {
    const which = reading.failing ? `: ${listed(reading.failing)}` : '';
    return as('failed', false, `none of the tests passes that failed before${which}`);
  }
  const how = reading.failing ? `: ${listed(reading.failing)}` : ', in the same way';
  return as('known', true, `failed before this phase, too${how}`);
}

/** Why nobody can tell whether something fails that did not before. */
function incomparable({ reading, isCut }: CheckFacts, before: Baseline): string {
  if (before.noResult) return `how it fared before this phase is not known: ${before.noResult}`;
  const too = 'failed before this phase, too, and';
  if (reading?.stopped)
    return `${too} stops at a failure (${reading.stopped}): what comes after was not tried`;
  return isCut || before.isCut ? `${too} prints more than can be compared` : `${too} does not say where`;
}

/**
 * Whether something that failed before does not any more. Of a file that does not load for want of several things,
 * only what is printed tells that it wants fewer.
 */
function isBetter({ lines, isCut }: CheckFacts, { failing }: TestReading, before: Baseline): boolean {
  const stillFails = amongNames(failing ?? []);
  if (failing && before.failing?.some(name => !stillFails(name))) return true;
  const areTests = failing?.every(name => fileOf(name) !== name) && before.failing;
  return !areTests && !isCut && !before.isCut && hasFewerLines(lines, before.lines);
}

/**
 * What fails now and did not before: by the names of tests where both are known, else by what was printed. Null where
 * the two cannot be compared, see `incomparable`.
 */
function newIn({ reading, lines, isCut }: CheckFacts, before: Baseline): readonly string[] | null {
  if (!reading || before.noResult || reading.stopped !== null) return null;
  const { failing } = before;
  const then = { tool: null, failing, ran: null, broken: null, absent: null, stopped: null };
  const named = newFailures(reading, then);
  if (named !== null) return named;
  return isCut || before.isCut || lines.size === 0 ? null : newLines(lines, before.lines);
}

const listed = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
