import type { Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Pause } from './model.ts';

/** The times in which nobody drove the run, or it waited for a person; in order, and they do not overlap. */
export function pausesOf(entries: readonly Entry[]): readonly Pause[] {
  const pauses: Pause[] = [];
  let pause: { at: number; why: Pause['why'] } | null = null;
  let before = entries[0]?.at ?? 0;
  for (const { at, event } of entries) {
    // Whoever takes a run on that was not left in order finds it as the last event left it.
    if (event.type === 'run_resumed') pause ??= { at: before, why: 'interrupted' };
    if (pause && !isWord(event)) {
      if (at > pause.at) pauses.push({ startedAt: pause.at, endedAt: at, why: pause.why });
      pause = null;
    }
    const why = STOPS[event.type];
    if (why) pause = { at, why };
    before = at;
  }
  return pauses;
}

const STOPS: Readonly<Partial<Record<RunEvent['type'], Pause['why']>>> = {
  run_paused: 'paused',
  run_waiting: 'waiting',
  run_ended: 'ended',
};

/** What people say while a run stands still does not make it move yet. */
const isWord = ({ type }: RunEvent): boolean => WORDS.has(type);

const WORDS: ReadonlySet<RunEvent['type']> = new Set([
  'command_taken',
  'command_refused',
  'plan_approved',
  'plan_rejected',
  'phase_approved',
  'phase_reset',
  'phase_skipped',
  'attempt_approved',
  'attempt_refused',
  'phase_edited',
  'proposal_accepted',
  'proposal_refused',
  'notice_sent',
  'notice_failed',
  'time_passed',
] satisfies RunEvent['type'][]);

/** How much of the time between two moments was not a pause. */
export function workedBetween(pauses: readonly Pause[], from: number, to: number): number {
  let worked = Math.max(0, to - from);
  for (const { startedAt, endedAt } of pauses)
    worked -= Math.max(0, Math.min(to, endedAt) - Math.max(from, startedAt));
  return worked;
}
