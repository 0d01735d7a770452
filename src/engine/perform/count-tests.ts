import type { GitFailure } from '../../git/port.ts';
import type { Baseline } from '../../run/event.ts';
import {
  checkFindingSeverity,
  deletedTests,
  type Finding,
  failuresOfPassing,
  fewerTests,
  gateSettings,
} from '../../run/gates.ts';
import { approvedAt, phaseAt, positionOf } from '../../run/queries.ts';
import type { Check } from '../../run/settings.ts';
import { readTests } from '../../run/tests/read-tests.ts';
import type { TestReading } from '../../run/tests/reading.ts';
import type { Context } from '../perform.ts';
import type { CheckRun } from '../ports.ts';
import type { ChecksEffect } from './check-place.ts';

/** A check that runs tests and passes, and what it says of them. */
export interface Counted {
  readonly check: Check;
  readonly index: number;
  readonly reading: TestReading;
}

/** Of a check that is no test, or that does not end with 0, nothing is counted. */
export async function countTests(check: Check, run: CheckRun): Promise<TestReading | null> {
  if (check.kind !== 'test' || !run.passed) return null;
  const { text, isCut } = await run.output();
  return readTests(text, run.exitCode, { command: check.command, isCut });
}

/** For the event of a result or of a baseline. */
export const ranIn = (reading: TestReading | null): { readonly ran?: number } =>
  reading?.ran === null || reading === null ? {} : { ran: reading.ran };

type Tried = Baseline | GitFailure | null;

/**
 * What is odd about checks that pass, by the numbers of their tests: fewer than before the phase, or failures by their
 * own words. The commit before the phase is tried where its number is not known; null where stopped.
 */
export async function oddCounts(
  counted: readonly Counted[],
  { phase, baseline: commit }: ChecksEffect,
  { state, current }: Context,
  tryBaseline: (index: number) => Promise<Tried>,
): Promise<readonly Finding[] | GitFailure | null> {
  const position = positionOf(state, phase)!;
  const gates = gateSettings(state.settings);
  if (gates.tests === 'ignore') return [];
  const severity = checkFindingSeverity(approvedAt(state, position), gates);
  const deletedTestFiles = deletedTests(phaseAt(state, position).change?.files ?? []);
  const findings: Finding[] = [];
  for (const { check, index, reading } of counted) {
    const known = (current().baselines[commit] ?? []).find(({ command }) => command === check.command);
    const before = known ?? (reading.ran === null ? null : await tryBaseline(index));
    if (before === null && reading.ran !== null) return null;
    if (before !== null && 'reason' in before) return before;
    const common = { check: check.command, severity };
    findings.push(
      ...[
        fewerTests({ ...common, before: before?.ran ?? null, now: reading.ran, deletedTestFiles }),
        failuresOfPassing({ ...common, before: before?.failing ?? null, now: reading.failing }),
      ].filter(each => each !== null),
    );
  }
  return findings;
}
