import type { Phase, Plan } from '../../src/plan/model.ts';
import type { Advice } from '../../src/run/answer.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { RunEvent, TakenCommand } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import { BUDGETS, type Budget, type Purpose } from '../../src/run/ladder-event.ts';
import { intentOf } from '../../src/run/policy/intent.ts';
import { RUN_BUDGETS, type RunBudget, type RunState } from '../../src/run/state.ts';
import type { Invariant } from '../engine/invariants.ts';
import { difference } from './difference.ts';
import { followLadder, isInTrouble, type LadderModel, lose, untouched } from './ladder.ts';
import { isNoticed } from './noticed.ts';
import { isAccepted, NO_PROOF, type Proof } from './proof.ts';
import { followProviders, type ProviderModel } from './providers.ts';
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
  request: TakenCommand | null;
  /** What the rungs were used for that have limits for the whole run. */
  readonly used: Record<RunBudget, number>;
  /** By question, what a doctor said. */
  readonly answers: Map<string, { readonly phase: string; readonly advice: Advice }>;
  readonly providers: Map<string, ProviderModel>;
  /** How often people are to be told something. */
  notices: number;
}

interface DraftModel {
  isReady: boolean;
  /** Sessions since a person last spoke. */
  tries: number;
  /** Those that were told to come back later. */
  waits: number;
}

type Created = Extract<RunEvent, { type: 'run_created' }>;
type Status = RunState['phases']['chunks'][number][number]['standing']['status'];

export interface PhaseModel {
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** As it was described last. */
  plan: Phase;
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
  last: { readonly category: Failure['category']; readonly base: string | null } | null;
  /** The next attempt has nothing to do with the last one. */
  startsAnew: boolean;
  /** Attempts that failed by their own fault since the phase was begun anew, and by whose fault ever since an allowance. */
  setbacks: number;
  failures: number;
  /** How many of the setbacks in a row, up to the last one, came of changing nothing. */
  empties: number;
  /** What the last session said of itself. */
  isSaidDone: boolean;
  /** What the next developer is told besides, and what the present one was told. */
  hints: readonly string[];
  told: readonly string[];
  level: number;
  revision: number;
  purpose: Purpose | null;
  intent: string | null;
  /** What doctors were asked about it. */
  readonly questions: Set<string>;
  ladder: LadderModel;
}

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
    const isRevived = entry.event.type === 'run_resumed' && isEnded(model);
    follow(model, entry);
    return broken ?? (isRevived && after.stop ? 'it still stops' : difference(model, after));
  };
}

const isEnded = ({ status }: Model): boolean => status === 'halted' || status === 'failed';

const begun = (created: Created): Model => ({
  created,
  phases: planned(created.plan),
  head: null,
  status: 'running',
  now: 0,
  draft: created.origin.goal === null ? null : { isReady: false, tries: 0, waits: 0 },
  whole: null,
  request: null,
  used: zeros(RUN_BUDGETS),
  answers: new Map(),
  providers: new Map(),
  notices: 0,
});

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map(key => [key, 0])) as Record<K, number>;

function planned(plan: Plan): Map<string, PhaseModel> {
  const phases = plan.phases.map(
    (phase): PhaseModel => ({
      id: phase.id,
      dependsOn: phase.dependsOn,
      plan: phase,
      status: phase.done ? 'skipped' : 'pending',
      approved: false,
      attempt: 0,
      notBefore: 0,
      spent: zeros(BUDGETS),
      granted: zeros(BUDGETS),
      base: null,
      proof: NO_PROOF,
      last: null,
      startsAnew: false,
      setbacks: 0,
      failures: 0,
      empties: 0,
      isSaidDone: false,
      hints: [],
      told: [],
      level: 0,
      revision: 0,
      purpose: null,
      intent: null,
      questions: new Set(),
      ladder: untouched(),
    }),
  );
  return new Map(phases.map(phase => [phase.id, phase]));
}

/** Whether a person decides before the phase starts. */
export const isGated = ({ created }: Model, { plan }: PhaseModel): boolean =>
  plan.gated || created.settings.approve === 'phase';

function follow(model: Model, { at, event }: Entry): void {
  model.now = Math.max(model.now, at, event.type === 'time_passed' ? event.to : 0);
  const head = headAfter(event);
  if (head !== null && (model.head !== null || event.type === 'run_opened')) model.head = head;
  followDraft(model, event);
  followProviders(model, event);
  if (isNoticed(model, event)) model.notices += 1;
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
      if (isEnded(model)) forgiven(model);
      if (isEnded(model)) model.whole = null;
      model.status = 'running';
      break;
    case 'cancel_requested':
      model.status = 'running';
      break;
    case 'run_ending':
      for (const phase of model.phases.values()) {
        const isKept = event.status !== 'cancelled' && phase.status === 'running' && isAccepted(model, phase);
        if (isInTrouble(phase)) lose(phase, phase.ladder.cause);
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
      const { tries, waits } = model.draft!;
      // Whoever is told to come back later has not tried.
      const isLate =
        event.type === 'draft_failed' &&
        event.failure.category === 'infra.quota' &&
        waits < model.created.settings.limits.quotaWaits;
      model.draft = { isReady, tries: tries + (isLate ? 0 : 1), waits: waits + (isLate ? 1 : 0) };
      break;
    }
    case 'plan_rejected':
      model.draft = { isReady: false, tries: 0, waits: 0 };
      awake(model);
      break;
    case 'plan_approved':
      model.draft = null;
      model.phases = planned(event.plan);
      awake(model);
      break;
    case 'run_resumed':
      if (model.draft && isEnded(model)) model.draft = { ...model.draft, tries: 0, waits: 0 };
      break;
  }
}

function followPhase(model: Model, phase: PhaseModel, event: RunEvent): void {
  const { proof } = phase;
  followLadder(model, phase, event);
  switch (event.type) {
    case 'phase_started':
      phase.ladder = untouched();
      phase.told = phase.hints;
      phase.hints = [];
      phase.startsAnew = false;
      phase.status = 'running';
      phase.attempt = event.attempt;
      phase.base = event.base;
      phase.proof = { ...NO_PROOF };
      break;
    case 'attempt_captured':
    case 'lanes_combined':
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
      failed(phase, event);
      break;
    case 'proposal_accepted':
    case 'proposal_refused':
      awake(model);
      break;
    case 'phase_edited':
      edited(model, phase, event.plan);
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
      if (isInTrouble(phase)) lose(phase, phase.ladder.cause);
      allowed(phase);
      if (event.message !== undefined) phase.hints = [...phase.hints, event.message];
      unblock(model);
      awake(model);
      break;
  }
}

function failed(phase: PhaseModel, event: Extract<RunEvent, { type: 'phase_retry' | 'phase_failed' }>): void {
  const isRetry = event.type === 'phase_retry';
  lose(phase, event.failure);
  phase.status = isRetry ? 'retrying' : 'failed';
  phase.notBefore = isRetry ? (event.notBefore ?? 0) : 0;
  if (!isRetry) return;
  const { advice, rung } = phase.ladder;
  phase.hints = advice ? [advice.hint ?? advice.diagnosis].filter(Boolean) : [];
  const isOther = ['phase_revised', 'proposal_accepted', 'phase_escalated'].includes(rung?.type ?? '');
  if (!isOther) return;
  // Another description, or stronger models, have all the attempts again.
  const { attempts, landings } = phase.spent;
  phase.granted = { ...phase.granted, attempts, landings };
  phase.startsAnew = true;
  phase.setbacks = 0;
  phase.empties = 0;
}

/** With what a person changes comes a new allowance, where the phase needs one. */
function edited(model: Model, phase: PhaseModel, plan: Phase): void {
  phase.intent ??= intentOf(phase.plan);
  phase.plan = plan;
  phase.revision += 1;
  awake(model);
  if (phase.status !== 'failed' && phase.status !== 'running') return;
  if (isInTrouble(phase)) lose(phase, phase.ladder.cause);
  allowed(phase);
  unblock(model);
}

const awake = (model: Model): void => {
  if (model.status === 'waiting') model.status = 'running';
};

const allowed = (phase: PhaseModel): void => {
  phase.status = 'pending';
  phase.granted = phase.spent;
  phase.startsAnew = true;
  phase.setbacks = 0;
  phase.empties = 0;
  phase.failures = 0;
};

/** Whether a phase failed, or was to be tried again when the run ended. */
const isGivenUp = ({ status, spent, granted }: PhaseModel): boolean =>
  status === 'failed' || (status === 'pending' && BUDGETS.some(budget => spent[budget] > granted[budget]));

function forgiven(model: Model): void {
  for (const phase of model.phases.values()) if (isGivenUp(phase)) allowed(phase);
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
