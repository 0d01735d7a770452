import type { Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import { budgetOf } from '../../run/ladder/situation.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import type { Changed, RunState } from '../../run/state.ts';
import {
  begun,
  cutOff,
  ends,
  goesOn,
  lose,
  notes,
  reported,
  revived,
  type Story,
  spends,
} from './attempt-story.ts';
import { judged, treated } from './judged.ts';
import type { AttemptReport } from './model.ts';
import { began, ended, passed } from './spans.ts';

/** The attempts of each phase, by its id, in the order in which they began. */
export function attemptsOf(
  entries: readonly Entry[],
  state: RunState,
): ReadonlyMap<string, readonly AttemptReport[]> {
  const phases = new Map<string, Story[]>();
  const running = new Set<Story>();
  let before = state.createdAt;
  for (const { at, event } of entries) {
    if (event.type === 'phase_started') {
      const story = begun(event, at);
      const stories = phases.get(event.phase);
      if (stories) stories.push(story);
      else phases.set(event.phase, [story]);
      running.add(story);
    } else if (event.type === 'run_resumed') {
      for (const story of running) cutOff(story, before, at);
    } else if (event.type === 'run_ending') {
      for (const story of running) ends(story, 'dropped', at);
      running.clear();
    } else if ('phase' in event && event.phase !== null) {
      const story = phases.get(event.phase)?.at(-1);
      if (story && (!('attempt' in event) || event.attempt === story.attempt)) {
        if (REVIVING.has(event.type)) revived(story, running);
        tell(story, event, at, state);
        if (story.outcome !== 'under way') running.delete(story);
      }
    }
    before = at;
  }
  for (const position of state.active) {
    const story = phases.get(planAt(state, position).id)?.at(-1);
    if (story) revived(story, running);
  }
  for (const story of running) atLast(story, state);
  return new Map([...phases].map(([id, stories]) => [id, stories.map(reported)]));
}

/** What can still happen to an attempt that was accepted when the run ended. */
const REVIVING: ReadonlySet<RunEvent['type']> = new Set([
  'landing_unchecked',
  'landing_conflict',
  'checks_ended',
  'phase_landed',
  'phase_completed',
  'phase_retry',
  'phase_failed',
] satisfies RunEvent['type'][]);

function atLast(story: Story, { status, now }: RunState): void {
  if (status === 'running') goesOn(story, now);
  else lose(story, now);
}

/** Adds to the story what happened. */
function tell(story: Story, event: RunEvent, at: number, state: RunState): void {
  const { watch } = story;
  switch (event.type) {
    case 'session_started':
      began(watch, event.role, event.lane, at);
      break;
    case 'session_ended':
      ended(watch, 'session', event.lane, at, event.failure === null);
      spends(story, 'developer', event.lane, event.usage);
      if (event.report) story.reports.push(event.report);
      break;
    case 'usage_noted':
      notes(story, event);
      return;
    case 'attempt_inspected':
      story.change = changeOf(event);
      break;
    case 'checks_ended':
      passed(
        watch,
        'checks',
        at,
        event.results.every(result => result.passed),
      );
      story.checks.push({ at, on: event.on, results: event.results });
      if (story.change && event.findings)
        story.change = { ...story.change, findings: [...story.change.findings, ...event.findings] };
      break;
    case 'lanes_overlap':
      story.troubles.push({ at, what: 'subtasks overlap', message: event.files.join(', ') });
      break;
    case 'operation_failed':
      story.troubles.push({ at, what: `${event.operation} failed`, message: event.failure.message });
      break;
    case 'landing_conflict':
      passed(watch, 'landing', at, false);
      story.troubles.push({ at, what: 'does not fit on the branch', message: event.files.join(', ') });
      break;
    case 'phase_landed':
      passed(watch, 'landing', at, true);
      if (story.change && event.change) story.change = { ...story.change, ...event.change };
      break;
    case 'phase_retry':
    case 'phase_failed':
      ends(story, 'failed', at);
      story.failure = event.failure;
      story.spends = event.spends;
      break;
    case 'phase_completed':
      ends(story, 'landed', at);
      break;
    case 'phase_reset':
    case 'phase_edited':
      if (story.outcome === 'under way') givenUp(story, state, event.phase, at);
      break;
    case 'phase_skipped':
      if (story.outcome === 'under way') ends(story, 'dropped', at);
      break;
    default:
      treated(story, event, at);
      judged(story, event, at, state.settings);
  }
  watch.cursor = at;
}

/** A person gave up what was under way, and begins anew. */
function givenUp(story: Story, state: RunState, phase: string, at: number): void {
  const { attempts } = phaseAt(state, positionOf(state, phase)!);
  ends(story, 'failed', at);
  story.failure = attempts.find(({ attempt }) => attempt === story.attempt)?.failure ?? null;
  story.spends = story.failure && budgetOf(story.failure);
}

const changeOf = ({ files, changed, added, deleted, tier, findings }: Changed): Changed => ({
  files,
  changed,
  added,
  deleted,
  tier,
  findings,
});
