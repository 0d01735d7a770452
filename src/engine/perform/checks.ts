import { markerFrom } from '../../agent/process/marker.ts';
import type { GitFailure } from '../../git/port.ts';
import type { Plan } from '../../plan/model.ts';
import { type CheckFacts, judgeCheck, noResult } from '../../run/check-verdict.ts';
import type { Effect } from '../../run/effect.ts';
import type { Baseline, CheckResult, RunEvent } from '../../run/event.ts';
import type { Expectation } from '../../run/expect.ts';
import type { Check } from '../../run/settings.ts';
import { isComparable, outputLines } from '../../run/tests/output-lines.ts';
import { isPlannedBy, plannedRedness } from '../../run/tests/planned-redness.ts';
import { readTests } from '../../run/tests/read-tests.ts';
import type { Context } from '../perform.ts';
import type { CheckNotRun, CheckRun } from '../ports.ts';
import { sharedBaseline } from './baselines.ts';
import { enterSlot } from './enter.ts';
import { operationFailed } from './git.ts';

type ChecksEffect = Extract<Effect, { kind: 'run_checks' }>;

/** The user's commands, one after the other, on exactly the files that are to land. The first that fails is the last. */
export async function runChecks(effect: ChecksEffect, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, on, slot, base, contents } = effect;
  const fail = (failure: GitFailure): RunEvent[] => [operationFailed('run_checks', phase, attempt, failure)];
  const opened = await enterSlot({ slot, base, contents }, effect, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return fail(opened.failure);
  const results: CheckResult[] = [];
  for (const [index, check] of context.state.settings.checks.entries()) {
    const result = await judged(check, index, opened.path, effect, context);
    if (result === null) return [];
    if ('reason' in result) return fail(result);
    results.push(result);
    if (!result.passed) break;
  }
  return [{ type: 'checks_ended', phase, attempt, on, results }];
}

/**
 * Runs a check, once more where it fails, and on the files before the phase where it fails again. One without a result
 * is not run again: it may have taken all the time that it is given. Null where stopped.
 */
async function judged(
  check: Check,
  index: number,
  cwd: string,
  effect: ChecksEffect,
  context: Context,
): Promise<CheckResult | GitFailure | null> {
  const { settings, plan } = context.state;
  const expects: Expectation = check.kind === 'test' ? effect.expects : 'pass';
  const name = `check.${effect.on}.${index + 1}`;
  const first = await runOnce(check, cwd, `${name}.log`, effect, context);
  if (first === null || 'reason' in first) return first;
  const { tdd } = settings;
  const redness =
    expects === 'red'
      ? plannedRedness(plan, first.passed, first.exitCode, (await first.output()).text)
      : null;
  const told = await toldBy(check, first, plan);
  let facts: CheckFacts = { check, expects, tdd, run: first, ...told, redness, rerun: null, before: null };
  if (first.passed || expects === 'any' || facts.noResult !== null) return judgeCheck(facts);
  for (let again = 1; expects !== 'red' && again <= settings.checkReruns; again += 1) {
    const rerun = await runOnce(check, cwd, `${name}.again-${again}.log`, effect, context);
    if (rerun === null || 'reason' in rerun) return rerun;
    facts = { ...facts, rerun, noResult: (await toldBy(check, rerun, plan)).noResult };
    if (rerun.passed || facts.noResult !== null) return judgeCheck(facts);
  }
  if (!settings.baseline) return judgeCheck(facts);
  const before = await sharedBaseline(effect.baseline, check.command, context, () =>
    baselineFor(check, index, effect, context),
  );
  if (before === null || 'reason' in before) return before;
  return judgeCheck({ ...facts, before });
}

/** How the check fares without the phase. It takes the attempt's workspace for the time, and puts its files back. */
async function baselineFor(
  check: Check,
  index: number,
  effect: ChecksEffect,
  context: Context,
): Promise<Baseline | GitFailure | null> {
  const { baseline: commit, slot, base, contents } = effect;
  const opened = await enterSlot({ slot, base: commit, contents: null }, effect, context);
  if (!opened.ok) return opened.failure;
  const file = `baseline.${effect.on}.${index + 1}.log`;
  const run = await runOnce(check, opened.path, file, effect, context);
  if (run === null || 'reason' in run) return run;
  const { reading, lines, isCut, noResult: why } = await toldBy(check, run, context.state.plan);
  const result: Baseline = {
    command: check.command,
    passed: run.passed,
    failing: reading ? reading.failing : [],
    lines: [...lines.keys()],
    ...(isCut ? { isCut } : {}),
    ...(why === null ? {} : { noResult: why }),
  };
  context.report({ type: 'baseline_ended', commit, results: [result] });
  const restored = await enterSlot({ slot, base, contents }, effect, context);
  return restored.ok ? result : restored.failure;
}

/** What a failed check tells by what it printed, and by how it ended. */
async function toldBy(
  { command, kind }: Check,
  run: CheckRun,
  plan: Plan,
): Promise<Pick<CheckFacts, 'reading' | 'lines' | 'isCut' | 'noResult'>> {
  if (run.passed) return { reading: null, lines: new Map(), isCut: false, noResult: null };
  const { text, isCut } = await run.output();
  const lines = outputLines(text);
  // The same words with another exit status are another failure; no words at all are none to compare.
  const ending = lines.size === 0 ? [] : [[run.outcome, run.outcome] as const];
  const reading = readTests(text, run.exitCode, { command, isCut, isPlanned: isPlannedBy(plan) });
  return {
    reading,
    lines: new Map([...lines, ...ending]),
    isCut: isCut || !isComparable(text),
    noResult: noResult(kind, run.exitCode, reading),
  };
}

async function runOnce(
  check: Check,
  cwd: string,
  file: string,
  { phase, attempt }: ChecksEffect,
  { ports, state, signal }: Context,
): Promise<CheckRun | GitFailure | null> {
  const result = await ports.checks.run(check, {
    cwd,
    environment: ports.environment,
    marker: markerFrom(state.origin.marker, phase, attempt, 'check'),
    outputFile: ports.records.file(phase, attempt, file),
    signal,
  });
  return result && 'notRun' in result ? couldNotRun(result) : result;
}

const couldNotRun = ({ notRun }: CheckNotRun): GitFailure => ({
  reason: 'misplaced',
  message: `the checks could not be run: ${notRun}`,
  hint: 'They are run again in a new attempt.',
});
