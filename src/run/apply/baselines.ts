import type { Baseline, CheckResult } from '../event.ts';
import type { RunState } from '../state.ts';

/** What is known of a commit first is what counts. */
export function withBaselines(state: RunState, commit: string, results: readonly Baseline[]): RunState {
  const known = Object.hasOwn(state.baselines, commit) ? state.baselines[commit]! : [];
  const added = results.filter(({ command }) => !known.some(other => other.command === command));
  return { ...state, baselines: { ...state.baselines, [commit]: [...known, ...added] } };
}

/** Checks that passed on what has landed need not be run there again to know how many tests there are. */
export function withPassed(state: RunState, commit: string, checks: readonly CheckResult[]): RunState {
  const counted = checks.flatMap(({ command, verdict, ran }): readonly Baseline[] =>
    verdict === 'passed' && ran !== undefined ? [{ command, passed: true, failing: [], lines: [], ran }] : [],
  );
  return counted.length === 0 ? state : withBaselines(state, commit, counted);
}
