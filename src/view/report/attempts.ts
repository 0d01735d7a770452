import type { Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import { budgetOf } from '../../run/ladder/situation.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import { type Role, sessionKey } from '../../run/role.ts';
import type { Settings } from '../../run/settings.ts';
import type { Changed, RunState } from '../../run/state.ts';
import { addUsage, NO_USAGE, type Usage, withoutPart } from '../../run/usage.ts';
import { combinedReview, decided } from '../../run/verdict.ts';
import type { AttemptReport, Sorted } from './model.ts';
import { began, closed, ended, passed, type Stopwatch, stopwatch } from './spans.ts';
import { NOTHING, withLost, withPart, withUsage } from './spent.ts';

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

/** An attempt while it is being told. */
interface Story extends Mutable<Omit<AttemptReport, 'spans'>> {
  readonly watch: Stopwatch;
  /** What sessions under way have told of their spending, by role and lane. */
  readonly noted: Map<string, Usage>;
}

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K];
};

const reported = ({ watch, noted: _, ...attempt }: Story): AttemptReport => ({
  ...attempt,
  spans: watch.spans,
});

const begun = (event: Extract<RunEvent, { type: 'phase_started' }>, at: number): Story => ({
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

function revived(story: Story, running: Set<Story>): void {
  if (story.outcome !== 'dropped') return;
  story.outcome = 'under way';
  story.endedAt = null;
  running.add(story);
}

function ends(story: Story, outcome: AttemptReport['outcome'], at: number): void {
  lose(story, at);
  story.outcome = outcome;
  story.endedAt = at;
}

function lose(story: Story, at: number): void {
  const lost = closed(story.watch, at, 'lost');
  for (let count = 0; count < lost; count += 1) story.spent = withLost(story.spent);
  story.noted.clear();
}

/** Counts what a session spent, but for what was counted while it went on. */
function spends(story: Story, role: Role, lane: number, usage: Usage): void {
  const key = sessionKey(role, lane);
  const part = story.noted.get(key);
  story.noted.delete(key);
  story.spent = withUsage(story.spent, part ? withoutPart(usage, part) : usage);
}

function notes(story: Story, { role, lane, usage }: Extract<RunEvent, { type: 'usage_noted' }>): void {
  const key = sessionKey(role, lane);
  story.noted.set(key, addUsage(story.noted.get(key) ?? NO_USAGE, usage));
  story.spent = withPart(story.spent, usage);
}

/** The process that drove the run was gone after `before`, and everything that was under way is begun again at `at`. */
function cutOff(story: Story, before: number, at: number): void {
  lose(story, before);
  story.watch.cursor = at;
}

function atLast(story: Story, { status, now }: RunState): void {
  if (status === 'running') closed(story.watch, now, 'open');
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

/** What doctors and replanners do about an attempt that failed. */
function treated(story: Story, event: RunEvent, at: number): void {
  switch (event.type) {
    case 'doctor_answered':
    case 'doctor_failed':
      ended(story.watch, 'recovery', null, at, event.type === 'doctor_answered');
      spends(story, 'doctor', 0, event.usage);
      break;
    case 'phase_revised':
    case 'revision_failed':
      ended(story.watch, 'recovery', null, at, event.type === 'phase_revised');
      spends(story, 'replanner', 0, event.usage);
      break;
    case 'fix_ended':
      passed(story.watch, 'recovery', at, event.passed);
      break;
  }
}

/** What reviewers, evaluators and people say. */
function judged(story: Story, event: RunEvent, at: number, settings: Settings): void {
  const { watch } = story;
  switch (event.type) {
    case 'review_ended':
      ended(watch, 'review', null, at, event.review.approved);
      spends(story, 'reviewer', 0, event.usage);
      story.reviews.push({ at, seat: event.seat, review: event.review, failure: null });
      break;
    case 'review_failed':
      ended(watch, 'review', null, at, false);
      spends(story, 'reviewer', 0, event.usage);
      story.reviews.push({ at, seat: 0, review: null, failure: event.failure });
      break;
    case 'evaluation_ended':
      ended(watch, 'evaluation', null, at, true);
      spends(story, 'evaluator', 0, event.usage);
      story.evaluations.push({ at, decisions: sorted(story, event.decisions, settings), failure: null });
      break;
    case 'evaluation_failed':
      ended(watch, 'evaluation', null, at, false);
      spends(story, 'evaluator', 0, event.usage);
      story.evaluations.push({ at, decisions: [], failure: event.failure });
      break;
    case 'approval_asked':
      story.approvals.push({ at, reasons: event.reasons, answer: null, answeredAt: null, message: '' });
      break;
    case 'attempt_approved':
      answer(story, at, 'approved', '');
      break;
    case 'attempt_refused':
      answer(story, at, 'refused', event.message);
      break;
  }
}

function answer(story: Story, at: number, said: 'approved' | 'refused', message: string): void {
  const asked = story.approvals.pop() ?? { at, reasons: [] };
  story.approvals.push({ ...asked, answer: said, answeredAt: at, message });
  story.watch.spans.push({
    kind: 'person',
    lane: 0,
    startedAt: asked.at,
    endedAt: at,
    result: said === 'approved' ? 'good' : 'bad',
  });
}

/** The evaluator numbers the comments of the verdict that the reviewers came to together. */
function sorted(
  { reviews, change }: Story,
  decisions: Parameters<typeof decided>[1],
  { review: { seats } }: Settings,
): Sorted[] {
  const votes = reviews.flatMap(({ review }) => review ?? []);
  const verdict = combinedReview(votes, change?.tier === 'panel' ? seats : 1);
  if (!verdict) return [];
  return decided(verdict, decisions).map(({ decision, reason }, index) => ({
    decision,
    reason,
    comment: verdict.comments[index]!,
  }));
}

const changeOf = ({ files, changed, added, deleted, tier, findings }: Changed): Changed => ({
  files,
  changed,
  added,
  deleted,
  tier,
  findings,
});
