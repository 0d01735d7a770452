import { elements } from '../../src/base/chunked.ts';
import { planAt } from '../../src/run/queries.ts';
import type { Settings } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** What must have become of every phase in the end, foretold before the run began. */

type Fate = 'completed' | 'failed' | 'blocked' | 'skipped';

/**
 * Where the end differs from what was foretold. Whatever kills the process, stops it or sets its clock makes no
 * difference to it; people, failing disks and phases that get into each other's way do, so runs with those are left out.
 */
export function unforeseen(scenario: Scenario, state: RunState): string[] {
  if (!isForeseeable(scenario)) return [];
  const fates = new Map<string, Fate>();
  return elements(state.phases).flatMap(({ standing }, position) => {
    const { id, dependsOn, done, subtasks } = planAt(state, position);
    const isHeld = dependsOn.some(other => fates.get(other) === 'failed' || fates.get(other) === 'blocked');
    const fate = done ? 'skipped' : isHeld ? 'blocked' : fateOf(scenario, id, subtasks.length);
    fates.set(id, fate);
    return standing.status === fate ? [] : [`${id} is ${standing.status}; foretold was ${fate}`];
  });
}

function isForeseeable({ plan, settings, outcomes, weather }: Scenario): boolean {
  const isDisturbed = weather.git > 0 || weather.requests > 0 || weather.robbery;
  return (
    !isDisturbed &&
    settings.onFailure === 'continue' &&
    !plan.phases.some(({ gated }) => gated) &&
    ![...outcomes.values()].flat().some(outcome => outcome === 'clash' || outcome === 'feud')
  );
}

function fateOf({ outcomes, settings }: Scenario, phase: string, subtasks: number): Fate {
  const lanes = settings.session === 'subtask' ? subtasks : 1;
  let [failures, troubles] = [0, 0];
  let kept: Kept = 'nothing';
  for (const outcome of [...(outcomes.get(phase) ?? []), 'ok' as const]) {
    const verdict = verdictOf(outcome, settings, kept, lanes);
    if (verdict === 'good') return 'completed';
    if (verdict === 'bad') failures += 1;
    else troubles += 1;
    if (failures >= settings.maxAttempts || troubles > settings.limits.infraRetries) return 'failed';
    // What an attempt wrote is there when the same session goes on.
    const goesOn = settings.onReject === 'continue' && settings.session === 'phase';
    if (goesOn && !IDLE.includes(outcome)) kept = outcome === 'red' ? 'red' : 'work';
  }
  return 'completed';
}

/** What lies in the workspace when an attempt begins. */
type Kept = 'nothing' | 'work' | 'red';

/** Of these nothing is left in the workspace that counts. */
const IDLE: readonly Outcome[] = ['idle', 'lie', 'hang'];

/** `trouble` is nobody's fault. */
function verdictOf(
  outcome: Outcome,
  { checks, review, allowEmpty }: Settings,
  kept: Kept,
  lanes: number,
): 'good' | 'bad' | 'trouble' {
  switch (outcome) {
    case 'idle':
    case 'lie':
      if (kept === 'red') return checks.length > 0 ? 'bad' : 'good';
      return allowEmpty || kept === 'work' ? 'good' : 'bad';
    case 'fail':
    case 'partial':
      return 'bad';
    case 'infra':
    case 'hang':
      return 'trouble';
    case 'red':
      return checks.length > 0 ? 'bad' : 'good';
    case 'reject':
      return review ? 'bad' : 'good';
    case 'mute':
      return review ? 'trouble' : 'good';
    case 'overlap':
      return lanes > 1 ? 'bad' : 'good';
    case 'ok':
    case 'garbage':
    case 'clash':
    case 'feud':
      return 'good';
  }
}
