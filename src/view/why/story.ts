import { elements } from '../../base/chunked.ts';
import { apply, type Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import type { Rule, Why } from '../../run/policy/why.ts';
import { phaseAt, planAt, positionOf, workAt } from '../../run/queries.ts';
import type { PhaseStatus, RunState, RunStatus } from '../../run/state.ts';
import { sentence } from '../report/trail.ts';
import { clock } from '../time.ts';
import { because } from './because.ts';
import { outcomeOf } from './outcome.ts';
import { rule, ruledOut, type Told } from './told.ts';

/** Why a run went as it did: what failed, what was decided about it and by which rule, and what people did. */
export interface Story {
  readonly run: string;
  readonly status: RunStatus;
  readonly reason: string;
  /** What concerns the run as a whole. */
  readonly decisions: readonly Decision[];
  /** Phases with something to tell, in the order of the plan. */
  readonly phases: readonly PhaseStory[];
}

export interface PhaseStory {
  readonly id: string;
  readonly title: string;
  readonly status: PhaseStatus;
  readonly decisions: readonly Decision[];
}

/** Something that failed or was decided. Texts are as agents, plans and people wrote them. */
export interface Decision {
  readonly at: number;
  readonly attempt: number | null;
  readonly event: RunEvent['type'] | 'attempt_failed';
  readonly by: Told['by'];
  readonly tone: Told['tone'];
  readonly text: string;
  readonly words: string;
  readonly rule: Rule | null;
  readonly facts: Why['facts'];
  /** The rule with its figures in words; empty where there is none. */
  readonly because: string;
  /** Whether it was of use; null where that is not known, or not asked. */
  readonly helped: boolean | null;
}

/** The story of all that was decided. Equal journals give equal stories. */
export function storyOf(entries: readonly Entry[], state: RunState): Story {
  const own: Decision[] = [];
  const ofPhases = new Map<string, Decision[]>();
  const into = (phase: string | null): Decision[] => {
    if (phase === null) return own;
    const known = ofPhases.get(phase) ?? [];
    ofPhases.set(phase, known);
    return known;
  };
  const failures = failureTeller();
  for (const entry of entries) {
    const { event } = entry;
    const phase = 'phase' in event ? event.phase : null;
    const decision = decisionOf(entry, state);
    if (decision) into(phase).push(decision);
    const failure = failures(entry);
    if (failure) into(phase).push(failure);
  }
  return {
    run: state.run,
    status: state.status,
    reason: state.reason,
    decisions: own.some(isRemarkable) ? own : [],
    phases: elements(state.phases).flatMap(({ standing }, position) => {
      const { id, title } = planAt(state, position);
      const decisions = ofPhases.get(id) ?? [];
      return decisions.some(isRemarkable) ? [{ id, title, status: standing.status, decisions }] : [];
    }),
  };
}

/** That a phase landed, or the run is completed, says nothing by itself. */
const isRemarkable = ({ event, tone }: Decision): boolean =>
  event !== 'phase_completed' && (event !== 'run_ending' || tone !== 'good');

/** Which events belong to the story. What agents and checks say of an attempt is told by `show` and `report`. */
const TELLING: ReadonlySet<RunEvent['type']> = new Set([
  'session_postponed',
  'doctor_called',
  'doctor_answered',
  'doctor_failed',
  'doctor_recalled',
  'fix_called',
  'fix_ended',
  'replan_called',
  'phase_revised',
  'revision_failed',
  'phase_stuck',
  'phase_escalated',
  'help_asked',
  'proposal_accepted',
  'proposal_refused',
  'phase_edited',
  'phase_retry',
  'phase_failed',
  'phase_blocked',
  'phase_skipped',
  'phase_reset',
  'phase_approved',
  'phase_completed',
  'approval_asked',
  'attempt_approved',
  'attempt_refused',
  'provider_rested',
  'budget_warned',
  'budget_spent',
  'operation_failed',
  'plan_rejected',
  'cancel_requested',
  'command_refused',
  'run_paused',
  'run_resumed',
  'run_waiting',
  'run_ending',
] satisfies RunEvent['type'][]);

function decisionOf({ at, event }: Entry, state: RunState): Decision | null {
  if (!TELLING.has(event.type)) return null;
  const told = next(event, at) ?? sentence(event, { at, state });
  if (!told) return null;
  const why = 'why' in event ? event.why : null;
  return {
    at,
    attempt: 'attempt' in event ? event.attempt : null,
    event: event.type,
    ...told,
    words: told.words ?? '',
    rule: why?.rule ?? null,
    facts: why?.facts ?? {},
    because: why ? because(why, state.settings) : '',
    helped: outcomeOf(event, state),
  };
}

/** What failed stands before it: these say only what comes next. */
function next(event: RunEvent, at: number): Told | null {
  if (event.type === 'phase_failed') return ruledOut('the phase has failed');
  if (event.type !== 'phase_retry') return null;
  const { notBefore } = event;
  return rule(
    notBefore === null || notBefore <= at
      ? 'it is tried again'
      : `it is tried again at ${clock(notBefore, at)}`,
  );
}

/** Tells of each attempt once that it failed, at the event after which nothing else can become of it. */
function failureTeller(): (entry: Entry) => Decision | null {
  let state: RunState | null = null;
  const told = new Set<string>();
  return entry => {
    const { at, event } = entry;
    state = apply(state, entry);
    if (!('phase' in event) || event.phase === null) return null;
    const position = positionOf(state, event.phase);
    if (position === undefined) return null;
    const step = workAt(state, position)?.step;
    const { attempt } = phaseAt(state, position);
    const name = `${attempt} ${event.phase}`;
    if (!step || !('tried' in step) || told.has(name)) return null;
    told.add(name);
    return failureOf(at, attempt, step.failure);
  };
}

const failureOf = (at: number, attempt: number, { category, message }: Failure): Decision => ({
  at,
  attempt,
  event: 'attempt_failed',
  by: 'check',
  tone: 'bad',
  text: `attempt ${attempt} failed (${category})`,
  words: message,
  rule: null,
  facts: {},
  because: '',
  helped: null,
});
