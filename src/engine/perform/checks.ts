import { markerFrom } from '../../agent/process/marker.ts';
import type { GitFailure } from '../../git/port.ts';
import type { Plan } from '../../plan/model.ts';
import {
  type CheckFacts,
  judgeCheck,
  lostWords,
  noResult,
  undoneWords,
  withChanges,
  withInstalled,
  withNote,
} from '../../run/check-verdict.ts';
import type { Baseline, CheckResult, RunEvent } from '../../run/event.ts';
import type { Expectation } from '../../run/expect.ts';
import { missingWords } from '../../run/gates/ignored-work.ts';
import type { Finding } from '../../run/gates.ts';
import { ignoredBy, positionOf } from '../../run/queries.ts';
import type { Check, Settings } from '../../run/settings.ts';
import { isComparable, outputLines } from '../../run/tests/output-lines.ts';
import { isPlannedBy, plannedRedness } from '../../run/tests/planned-redness.ts';
import { readTests } from '../../run/tests/read-tests.ts';
import type { TestReading } from '../../run/tests/reading.ts';
import type { Context } from '../perform.ts';
import type { CheckNotRun, CheckRun } from '../ports.ts';
import { sharedBaseline } from './baselines.ts';
import { atCheckPlace, type CheckPlace, type ChecksEffect, type Rehearse } from './check-place.ts';
import { type Counted, countTests, oddCounts, ranIn } from './count-tests.ts';
import { operationFailed } from './git.ts';

/** The user's commands, one after the other, on exactly the files that are to land. The first that fails is the last. */
export async function runChecks(effect: ChecksEffect, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, on } = effect;
  const { checks } = context.state.settings;
  const rehearse: Rehearse = async (index, cwd, why) => {
    const file = `${why}.${on}.${index + 1}.before.log`;
    const run = await runOnce(checks[index]!, cwd, file, effect, context);
    return run === null || 'reason' in run ? run : 'done';
  };
  const ended = await atCheckPlace(effect, context, rehearse, async place => {
    const results: CheckResult[] = [];
    const counted: Counted[] = [];
    for (const [index, check] of checks.entries()) {
      const judgement = await judgedAt(place, index, effect, context);
      if (judgement === null || 'reason' in judgement) return judgement;
      const { result, reading } = judgement;
      results.push(result);
      if (!result.passed) return { results, findings: [] };
      if (reading) counted.push({ check, index, reading });
    }
    const findings = await findingsOf(counted, place, effect, context);
    return findings === null || 'reason' in findings ? findings : { results, findings };
  });
  if (ended === null || context.signal.aborted) return [];
  if ('reason' in ended) return [operationFailed('run_checks', phase, attempt, ended)];
  const { results, findings } = ended;
  return [
    { type: 'checks_ended', phase, attempt, on, results, ...(findings.length > 0 ? { findings } : {}) },
  ];
}

/** Numbers of tests are compared where a clean checkout says how many there were, and on the attempt itself. */
async function findingsOf(
  counted: readonly Counted[],
  place: CheckPlace,
  effect: ChecksEffect,
  context: Context,
): Promise<readonly Finding[] | GitFailure | null> {
  const { settings } = context.state;
  if (effect.on !== 'attempt' || effect.expects !== 'pass' || effect.slot !== null || !settings.baseline)
    return [];
  return oddCounts(counted, effect, context, index => {
    const check = settings.checks[index]!;
    return sharedBaseline(effect.baseline, check.command, context, () =>
      baselineFor(check, index, place, effect, context),
    );
  });
}

/** A check with what it says of its tests where it passes. */
interface Judgement {
  readonly result: CheckResult;
  readonly reading: TestReading | null;
}

/** What a check means, with what it changed and what it may have missed. Null where stopped. */
async function judgedAt(
  place: CheckPlace,
  index: number,
  effect: ChecksEffect,
  context: Context,
): Promise<Judgement | GitFailure | null> {
  const { state, signal } = context;
  const check = state.settings.checks[index]!;
  const entered = await place.enter(index);
  if (signal.aborted) return null;
  if (!entered.ok) return 'failed' in entered ? { result: entered.failed, reading: null } : entered.failure;
  const changed = new Set<string>();
  const installed = new Set<string>();
  const [lost, undone] = [place.lost(), place.undone()];
  let reading: TestReading | null = null;
  const run: RunHere = async file => {
    const ran = await runOnce(check, entered.path, file, effect, context);
    if (ran === null || 'reason' in ran) return ran;
    reading = await countTests(check, ran);
    const found = await place.changed();
    if ('reason' in found) return found;
    for (const path of found.files) changed.add(path);
    for (const path of found.installed) installed.add(path);
    return ran;
  };
  const result = await judged(check, index, run, place, effect, context);
  if (result === null || 'reason' in result) return result;
  const position = positionOf(state, effect.phase)!;
  const ofFiles = withChanges(result, [...changed].sort(), check.mayChange !== false);
  const noted = withInstalled(ofFiles, [...installed].sort());
  if (noted.verdict === 'passed') return { result: { ...noted, ...ranIn(reading) }, reading };
  const wanting = withNote(withNote(noted, lostWords(lost)), undoneWords(undone));
  if (wanting.passed) return { result: { ...wanting, ...ranIn(reading) }, reading };
  return { result: withNote(wanting, missingWords(ignoredBy(state, position), wanting.tail)), reading };
}

/** Runs the check and tells what came of it. */
type RunHere = (file: string) => Promise<CheckRun | GitFailure | null>;

/**
 * Runs a check, once more where it fails, and on the files before the phase where it fails again. One without a result
 * is not run again: it may have taken all the time that it is given. Null where stopped.
 */
async function judged(
  check: Check,
  index: number,
  run: RunHere,
  place: CheckPlace,
  effect: ChecksEffect,
  context: Context,
): Promise<CheckResult | GitFailure | null> {
  const { settings, plan } = context.state;
  const expects: Expectation = check.kind === 'test' ? effect.expects : 'pass';
  const name = `check.${effect.on}.${index + 1}`;
  const first = await run(`${name}.log`);
  if (first === null || 'reason' in first) return first;
  const { tdd } = settings;
  const redness =
    expects === 'red'
      ? plannedRedness(plan, first.passed, first.exitCode, (await first.output()).text)
      : null;
  const told = await toldBy(check, first, plan);
  let facts: CheckFacts = { check, expects, tdd, run: first, ...told, redness, rerun: null, before: null };
  if (first.passed || expects === 'any') return judgeCheck(facts);
  if (facts.noResult !== null) return withPreparation(judgeCheck(facts), effect, settings);
  for (let again = 1; expects !== 'red' && again <= settings.checkReruns; again += 1) {
    const entered = await place.enterAgain(index);
    if (context.signal.aborted) return null;
    if (!entered.ok) return 'failed' in entered ? entered.failed : entered.failure;
    const rerun = await run(`${name}.again-${again}.log`);
    if (rerun === null || 'reason' in rerun) return rerun;
    facts = { ...facts, rerun, noResult: (await toldBy(check, rerun, plan)).noResult };
    if (rerun.passed || facts.noResult !== null) return judgeCheck(facts);
  }
  if (!settings.baseline) return judgeCheck(facts);
  const before = await sharedBaseline(effect.baseline, check.command, context, () =>
    baselineFor(check, index, place, effect, context),
  );
  if (before === null || 'reason' in before) return before;
  return judgeCheck({ ...facts, before });
}

/** What is not there in a check slot though it may be in a workspace, nobody named under `setup`. */
const withPreparation = (result: CheckResult, { slot }: ChecksEffect, { setup }: Settings): CheckResult =>
  result.passed || slot !== null || setup.length > 0 ? result : withNote(result, UNPREPARED);

const UNPREPARED =
  'checks run in a clean checkout: name the commands that install what they need under setup, or set verify to workspace';

/** How the check fares without the phase. */
async function baselineFor(
  check: Check,
  index: number,
  place: CheckPlace,
  effect: ChecksEffect,
  context: Context,
): Promise<Baseline | GitFailure | null> {
  const { baseline: commit } = effect;
  const entered = await place.enterBaseline(index);
  if (context.signal.aborted) return null;
  if (!entered.ok)
    return 'failed' in entered ? couldNotRun({ notRun: entered.failed.note }) : entered.failure;
  const file = `baseline.${effect.on}.${index + 1}.log`;
  const run = await runOnce(check, entered.path, file, effect, context);
  if (run === null || 'reason' in run) return run;
  const { reading, lines, isCut, noResult: why } = await toldBy(check, run, context.state.plan);
  const result: Baseline = {
    command: check.command,
    passed: run.passed,
    failing: reading ? reading.failing : [],
    lines: [...lines.keys()],
    ...(isCut ? { isCut } : {}),
    ...(why === null ? {} : { noResult: why }),
    ...ranIn(await countTests(check, run)),
  };
  context.report({ type: 'baseline_ended', commit, results: [result] });
  return (await place.leave()) ?? result;
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
