import type { Phase } from '../plan/model.ts';
import { isTestPath } from './gates.ts';
import { approvedAt, isSatisfied, phaseAt } from './queries.ts';
import type { RunState } from './state.ts';

/**
 * What a phase's tests are expected to do. `pass`: no failure that was not there before. `red`: load and fail, for what
 * they test is not there yet. `progress`: fail in fewer places than before, for others have still to do their part.
 * `any`: whatever they do is right.
 */
export const EXPECTATIONS = ['pass', 'red', 'progress', 'any'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** By the phase as a person knows it: an agent that describes it anew does not say what its tests must do. */
export function expectationOf(state: RunState, position: number): Expectation {
  const phase = approvedAt(state, position);
  const { tdd } = state.settings;
  if (writesTests(phase)) return tdd === 'off' ? 'any' : 'red';
  if (!implementsSomething(phase) || !waitsFor(state, position)) return 'pass';
  return others(state, position) ? 'progress' : 'pass';
}

/**
 * The commit whose failures are not the phase's: where it began. A phase that has to turn red tests green is not excused
 * by their having been red before it, only by what failed before the run.
 */
export function baselineOf(state: RunState, position: number, base: string): string {
  const isOwed = implementsSomething(approvedAt(state, position)) && waitsFor(state, position);
  return isOwed && expectationOf(state, position) === 'pass' ? state.origin.baseCommit : base;
}

/** The test files that landed red and that the phase, with others or alone, turns green. */
export function testsOwedBy(state: RunState, position: number): readonly string[] {
  if (state.red.length === 0 || !implementsSomething(approvedAt(state, position))) return [];
  const before = reachedFrom([position], state.shape.graph.dependencies);
  const written = state.red
    .filter(red => before.has(red))
    .flatMap(red => phaseAt(state, red).change?.files ?? []);
  return written
    .filter(({ status, path }) => status !== 'deleted' && isTestPath(path))
    .map(({ path }) => path);
}

/** Whether the phase does nothing but write tests. */
const writesTests = ({ subtasks }: Phase): boolean =>
  subtasks.length > 0 && subtasks.every(({ type }) => type === 'test');

const implementsSomething = ({ subtasks }: Phase): boolean => subtasks.some(({ type }) => type === 'impl');

/** Whether the phase builds on tests that landed red. */
const waitsFor = (state: RunState, position: number): boolean =>
  state.red.length > 0 && dependentsOf(state, state.red).has(position);

/**
 * Whether another phase has still to turn red tests green. One that comes behind tests which are still to be written has
 * those to turn green.
 */
function others(state: RunState, position: number): boolean {
  const isDone = (other: number): boolean => isSatisfied(phaseAt(state, other).standing);
  const isTested = (other: number): boolean => isDone(other) || !writesTests(approvedAt(state, other));
  for (const other of dependentsOf(state, state.red, isTested)) {
    if (other !== position && !isDone(other) && implementsSomething(approvedAt(state, other))) return true;
  }
  return false;
}

/** All phases that wait for one of these, however indirectly, but for those behind one that `isPassed` holds up. */
const dependentsOf = (
  { shape }: RunState,
  positions: readonly number[],
  isPassed?: (position: number) => boolean,
): ReadonlySet<number> => reachedFrom(positions, shape.graph.dependents, isPassed);

function reachedFrom(
  positions: readonly number[],
  edges: readonly (readonly number[])[],
  isPassed: (position: number) => boolean = () => true,
): ReadonlySet<number> {
  const found = new Set<number>();
  const queue = [...positions];
  for (const position of queue) {
    for (const next of edges[position]!) {
      if (found.has(next) || !isPassed(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}
