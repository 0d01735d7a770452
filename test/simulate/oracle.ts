import { elements } from '../../src/base/chunked.ts';
import type { Phase } from '../../src/plan/model.ts';
import { planAt } from '../../src/run/queries.ts';
import type { Settings } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { isTroubled, type Outcome, type Output, type Scenario } from './scenario.ts';

/** What must have become of every phase in the end, foretold before the run began. */

type Fate = 'completed' | 'failed' | 'blocked' | 'skipped';

/**
 * Where the end differs from what was foretold. Whatever kills the process, stops it or sets its clock makes no
 * difference to it; people, failing disks and phases that get into each other's way do, so runs with those are left out.
 */
export function unforeseen(scenario: Scenario, state: RunState): string[] {
  if (!isForeseeable(scenario)) return [];
  const plans = state.draft ? undrafted(scenario, state) : [];
  const fates = new Map<string, Fate>();
  const phases = elements(state.phases).flatMap(({ standing }, position) => {
    const phase = planAt(state, position);
    const { id, dependsOn, done } = phase;
    const isHeld = dependsOn.some(other => fates.get(other) === 'failed' || fates.get(other) === 'blocked');
    const fate = done ? 'skipped' : isHeld ? 'blocked' : fateOf(scenario, phase);
    fates.set(id, fate);
    return standing.status === fate ? [] : [`${id} is ${standing.status}; foretold was ${fate}`];
  });
  return [...plans, ...phases];
}

/** A run comes to its plan unless the architect fails too often in a row; a person may ask for another one. */
function undrafted({ drafts, settings }: Scenario, { status, draft }: RunState): string[] {
  if (status === 'waiting' || settings.tdd === 'enforce') return [];
  const failed = drafts!.filter(outcome => outcome !== 'good').length;
  if (status === 'halted' && draft!.tries === 3 && failed >= 3) return [];
  return [`there is no plan, and the run is ${status}`];
}

/** Whoever waits for a person may be sent back, and what tests are to do depends on how far other phases are. */
function isForeseeable(scenario: Scenario): boolean {
  const { plan, settings, outcomes, weather, isTdd } = scenario;
  const isHelped = settings.recovery.enabled || scenario.isMetered;
  const isDisturbed = weather.git > 0 || weather.requests > 0 || weather.robbery || isHelped;
  if (isDisturbed || isTdd || settings.onFailure !== 'continue') return false;
  if (settings.approve === 'phase' || settings.approve === 'landing') return false;
  const { protect, protected: severity, maxDeletedLines } = settings.scope;
  const unforeseeable: readonly Outcome[] = [
    'clash',
    'feud',
    ...(protect.length > 0 && severity === 'ask' ? (['trespass'] as const) : []),
    ...(maxDeletedLines === 0 ? (['delete'] as const) : []),
  ];
  return (
    !plan.phases.some(({ gated }) => gated) &&
    ![...outcomes.values()].flat().some(outcome => unforeseeable.includes(outcome) || isTroubled(outcome))
  );
}

function fateOf({ outcomes, settings, isLegacy, output }: Scenario, phase: Phase): Fate {
  const lanes = settings.session === 'subtask' ? phase.subtasks.length : 1;
  const place: Place = { settings, phase, lanes, isLegacy, output };
  let [failures, troubles] = [0, 0];
  let kept: Kept = NOTHING;
  for (const outcome of [...(outcomes.get(phase.id) ?? []), 'ok' as const]) {
    const left = leftBy(outcome, kept);
    const verdict = verdictOf(outcome, left, place);
    if (verdict === 'good') return 'completed';
    if (verdict === 'bad') failures += 1;
    else troubles += 1;
    if (failures >= settings.maxAttempts || troubles > settings.limits.infraRetries) return 'failed';
    // What an attempt wrote is there when the same session goes on.
    const goesOn = settings.onReject === 'continue' && settings.session === 'phase';
    if (goesOn) kept = left;
  }
  // Whoever fails with nothing against it will do so again.
  return 'failed';
}

interface Place {
  readonly settings: Settings;
  readonly phase: Phase;
  readonly lanes: number;
  readonly isLegacy: boolean;
  readonly output: Output;
}

/** What lies in a workspace beyond what was there before the first attempt. */
interface Kept {
  readonly work: 'nothing' | 'work' | 'red';
  readonly isFlaky: boolean;
  readonly isTrespass: boolean;
}

const NOTHING: Kept = { work: 'nothing', isFlaky: false, isTrespass: false };

/** Of these nothing is left in the workspace that counts. */
const IDLE: readonly Outcome[] = ['idle', 'lie', 'hang'];

const leftBy = (outcome: Outcome, kept: Kept): Kept =>
  IDLE.includes(outcome)
    ? kept
    : {
        work: outcome === 'red' ? 'red' : 'work',
        isFlaky: kept.isFlaky || outcome === 'flaky',
        isTrespass: kept.isTrespass || outcome === 'trespass',
      };

/** `trouble` is nobody's fault. */
type Verdict = 'good' | 'bad' | 'trouble';

function verdictOf(outcome: Outcome, left: Kept, place: Place): Verdict {
  switch (outcome) {
    case 'fail':
    case 'partial':
      return 'bad';
    case 'infra':
    case 'hang':
      return 'trouble';
    case 'overlap':
      if (place.lanes > 1) return 'bad';
  }
  return isRefused(left, place) ? 'bad' : reviewOf(outcome, place.settings);
}

/** By git's word, the gates or the checks. */
function isRefused(
  { work, isFlaky, isTrespass }: Kept,
  { settings, phase, isLegacy, output }: Place,
): boolean {
  const mayBeEmpty = settings.allowEmpty || phase.allowEmpty === true;
  if (work === 'nothing' && (!mayBeEmpty || phase.deliverables.length > 0)) return true;
  const { protect, protected: severity } = settings.scope;
  if (isTrespass && protect.length > 0 && severity === 'reject') return true;
  if (settings.checks.length === 0) return false;
  // What failed before the run is no obstacle where that can be told.
  if (isLegacy) return !settings.baseline || output === 'silent' || work === 'red' || isFlaky;
  return work === 'red' || (isFlaky && settings.checkReruns === 0);
}

function reviewOf(outcome: Outcome, { review, evaluate }: Settings): Verdict {
  if (review.when !== 'phase') return 'good';
  switch (outcome) {
    case 'reject':
    case 'gripe':
    case 'unsorted':
      return 'bad';
    case 'mute':
      return 'trouble';
    case 'split':
      // Half of two seats is no majority.
      return review.tier === 'panel' && review.seats === 2 ? 'bad' : 'good';
    case 'moot':
      return evaluate ? 'good' : 'bad';
    case 'veto':
      return evaluate ? 'bad' : 'good';
    case 'dumb':
      return evaluate ? 'trouble' : 'bad';
    default:
      return 'good';
  }
}
