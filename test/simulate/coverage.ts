import type { Entry } from '../../src/run/apply.ts';
import type { Effect } from '../../src/run/effect.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { EVENT_TYPES } from '../../src/run/event-fields.ts';
import { BUDGETS } from '../../src/run/ladder-event.ts';
import { phaseAt, positionOf } from '../../src/run/queries.ts';
import type { PhaseState, RunState } from '../../src/run/state.ts';

/**
 * Which things were seen together: an event while an effect is under way, an event or an effect about a phase on a rung
 * of the ladder. A pair is counted, so that one that hardly ever occurs can be told from one that does.
 */
export type Coverage = Map<string, Map<string, number>>;

export function cover(
  coverage: Coverage,
  { event }: Entry,
  state: RunState,
  underWay: Iterable<string>,
): void {
  if ('phase' in event && event.phase !== null) count(coverage, event.type, rungIn(state, event.phase));
  for (const key of underWay) {
    const [kind, phase] = key.split('/', 2) as [string, string?];
    count(coverage, event.type, kind);
    if (phase !== undefined && positionOf(state, phase) !== undefined) {
      count(coverage, kind, rungIn(state, phase));
    }
  }
}

function count(coverage: Coverage, one: string, other: string, times = 1): void {
  let partners = coverage.get(one);
  if (!partners) {
    partners = new Map();
    coverage.set(one, partners);
  }
  partners.set(other, (partners.get(other) ?? 0) + times);
}

export function merge(into: Coverage, from: Coverage): void {
  for (const [one, partners] of from) {
    for (const [other, times] of partners) count(into, one, other, times);
  }
}

/** How often each pair was seen, by its name. */
export const seenPairs = (coverage: Coverage): Map<string, number> =>
  new Map(
    [...coverage].flatMap(([one, partners]) =>
      [...partners].map(([other, times]) => [`${one} × ${other}`, times] as const),
    ),
  );

/** What an attempt follows on. `allowance`: a person let the phase be tried again. */
const RUNGS = ['first', 'attempts', 'landings', 'infra', 'quota', 'recovery', 'allowance'] as const;
type Rung = (typeof RUNGS)[number];
/** Whatever was tried besides trying again. */
const RECOVERY = ['doctor', 'revisions', 'escalations', 'rounds'] as const;

const rungIn = (state: RunState, phase: string): Rung => rungOf(phaseAt(state, positionOf(state, phase)!));

function rungOf({ spent, before }: PhaseState): Rung {
  if (RECOVERY.some(budget => spent[budget] > before[budget])) return 'recovery';
  for (const budget of ['landings', 'quota', 'infra', 'attempts'] as const) {
    if (spent[budget] > before[budget]) return budget;
  }
  return BUDGETS.some(budget => before[budget] > 0) ? 'allowance' : 'first';
}

type EventType = RunEvent['type'];
type Kind = Effect['kind'];

const KINDS: Readonly<Record<Kind, 'run' | 'attempt'>> = {
  open_run: 'run',
  draft_plan: 'run',
  open_workspace: 'attempt',
  run_session: 'attempt',
  capture: 'attempt',
  combine: 'attempt',
  inspect: 'attempt',
  run_checks: 'attempt',
  review: 'attempt',
  review_run: 'run',
  evaluate: 'attempt',
  consult: 'attempt',
  run_fix: 'attempt',
  replan: 'attempt',
  notify: 'run',
  land: 'attempt',
  wake: 'run',
  close_run: 'run',
};

/** Every pair that can occur. */
export function possiblePairs(): string[] {
  const events = EVENT_TYPES.filter(type => type !== 'run_created');
  const kinds = Object.keys(KINDS) as Kind[];
  const withEffects = events.flatMap(event =>
    kinds.filter(kind => canCoincide(event, kind)).map(kind => `${event} × ${kind}`),
  );
  const onRungs = [
    ...events.filter(event => ABOUT_PHASE.test(event)),
    ...kinds.filter(kind => KINDS[kind] === 'attempt'),
  ].flatMap(what => RUNGS.filter(rung => canBeOn(what, rung)).map(rung => `${what} × ${rung}`));
  return [...withEffects, ...onRungs];
}

const ABOUT_PHASE =
  /^(?:phase|lane|lanes|workspace|session|subtask|attempt|checks|review|evaluation|approval|landing|operation|usage|budget|doctor|fix|replan|revision|help|proposal)_/;

/** These take the whole run for themselves, or stand between two processes. */
const ALONE: readonly EventType[] = [
  ...(['run_opened', 'run_resumed', 'run_ended'] as const),
  ...(['plan_drafted', 'draft_failed', 'plan_rejected', 'plan_approved'] as const),
  ...(['run_reviewed', 'run_review_failed'] as const),
];
/** What needs too much at once to be met by chance in so few runs. */
const RARE: ReadonlySet<string> = new Set([
  'attempt_refused × combine',
  'lanes_overlap × evaluate',
  'landing_conflict × evaluate',
  'landing_conflict × wake',
  'landing_conflict × combine',
  'evaluation_failed × landings',
  'evaluation_failed × combine',
  'attempt_approved × inspect',
  'attempt_approved × land',
  'attempt_approved × open_workspace',
  'attempt_refused × land',
  'attempt_refused × wake',
  'run_waiting × evaluate',
  // There is one moment to wake up at; the next one is set when it has come.
  'time_passed × wake',
]);
/** What is done about a phase that failed. */
const HELPING: readonly Kind[] = ['consult', 'run_fix', 'replan'];
const OF_HELP =
  /^(?:doctor|fix|replan|revision|help|proposal|notice|budget|provider)_|^phase_(?:revised|stuck|escalated|edited)|^session_postponed/;
/** Runs that help themselves are few, and phases that are at it side by side are fewer. */
function isRareHelp(pair: string): boolean {
  const [what = '', beside = ''] = pair.split(' × ');
  const isHelping = (kind: string): boolean => (HELPING as readonly string[]).includes(kind);
  if (OF_HELP.test(what)) return beside !== 'recovery';
  if (isHelping(what)) return beside !== 'recovery';
  return isHelping(beside) || beside === 'notify' || beside === 'quota';
}
/** Beside the review of the whole something may go on that was no longer asked for. That is rare, too. */
export const isRare = (pair: string): boolean =>
  RARE.has(pair) || /run_review|review_run/.test(pair) || isRareHelp(pair);
/** Only one landing is under way at a time, and nothing about it is decided before it is over. */
const OF_LANDING: readonly EventType[] = [
  'phase_landed',
  'phase_completed',
  'landing_unchecked',
  'landing_conflict',
  'run_ending',
  'run_waiting',
];
/** What people ask for, and what can follow from it at once. */
const WHILE_OPENING: readonly EventType[] = [
  'run_paused',
  'run_ending',
  'phase_skipped',
  'phase_edited',
  'phase_approved',
  'command_taken',
  'command_refused',
  'cancel_requested',
];
/** While there is nothing but the plan, or the whole, to be decided about. */
const WHILE_ALONE: readonly EventType[] = [
  ...(['run_paused', 'run_ending', 'command_taken', 'command_refused', 'cancel_requested'] as const),
];
const WHILE_CLOSING: readonly EventType[] = [
  ...(['run_paused', 'command_taken', 'command_refused', 'notice_sent', 'notice_failed'] as const),
];

function canCoincide(event: EventType, kind: Kind): boolean {
  if (kind === 'notify') return event !== 'run_opened' && event !== 'run_resumed';
  if (ALONE.includes(event)) return false;
  switch (kind) {
    case 'open_run':
      return WHILE_OPENING.includes(event);
    case 'draft_plan':
    case 'review_run':
      return WHILE_ALONE.includes(event);
    case 'close_run':
      return WHILE_CLOSING.includes(event);
    case 'land':
      return !OF_LANDING.includes(event);
    default:
      return true;
  }
}

function canBeOn(what: string, rung: Rung): boolean {
  switch (what) {
    // They have just spent something of the phase's allowance.
    case 'phase_retry':
    case 'phase_failed':
      return rung !== 'first' && rung !== 'allowance';
    case 'phase_reset':
      return rung === 'allowance';
    // A phase that waits for another one, or for a person, has never been tried.
    case 'phase_blocked':
    case 'phase_approved':
      return rung === 'first';
    default:
      return true;
  }
}
