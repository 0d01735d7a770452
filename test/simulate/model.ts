import { elements } from '../../src/base/chunked.ts';
import type { Plan } from '../../src/plan/model.ts';
import type { Review } from '../../src/run/answer.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { Budget, Command, RunEvent } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import type { RunState } from '../../src/run/state.ts';
import type { Invariant } from '../engine/invariants.ts';
import { isAccepted } from './proof.ts';
import { permitted } from './rules.ts';

/**
 * A second account of a run, told from its events in the plainest way: no lists that are kept up to date, no steps, no
 * lanes. Each event must be permitted by the rules, and after each event both accounts must agree.
 */
export interface Model {
  readonly created: Created;
  phases: Map<string, PhaseModel>;
  head: string | null;
  status: RunState['status'];
  now: number;
  /** What is known of the plan in the making; null once there is one. */
  draft: DraftModel | null;
  /** What the reviewer of the whole said. */
  whole: boolean | null;
  /** What a person asked for in the event before. */
  request: Command | null;
}

interface DraftModel {
  isReady: boolean;
  /** Sessions since a person last spoke. */
  tries: number;
}

type Created = Extract<RunEvent, { type: 'run_created' }>;
type Status = RunState['phases']['chunks'][number][number]['standing']['status'];

export interface PhaseModel {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly gated: boolean;
  readonly lanes: number;
  status: Status;
  approved: boolean;
  attempt: number;
  /** When it may be tried again. */
  notBefore: number;
  spent: Record<Budget, number>;
  /** What was spent when a person gave a new allowance. */
  granted: Record<Budget, number>;
  base: string | null;
  proof: Proof;
  last: { readonly failure: Failure; readonly base: string | null; readonly snapshot: string | null } | null;
}

/** What is known of an attempt, as far as it must be known before it may land. */
export interface Proof {
  snapshot: string | null;
  changed: number;
  /** What the gates say, and how many reviewers that asks for; null before. */
  gates: { readonly severities: readonly string[]; readonly seats: number } | null;
  checks: boolean | null;
  votes: readonly Review[];
  /** By the number of a comment; null where nobody evaluated. */
  decisions: ReadonlyMap<number, string> | null;
  /** Whether a person was asked about its landing, and what was said. */
  asked: boolean;
  consent: boolean | null;
  /** True where the combination with what landed meanwhile passed; false before. Null where there is none. */
  combined: boolean | null;
  landed: string | null;
}

const NO_PROOF: Proof = {
  snapshot: null,
  changed: 0,
  gates: null,
  checks: null,
  votes: [],
  decisions: null,
  asked: false,
  consent: null,
  combined: null,
  landed: null,
};

/** Follows the events of a run: where the rules are broken, or the two accounts differ. */
export function modelled(): Invariant {
  let model: Model | null = null;
  return ({ entry, after }) => {
    if (entry.event.type === 'run_created') {
      model = begun(entry.event);
      return null;
    }
    if (!model) return 'the journal does not begin with run_created';
    const broken = permitted(model, entry);
    follow(model, entry);
    return broken ?? difference(model, after);
  };
}

const begun = (created: Created): Model => ({
  created,
  phases: planned(created, created.plan),
  head: null,
  status: 'running',
  now: 0,
  draft: created.origin.goal === null ? null : { isReady: false, tries: 0 },
  whole: null,
  request: null,
});

function planned({ settings }: Created, plan: Plan): Map<string, PhaseModel> {
  const phases = plan.phases.map(
    ({ id, dependsOn, gated, done, subtasks }): PhaseModel => ({
      id,
      dependsOn,
      gated: gated || settings.approve === 'phase',
      lanes: settings.session === 'subtask' ? subtasks.length : 1,
      status: done ? 'skipped' : 'pending',
      approved: false,
      attempt: 0,
      notBefore: 0,
      spent: { attempts: 0, landings: 0, infra: 0 },
      granted: { attempts: 0, landings: 0, infra: 0 },
      base: null,
      proof: NO_PROOF,
      last: null,
    }),
  );
  return new Map(phases.map(phase => [phase.id, phase]));
}

function follow(model: Model, { at, event }: Entry): void {
  model.now = Math.max(model.now, at, event.type === 'time_passed' ? event.to : 0);
  const head = headAfter(event);
  if (head !== null && (model.head !== null || event.type === 'run_opened')) model.head = head;
  followDraft(model, event);
  model.request = event.type === 'command_taken' ? event.command : null;
  if ('phase' in event && event.phase !== null) followPhase(model, model.phases.get(event.phase)!, event);
  switch (event.type) {
    case 'run_reviewed':
      model.whole = event.review.approved;
      break;
    case 'run_paused':
      model.status = 'paused';
      break;
    case 'run_waiting':
      model.status = 'waiting';
      break;
    case 'run_resumed':
      if (model.status === 'halted' || model.status === 'failed') forgiven(model);
      if (model.status === 'halted' || model.status === 'failed') model.whole = null;
      model.status = 'running';
      break;
    case 'cancel_requested':
      model.status = 'running';
      break;
    case 'run_ending':
      for (const phase of model.phases.values()) {
        const isKept = event.status !== 'cancelled' && phase.status === 'running' && isAccepted(model, phase);
        if (!isKept && (phase.status === 'running' || phase.status === 'retrying')) phase.status = 'pending';
      }
      break;
    case 'run_ended':
      model.status = event.status;
      break;
  }
}

/** A run that may go on does so from what it recorded, wherever its branch was when it was tidied up. */
function headAfter(event: RunEvent): string | null {
  if (event.type === 'run_ended' && event.status !== 'completed') return event.record;
  return 'head' in event ? event.head : null;
}

function followDraft(model: Model, event: RunEvent): void {
  switch (event.type) {
    case 'plan_drafted':
    case 'draft_failed': {
      const isReady = event.type === 'plan_drafted' && event.plan !== null && event.problems.length === 0;
      model.draft = { isReady, tries: model.draft!.tries + 1 };
      break;
    }
    case 'plan_rejected':
      model.draft = { isReady: false, tries: 0 };
      awake(model);
      break;
    case 'plan_approved':
      model.draft = null;
      model.phases = planned(model.created, event.plan);
      awake(model);
      break;
    case 'run_resumed':
      if (model.draft && (model.status === 'halted' || model.status === 'failed')) model.draft.tries = 0;
      break;
  }
}

function followPhase(model: Model, phase: PhaseModel, event: RunEvent): void {
  const { proof } = phase;
  switch (event.type) {
    case 'phase_started':
      phase.status = 'running';
      phase.attempt = event.attempt;
      phase.base = event.base;
      phase.proof = { ...NO_PROOF };
      break;
    case 'attempt_captured':
    case 'lanes_combined':
      // Of work in several lanes only the whole counts.
      if (phase.lanes > 1 && event.type === 'attempt_captured') break;
      proof.snapshot = event.commit;
      proof.changed = event.changed;
      break;
    case 'attempt_inspected': {
      const { review } = model.created.settings;
      const severities = event.findings.map(({ severity }) => severity);
      proof.gates = { severities, seats: event.tier === 'panel' ? review.seats : 1 };
      break;
    }
    case 'checks_ended':
      proof[event.on === 'attempt' ? 'checks' : 'combined'] = event.results.every(({ passed }) => passed);
      break;
    case 'review_ended':
      proof.votes = [...proof.votes, event.review];
      break;
    case 'evaluation_ended':
      proof.decisions = new Map(event.decisions.map(({ comment, decision }) => [comment, decision]));
      break;
    case 'approval_asked':
      proof.asked = true;
      break;
    case 'attempt_approved':
    case 'attempt_refused':
      proof.consent = event.type === 'attempt_approved';
      awake(model);
      break;
    case 'landing_unchecked':
      proof.combined = false;
      break;
    case 'phase_landed':
      proof.landed = event.commit;
      break;
    case 'phase_completed':
      phase.status = 'completed';
      break;
    case 'phase_retry':
    case 'phase_failed':
      phase.status = event.type === 'phase_retry' ? 'retrying' : 'failed';
      phase.spent = { ...phase.spent, [event.spends]: phase.spent[event.spends] + 1 };
      phase.notBefore = event.type === 'phase_retry' ? (event.notBefore ?? 0) : 0;
      phase.last = { failure: event.failure, base: phase.base, snapshot: proof.snapshot };
      break;
    case 'phase_blocked':
      phase.status = 'blocked';
      break;
    case 'phase_approved':
      phase.approved = true;
      awake(model);
      break;
    case 'phase_skipped':
      phase.status = 'skipped';
      unblock(model);
      awake(model);
      break;
    case 'phase_reset':
      allowed(phase);
      unblock(model);
      awake(model);
      break;
  }
}

const awake = (model: Model): void => {
  if (model.status === 'waiting') model.status = 'running';
};

const allowed = (phase: PhaseModel): void => {
  phase.status = 'pending';
  phase.granted = phase.spent;
};

function forgiven(model: Model): void {
  for (const phase of model.phases.values()) if (phase.status === 'failed') allowed(phase);
  unblock(model);
}

/** Blocked is whoever waits, directly or not, for a phase that failed. */
function unblock({ phases }: Model): void {
  const isHeld = (id: string): boolean => {
    const { status, dependsOn } = phases.get(id)!;
    return status === 'failed' || (status !== 'skipped' && status !== 'completed' && dependsOn.some(isHeld));
  };
  for (const phase of phases.values()) {
    if (phase.status === 'blocked' && !isHeld(phase.id)) phase.status = 'pending';
  }
}

function difference(model: Model, state: RunState): string | null {
  if (state.head !== model.head) return `the head is ${state.head}, not ${model.head}`;
  if (state.status !== model.status) return `the run is ${state.status}, not ${model.status}`;
  if ((state.draft?.tries ?? 0) !== (model.draft?.tries ?? 0))
    return `${state.draft?.tries} sessions are counted`;
  if (state.now !== model.now && model.now > 0) return `the time is ${state.now}, not ${model.now}`;
  const phases = elements(state.phases);
  for (const [position, { id }] of state.shape.phases.entries()) {
    const [told, known] = [phases[position]!, model.phases.get(id)!];
    if (told.standing.status !== known.status) return `${id} is ${told.standing.status}, not ${known.status}`;
    if (told.attempt !== known.attempt) return `${id} is at attempt ${told.attempt}, not ${known.attempt}`;
    for (const budget of ['attempts', 'landings', 'infra'] as const) {
      if (told.spent[budget] !== known.spent[budget]) return `${id} spent ${told.spent[budget]} ${budget}`;
      if (told.before[budget] !== known.granted[budget])
        return `${id} was granted ${told.before[budget]} ${budget}`;
    }
  }
  return null;
}
