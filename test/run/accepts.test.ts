import { beforeAll, describe, expect, it } from 'vitest';
import { accepts } from '../../src/run/accepts.ts';
import { apply, type Entry } from '../../src/run/apply.ts';
import type { RunEvent } from '../../src/run/event.ts';
import type { RunState } from '../../src/run/state.ts';
import { richJournal } from './journals.ts';
import { recoveredJournal } from './recovered.ts';

/** Facts that say the same a second time; that a session started or that time passed may be told again. */
const ONCE: readonly RunEvent['type'][] = [
  'plan_drafted',
  'draft_failed',
  'plan_rejected',
  'plan_approved',
  'attempt_inspected',
  'evaluation_ended',
  'approval_asked',
  'attempt_approved',
  'attempt_refused',
  'run_opened',
  'run_paused',
  'run_ended',
  'workspace_opened',
  'session_ended',
  'attempt_captured',
  'lanes_combined',
  'lanes_overlap',
  'checks_ended',
  'review_ended',
  'landing_conflict',
  'phase_landed',
  'phase_skipped',
  'phase_reset',
  'phase_approved',
  'command_taken',
  'cancel_requested',
  'notice_sent',
  'notice_failed',
  'doctor_answered',
  'doctor_failed',
  'fix_ended',
  'phase_revised',
  'proposal_accepted',
  'proposal_refused',
];

interface Moment {
  readonly before: RunState;
  readonly entry: Entry;
  readonly after: RunState;
}

let moments: readonly Moment[];
/** Of a run on every rung of the ladder. */
let recovered: readonly Moment[];

beforeAll(async () => {
  moments = momentsIn(await richJournal());
  recovered = momentsIn(await recoveredJournal());
});

function momentsIn(entries: readonly Entry[]): readonly Moment[] {
  let state: RunState | null = null;
  const found: Moment[] = [];
  for (const entry of entries) {
    const after: RunState = apply(state, entry);
    if (state) found.push({ before: state, entry, after });
    state = after;
  }
  return found;
}

const momentsOf = (type: RunEvent['type']): Moment[] =>
  [...moments, ...recovered].filter(({ entry }) => entry.event.type === type);

describe('a fact', () => {
  it.each(ONCE)('%s fits once, not twice', type => {
    const found = momentsOf(type);
    expect(found.length).toBeGreaterThan(0);
    for (const { before, entry, after } of found) {
      expect(accepts(before, entry.event)).toBe(true);
      expect(accepts(after, entry.event)).toBe(false);
    }
  });

  it('about an attempt that is over does not fit any more, whatever it says', () => {
    const last = moments.at(-1)!.after;
    for (const { entry } of moments) {
      if ('attempt' in entry.event && entry.event.phase !== null)
        expect(accepts(last, entry.event)).toBe(false);
    }
  });

  it('about the attempt before does not fit the one under way', () => {
    const [second] = momentsOf('phase_started').filter(
      ({ entry }) => 'attempt' in entry.event && entry.event.attempt === 2,
    );
    const earlier = moments.flatMap(({ entry: { event } }) =>
      'attempt' in event && event.attempt === 1 && event.phase === phaseOf(second!) ? [event] : [],
    );
    expect(earlier.length).toBeGreaterThan(5);
    expect(earlier.filter(event => accepts(second!.after, event))).toEqual([]);
  });

  it('about a phase that does not exist does not fit', () => {
    const { after } = moments[3]!;
    expect(accepts(after, { type: 'phase_skipped', phase: 'nowhere', reason: '' })).toBe(false);
    expect(
      accepts(after, { type: 'subtask_started', phase: 'nowhere', attempt: 1, lane: 0, subtask: '1' }),
    ).toBe(false);
  });

  it('about a lane that does not exist does not fit', () => {
    const [opened] = momentsOf('workspace_opened');
    const event = { ...opened!.entry.event, lane: 9 } as RunEvent;
    expect(accepts(opened!.before, event)).toBe(false);
  });
});

describe('a decision', () => {
  it('of a real journal fits where it stands', () => {
    for (const { before, entry } of [...moments, ...recovered])
      expect([entry, accepts(before, entry.event)]).toEqual([entry, true]);
  });

  it.each<RunEvent['type']>([
    'run_ending',
    'phase_started',
    'lane_started',
    'phase_retry',
    'phase_completed',
    'phase_failed',
    'phase_blocked',
    'session_postponed',
    'doctor_called',
    'fix_called',
    'replan_called',
    'phase_escalated',
    'help_asked',
  ])('%s fits once, not twice', type => {
    const found = momentsOf(type);
    expect(found.length).toBeGreaterThan(0);
    for (const { entry, after } of found) expect(accepts(after, entry.event)).toBe(false);
  });

  it('to begin a run fits none that has begun', () => {
    const { before } = moments[0]!;
    const { run, plan, settings, origin } = before;
    expect(accepts(before, { type: 'run_created', run, plan, settings, origin, durations: {} })).toBe(false);
  });

  it('about requests does not fit a run that is ending', () => {
    const [ending] = momentsOf('run_ending');
    for (const { id: phase } of ending!.after.plan.phases) {
      expect(accepts(ending!.after, { type: 'phase_skipped', phase, reason: '' })).toBe(false);
      expect(accepts(ending!.after, { type: 'phase_reset', phase })).toBe(false);
    }
    expect(accepts(ending!.after, { type: 'cancel_requested' })).toBe(false);
  });
});

const phaseOf = ({ entry: { event } }: Moment): string | null => ('phase' in event ? event.phase : null);
