import type { RunEvent } from '../../run/event.ts';
import { type Role, sessionKey } from '../../run/role.ts';
import { addUsage, NO_USAGE, type Usage } from '../../run/usage.ts';
import type { AttemptReport } from './model.ts';
import { closed, type Stopwatch, stopwatch } from './spans.ts';
import { NOTHING, withLost, withOpen, withPart, withUsage } from './spent.ts';

/** An attempt while it is being told. */
export interface Story extends Mutable<Omit<AttemptReport, 'spans'>> {
  readonly watch: Stopwatch;
  /** What sessions under way have told of their spending, by role and lane. */
  readonly noted: Map<string, Usage>;
}

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K];
};

export const reported = ({ watch, noted: _, ...attempt }: Story): AttemptReport => ({
  ...attempt,
  spans: watch.spans,
});

export const begun = (event: Extract<RunEvent, { type: 'phase_started' }>, at: number): Story => ({
  attempt: event.attempt,
  base: event.base,
  startedAt: at,
  endedAt: null,
  outcome: 'under way',
  failure: null,
  spends: null,
  continued: event.continues !== null,
  reports: [],
  change: null,
  checks: [],
  reviews: [],
  evaluations: [],
  approvals: [],
  troubles: [],
  spent: NOTHING,
  watch: stopwatch(at),
  noted: new Map(),
});

export function revived(story: Story, running: Set<Story>): void {
  if (story.outcome !== 'dropped') return;
  story.outcome = 'under way';
  story.endedAt = null;
  running.add(story);
}

export function ends(story: Story, outcome: AttemptReport['outcome'], at: number): void {
  lose(story, at);
  story.outcome = outcome;
  story.endedAt = at;
}

/** Nobody hears of sessions any more that are under way. */
export function lose(story: Story, at: number): void {
  const lost = closed(story.watch, at, 'lost');
  for (let count = 0; count < lost; count += 1) story.spent = withLost(story.spent);
  story.noted.clear();
}

/** Sessions under way go on. */
export function goesOn(story: Story, at: number): void {
  const open = closed(story.watch, at, 'open');
  for (let count = 0; count < open; count += 1) story.spent = withOpen(story.spent);
}

/** Counts what a session spent, but for what was counted while it went on. */
export function spends(story: Story, role: Role, lane: number, usage: Usage): void {
  const key = sessionKey(role, lane);
  const part = story.noted.get(key);
  story.noted.delete(key);
  story.spent = withUsage(story.spent, usage, part);
}

export function notes(story: Story, { role, lane, usage }: Extract<RunEvent, { type: 'usage_noted' }>): void {
  const key = sessionKey(role, lane);
  story.noted.set(key, addUsage(story.noted.get(key) ?? NO_USAGE, usage));
  story.spent = withPart(story.spent, usage);
}

/** The process that drove the run was gone after `before`, and everything that was under way is begun again at `at`. */
export function cutOff(story: Story, before: number, at: number): void {
  lose(story, before);
  story.watch.cursor = at;
}
