import type { Entry } from '../../src/run/apply.ts';
import { END_STATUSES } from '../../src/run/event.ts';
import { decode } from '../../src/run/journal.ts';
import { phaseAt, planAt, positionOf } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';
import { type FakeGit, phaseIn, RECORD } from '../engine/fake-git.ts';
import { type Invariant, violations } from '../engine/invariants.ts';
import { isSameState } from '../engine/tell.ts';
import { accounted, isWorthAccounting } from './accounts.ts';
import { baseTree, HALF_DONE, RED, sightOf } from './files.ts';
import { inspected } from './inspections.ts';
import type { Rest } from './life.ts';
import { modelled } from './model.ts';
import { unforeseen } from './oracle.ts';
import type { Scenario } from './scenario.ts';
import { verified } from './verdicts.ts';
import type { World } from './world.ts';

/** One journal in so many is read back from the store; of the others the last process has just read or written all. */
const READ_BACK = 8;

/** Everything that is wrong with a run that has come to rest: in its journal, in git, and in what it left behind. */
export async function faults(world: World, last: Rest): Promise<readonly string[]> {
  world.disk.mend();
  const stored = await world.store.read(world.run);
  const isKnown = last.entries.length === stored.length && stored.length % READ_BACK !== 0;
  const decoded = isKnown ? { ok: true as const, entries: last.entries } : decode(stored);
  if (!decoded.ok) return [`the journal cannot be read: ${decoded.message}`];
  const { entries } = decoded;
  let state: RunState | null = null;
  const latest: Invariant = ({ after }) => {
    state = after;
    return null;
  };
  const states = isKnown ? world.states : [];
  const accounts =
    world.scenario.isMetered && isWorthAccounting(entries) ? [accounted(world.scenario.weather)] : [];
  const judges = [
    modelled(),
    ...accounts,
    ...(world.isRobbed() ? [] : [verified(world), inspected(world)]),
    latest,
  ];
  const broken = violations(entries, world.git.isAncestor, judges, states);
  return [
    ...broken,
    ...(state ? atEnd(world, entries, state, isKnown ? null : last.state) : []),
    ...(await heldLease(world)),
    ...(world.scenario.drafts ? await editFaults(world, entries) : []),
  ];
}

/** What a person made of a plan is what is carried out. */
async function editFaults({ store, run }: World, entries: readonly Entry[]): Promise<string[]> {
  const posted = await store.commands(run, 0);
  return entries.flatMap(({ event }, index) => {
    const before = entries[index - 1]?.event;
    if (event.type !== 'plan_approved' || before?.type !== 'command_taken') return [];
    const { edited } = JSON.parse(posted[before.number - 1]!.data);
    return edited && edited.text !== event.text ? ['another plan than the edited one was approved'] : [];
  });
}

function atEnd(world: World, entries: readonly Entry[], state: RunState, last: RunState | null): string[] {
  const ends = entries.flatMap(({ event }) => (event.type === 'run_ended' ? [event] : []));
  const isTold = (ends.at(-1)?.leftover ?? null) !== null;
  return [
    ...(last === null || isSameState(last, state) || world.isRobbed()
      ? []
      : ['the journal tells another state than the process had']),
    ...world.crew.complaints,
    ...leftovers(world, state, isTold),
    ...branchFaults(world, state, entries, isTold),
    ...recordFaults(world, state, isTold),
    ...noticeFaults(world, state, entries),
    // A run that is resumed after its end gets new allowances.
    ...(ends.length > 1 ? [] : unforeseen(world.scenario, state)),
  ];
}

/** Everything that people want to be told of they were told, or it was tried. */
function noticeFaults(
  { delivered, scenario: { weather } }: World,
  { notices, noticed, status }: RunState,
  entries: readonly Entry[],
): string[] {
  // Nobody takes on a run that is over, though a process may have died before it told so.
  const isUnheard =
    (status === 'completed' || status === 'cancelled') &&
    (weather.death + weather.store > 0 || weather.robbery);
  const unsent = entries.flatMap(({ event }) =>
    event.type === 'notice_sent' && !delivered.has(event.number) ? [event.number] : [],
  );
  const ends = entries.filter(({ event: { type } }) => type === 'notice_sent' || type === 'notice_failed');
  return [
    ...(ends.length + notices.length < noticed
      ? [`of ${noticed} notices ${ends.length} came to an end`]
      : []),
    ...(notices.length > 0 && !isUnheard ? [`people were not told ${notices.length} things`] : []),
    ...unsent.map(number => `nobody got notice ${number}`),
  ];
}

const heldLease = async ({ store, run }: World): Promise<string[]> =>
  (await store.holder(run)) ? ['the lease is not given back'] : [];

const AT_REST: readonly string[] = ['waiting', ...END_STATUSES];

function* leftovers(
  { crew, git, lives, isRobbed }: World,
  state: RunState,
  isTold: boolean,
): Generator<string> {
  if (!AT_REST.includes(state.status)) yield `the run is ${state.status}`;
  if (lives.some(({ isAlive }) => isAlive())) yield 'a process is left';
  // A process that was robbed of the run sees through what it had begun.
  if (isRobbed()) return;
  if (crew.alive() > 0) yield `${crew.alive()} agents are left`;
  if (state.status !== 'waiting' && git.slots.size > 0 && !isTold)
    yield `${git.slots.size} workspaces are left`;
  const { schedule, concurrency } = state.settings;
  if (crew.peak() > (schedule === 'serial' ? 1 : concurrency)) yield `${crew.peak()} sessions at once`;
}

/** The run branch holds each completed phase once, in an order that their dependencies permit, and nothing that failed. */
function* branchFaults(
  { git, scenario, isRobbed }: World,
  state: RunState,
  entries: readonly Entry[],
  isTold: boolean,
): Generator<string> {
  // Two processes in one workspace spoil each other's work; that they never are is what the lease is for.
  if (state.head === null || isRobbed()) return;
  const log = git.log().filter(message => phaseIn(message) !== undefined);
  const landed = log.map(message => phaseIn(message)!);
  const completed = entries.flatMap(({ event }) => (event.type === 'phase_completed' ? [event.phase] : []));
  // A landing of which the process never heard is seen through once the run is resumed, unless it was cancelled.
  const unheard = state.status === 'cancelled' ? 'pending' : 'running';
  const isKnown = (phase: string): boolean =>
    phaseAt(state, positionOf(state, phase)!).standing.status !== unheard;
  if (git.head() !== state.head && landed.every(isKnown) && !isTold)
    yield `the branch is at ${git.head()}, not at ${state.head}`;
  const missing = landed.filter(phase => isKnown(phase) && !completed.includes(phase));
  const lost = completed.filter(phase => !landed.includes(phase));
  if (missing.length + lost.length > 0) yield `landed are ${landed}, completed are ${completed}`;
  for (const [index, phase] of landed.entries()) {
    const { dependsOn } = planAt(state, positionOf(state, phase)!);
    const late = dependsOn.find(other => landed.indexOf(other) > index);
    if (late !== undefined) yield `${phase} landed before ${late}`;
  }
  if (new Set(landed).size < landed.length) yield `landed twice: ${landed}`;
  yield* treeFaults(git, scenario, log);
}

/** Whether checks fail that did not before the run, where tests are not meant to. */
function isWorse(scenario: Scenario, tree: ReadonlyMap<string, string>): boolean {
  if (scenario.isTdd) return false;
  const known = sightOf(baseTree(scenario)).failing;
  return sightOf(tree).failingAgain.some(name => !known.includes(name));
}

/** A run that ended left its record on the branch, if it keeps one and came to begin. */
function* recordFaults(
  { git, scenario, isRobbed }: World,
  { status, head, record, draft }: RunState,
  isTold: boolean,
): Generator<string> {
  if (isRobbed() || isTold || head === null) return;
  const isEnded = (END_STATUSES as readonly string[]).includes(status);
  const isKept = scenario.hasRecord && isEnded && draft === null;
  const files = [...git.commits.get(git.head())!.tree.keys()].filter(path => path.startsWith(RECORD));
  if (isKept && record !== head) yield `the record is at ${record}, not at ${head}`;
  if (isKept && !files.includes(`${RECORD}execution-state.json`)) yield 'there is no record';
  if (!scenario.hasRecord && files.length > 0) yield 'there is a record';
}

/** The files of the branch are those of the attempts that landed. */
function* treeFaults(git: FakeGit, scenario: Scenario, log: readonly string[]): Generator<string> {
  const { settings } = scenario;
  const { tree } = git.commits.get(git.head())!;
  if (settings.checks.length > 0 && isWorse(scenario, tree)) yield 'a failing tree landed';
  if ([...tree.keys()].some(path => path.endsWith(HALF_DONE))) yield 'half-done work landed';
  if (settings.allowEmpty) return;
  const mayBeEmpty = new Set(scenario.plan.phases.filter(phase => phase.allowEmpty).map(({ id }) => id));
  for (const message of log) {
    if (mayBeEmpty.has(phaseIn(message) ?? '')) continue;
    const content = tree.get(`${phaseIn(message)}.txt`);
    const attempt = Number(/Attempt: (\d+)/.exec(message)![1]);
    const isEarlier = settings.onReject === 'continue' && Number(content?.split(' ')[1]) <= attempt;
    if (content !== `attempt ${attempt}` && content !== RED && !isEarlier)
      yield `${phaseIn(message)} landed attempt ${attempt} as ${content}`;
  }
}
