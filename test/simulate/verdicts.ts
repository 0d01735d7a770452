import type { SubtaskType } from '../../src/plan/model.ts';
import type { CheckResult, RunEvent } from '../../src/run/event.ts';
import { isSatisfied, phaseAt, planAt, positionOf } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';
import type { Tree } from '../engine/fake-git.ts';
import type { Invariant } from '../engine/invariants.ts';
import { type Sight, sightOf } from './files.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/**
 * What checks must have been found to be, told from the files of the commits alone. What is expected of tests follows
 * from how far other phases are when a check begins, of which no event tells: any moment since it could have begun counts.
 */
export function verified({ git, scenario }: World): Invariant {
  const history: History = { works: new Map(), red: new Set() };
  const treeOf = (commit: string): Tree => git.commits.get(commit)!.tree;
  return ({ entry: { event }, after }) => {
    if (event.type === 'baseline_ended') return baselineFault(event, scenario, treeOf);
    const wrong = event.type === 'checks_ended' ? checksFault(event, history, scenario, treeOf) : null;
    follow(history, event);
    for (const work of history.works.values()) {
      if (work.isPending) work.circumstances.set(...circumstanceIn(history, work, after));
    }
    return wrong;
  };
}

interface History {
  readonly works: Map<string, Work>;
  /** Phases that landed tests which fail. */
  readonly red: Set<string>;
}

/** An attempt, as far as it is about checks. */
interface Work {
  readonly phase: string;
  readonly base: string;
  snapshot: string | null;
  /** The commit that is checked. */
  commit: string | null;
  isPending: boolean;
  readonly circumstances: Map<string, Circumstance>;
  results: readonly CheckResult[];
}

type Expectation = 'pass' | 'red' | 'progress' | 'any';

interface Circumstance {
  readonly expects: Expectation;
  /** The commit with which it is compared. */
  readonly baseline: string;
}

function follow({ works, red }: History, event: RunEvent): void {
  const work = 'phase' in event && event.phase !== null ? works.get(event.phase) : undefined;
  const begin = (commit: string | null): void => {
    work!.commit = commit;
    work!.isPending = true;
    work!.circumstances.clear();
  };
  switch (event.type) {
    case 'phase_started': {
      const { phase, base } = event;
      const fresh = { snapshot: null, commit: null, isPending: false, results: [] };
      works.set(phase, { phase, base, ...fresh, circumstances: new Map() });
      break;
    }
    case 'attempt_captured':
    case 'lanes_combined':
      work!.snapshot = event.commit;
      break;
    case 'attempt_inspected':
      begin(work!.snapshot);
      break;
    case 'landing_unchecked':
      begin(event.commit);
      break;
    case 'checks_ended':
      work!.isPending = false;
      work!.results = event.results;
      break;
    case 'phase_landed':
      if (work!.results.some(({ verdict }) => verdict === 'red')) red.add(event.phase);
      break;
  }
}

function circumstanceIn({ red }: History, work: Work, state: RunState): [string, Circumstance] {
  const expects = expectation(red, work.phase, state);
  const isLanding = work.commit !== work.snapshot;
  const isOwed = expects === 'pass' && has(state, work.phase, 'impl') && buildsOn(state, work.phase, red);
  const baseline = isOwed ? state.origin.baseCommit : isLanding ? state.head! : work.base;
  return [`${expects} ${baseline}`, { expects, baseline }];
}

function expectation(red: ReadonlySet<string>, phase: string, state: RunState): Expectation {
  const { subtasks } = planAt(state, positionOf(state, phase)!);
  if (subtasks.length > 0 && subtasks.every(({ type }) => type === 'test')) {
    return state.settings.tdd === 'off' ? 'any' : 'red';
  }
  const isOpen = (id: string): boolean => !isSatisfied(phaseAt(state, positionOf(state, id)!).standing);
  const owes = (id: string): boolean => has(state, id, 'impl') && buildsOn(state, id, red);
  if (red.size === 0 || !owes(phase)) return 'pass';
  const hasHelp = state.shape.phases.some(({ id }) => id !== phase && isOpen(id) && owes(id));
  return hasHelp ? 'progress' : 'pass';
}

const has = (state: RunState, phase: string, wanted: SubtaskType): boolean =>
  planAt(state, positionOf(state, phase)!).subtasks.some(({ type }) => type === wanted);

/** Whether a phase waits for one of these, directly or not. */
const buildsOn = (state: RunState, phase: string, others: ReadonlySet<string>): boolean =>
  planAt(state, positionOf(state, phase)!).dependsOn.some(
    id => others.has(id) || buildsOn(state, id, others),
  );

type Named<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

function checksFault(
  { phase, results }: Named<'checks_ended'>,
  { works }: History,
  scenario: Scenario,
  treeOf: (commit: string) => Tree,
): string | null {
  const { commit, circumstances } = works.get(phase)!;
  const last = scenario.settings.checks.length - 1;
  const early = results.find(
    ({ verdict, passed }, index) => index < last && (verdict !== 'passed' || !passed),
  );
  if (early) return `${early.command} is ${early.verdict}`;
  const found = results[last];
  if (!found) return 'checks are missing';
  const wanted = [...circumstances.values()].map(({ expects, baseline }) =>
    wordsFor(scenario, expects, treeOf(commit!), treeOf(baseline)),
  );
  const words = `${found.verdict} ${found.passed}`;
  return wanted.includes(words)
    ? null
    : `${found.command} is ${words}, not ${[...new Set(wanted)].join(' or ')}`;
}

/** The verdict on the last check, and whether the phase may go on. */
function wordsFor({ settings, output }: Scenario, expects: Expectation, tree: Tree, before: Tree): string {
  const { tdd, checkReruns, baseline } = settings;
  const now = sightOf(tree);
  const was = sightOf(before);
  const fails = now.isBroken || now.failing.length > 0;
  const isOld = baseline && (was.isBroken || was.failing.length > 0);
  const isNew = now.isBroken || was.isBroken ? now.isBroken !== was.isBroken : adds(now, was);
  // Whoever prints nothing cannot be compared, and nobody can tell what is wrong.
  const isSame = output !== 'silent' && isOld && !isNew;
  if (expects === 'red') {
    if (now.isBroken && output !== 'silent') return 'broken false';
    return fails && !isSame ? 'red true' : `premature ${tdd !== 'enforce'}`;
  }
  if (!fails) return 'passed true';
  if (expects === 'any') return 'red true';
  if (checkReruns > 0 && !now.isBroken && now.failingAgain.length === 0) return 'flaky true';
  const isLess = !now.isBroken && now.failing.length < was.failing.length;
  const isStuck = expects === 'progress' && !isLess;
  return isSame && !isStuck ? 'known true' : 'failed false';
}

const adds = (now: Sight, was: Sight): boolean => now.failing.some(name => !was.failing.includes(name));

function baselineFault(
  { commit, results }: Named<'baseline_ended'>,
  { output }: Scenario,
  treeOf: (commit: string) => Tree,
): string | null {
  const { failing, isBroken } = sightOf(treeOf(commit));
  const passed = failing.length === 0 && !isBroken;
  const wrong = results.find(result => {
    const names = passed ? '' : output === 'named' && !isBroken ? failing.join() : null;
    return result.passed !== passed || (result.failing?.join() ?? null) !== names;
  });
  return wrong ? `${commit} is said to fail in ${wrong.failing}` : null;
}
