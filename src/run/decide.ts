import { unreachable } from '../base/unreachable.ts';
import { commitMessage, singleMessage } from './commit-message.ts';
import type { Effect } from './effect.ts';
import { baselineOf, expectationOf } from './expect.ts';
import type { Worker } from './ladder-event.ts';
import { lessonsOf } from './lessons.ts';
import { deadlines } from './policy/admission.ts';
import { chainOf, chooseWorker, levelFor } from './policy/worker.ts';
import {
  goesOn,
  MAX_WITHOUT_VERDICT,
  owesReview,
  phaseAt,
  planAt,
  verifiesClean,
  workAt,
} from './queries.ts';
import type { Role } from './role.ts';
import type { Draft, Lane, RunState, Work } from './state.ts';
import type { Step } from './step.ts';

/**
 * What ought to be under way now. The shell starts what is missing and ends what is no longer asked for, so the same
 * state always leads to the same activity, whatever happened in between.
 */
export function decide(state: RunState): readonly Effect[] {
  const effects = withOneWake(work(state));
  if (state.notices.length === 0) return effects;
  return [...effects, ...state.notices.map(notice => ({ kind: 'notify', notice }) as const)];
}

/** Whatever is waited for, the first of all moments is the one to wake up at. */
function withOneWake(effects: readonly Effect[]): readonly Effect[] {
  const moments = effects.flatMap(effect => (effect.kind === 'wake' ? [effect.at] : []));
  if (moments.length < 2) return effects;
  return [...effects.filter(({ kind }) => kind !== 'wake'), { kind: 'wake', at: Math.min(...moments) }];
}

function work(state: RunState): readonly Effect[] {
  if (state.status !== 'running') return [];
  if (state.ending) {
    const message = state.settings.commit.mode === 'single' ? singleMessage(state) : null;
    return [{ kind: 'close_run', status: state.ending, message }];
  }
  if (state.head === null) return state.stop ? [] : [{ kind: 'open_run' }];
  if (state.draft) return draftEffects(state, state.draft, state.head);
  const effects = landingEffects(state, state.head);
  if (!goesOn(state)) return effects;
  if (owesReview(state) && state.final.asked < MAX_WITHOUT_VERDICT) {
    const { head, origin, final } = state;
    return asked(state, 'reviewer', 0, null, worker => ({
      kind: 'review_run',
      slot: 1,
      base: origin.baseCommit,
      head: head!,
      asked: final.asked + final.waits,
      worker,
    }));
  }
  for (const position of state.active) effects.push(...attemptEffects(state, position));
  const next = nextWake(state);
  if (next !== null) effects.push({ kind: 'wake', at: next });
  return effects;
}

/** A session of somebody who can be asked; else the moment at which somebody can. One that is under way goes on. */
function asked(
  state: RunState,
  role: Role,
  level: number,
  phase: string | null,
  effect: (worker: Worker) => Effect,
): readonly Effect[] {
  const chosen = chooseWorker(state, role, level, phase);
  if ('worker' in chosen) return [effect(chosen.worker)];
  return [
    { ...effect(chainOf(state, role, phase)[0]), isHeld: true },
    { kind: 'wake', at: chosen.wait },
  ];
}

function draftEffects(state: RunState, draft: Draft, head: string): readonly Effect[] {
  const { step, round, text, problems, unanswered, feedback, notBefore } = draft;
  if (state.stop || step !== 'writing') return [];
  if (notBefore > state.now) return [{ kind: 'wake', at: notBefore }];
  return asked(state, 'architect', 0, null, worker => ({
    kind: 'draft_plan',
    slot: 1,
    base: head,
    round: round + 1,
    worker,
    text,
    problems,
    unanswered,
    feedback,
  }));
}

/** The merge queue: only the first accepted attempt lands; the others build on what it leaves. */
function landingEffects(state: RunState, head: string): Effect[] {
  const position = state.landing[0];
  if (position === undefined) return [];
  const work = workAt(state, position)!;
  const { step, base, slot } = work;
  if (step.step !== 'accepted') return [];
  const { attempt } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  if (step.unchecked !== null) {
    const { unchecked, tries } = step;
    return [
      {
        kind: 'run_checks',
        phase,
        attempt,
        on: 'landing',
        slot: verifiesClean(state) ? null : slot,
        base: unchecked,
        contents: null,
        expects: expectationOf(state, position),
        baseline: baselineOf(state, position, head),
        tries,
      },
    ];
  }
  return [
    {
      kind: 'land',
      phase,
      attempt,
      slot,
      base,
      snapshot: step.snapshot,
      head,
      message: commitMessage(state, position),
      checkCombined: state.settings.checks.length > 0,
      checked: step.checked,
      tries: step.tries,
    },
  ];
}

function attemptEffects(state: RunState, position: number): readonly Effect[] {
  const work = workAt(state, position)!;
  const { step, base, slot } = work;
  const { attempt } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  switch (step.step) {
    case 'lanes':
      return work.lanes.flatMap((lane, index) => laneEffect(state, position, lane, index));
    case 'combining':
      return [{ kind: 'combine', phase, attempt, base, commits: snapshots(work) }];
    case 'inspecting':
      return [{ kind: 'inspect', phase, attempt, slot, base, snapshot: step.snapshot }];
    case 'checking':
      return [
        {
          kind: 'run_checks',
          phase,
          attempt,
          on: 'attempt',
          slot: verifiesClean(state) ? null : slot,
          base,
          contents: step.snapshot,
          expects: expectationOf(state, position),
          baseline: baselineOf(state, position, base),
          tries: 0,
        },
      ];
    case 'reviewing':
    case 'evaluating':
      return verdictEffects(state, position, work, step);
    case 'consulting':
    case 'fixing':
    case 'replanning':
      return recoveryEffects(state, position, work, step);
    case 'held':
    case 'accepted':
    case 'landed':
    case 'rejected':
    case 'advised':
    case 'revised':
    case 'asking':
      return [];
    default:
      return unreachable(step);
  }
}

/** Sessions of those who judge the work. Whoever could not be asked is asked again when the time has come. */
function verdictEffects(
  state: RunState,
  position: number,
  { base, slot }: Work,
  step: Extract<Step, { step: 'reviewing' | 'evaluating' }>,
): readonly Effect[] {
  const { attempt, change, review, level } = phaseAt(state, position);
  if (step.trouble || (step.notBefore ?? 0) > state.now) return [];
  const common = {
    phase: planAt(state, position).id,
    attempt,
    slot,
    base,
    snapshot: step.snapshot,
    asked: step.asked + step.failures,
  };
  if (step.step === 'reviewing') {
    const tier = change?.tier ?? 'full';
    const seat = step.votes.length;
    return asked(state, 'reviewer', level, common.phase, worker => ({
      kind: 'review',
      ...common,
      tier,
      seat,
      worker,
    }));
  }
  const { summary, comments } = review ?? { summary: '', comments: [] };
  return asked(state, 'evaluator', level, common.phase, worker => ({
    kind: 'evaluate',
    ...common,
    summary,
    comments,
    worker,
  }));
}

/** What is done about an attempt that failed. */
function recoveryEffects(
  state: RunState,
  position: number,
  { base, slot }: Work,
  step: Extract<Step, { step: 'consulting' | 'fixing' | 'replanning' }>,
): readonly Effect[] {
  const { attempt, revision, intent, level } = phaseAt(state, position);
  const { snapshot, failure } = step;
  if ('trouble' in step && (step.trouble || (step.notBefore ?? 0) > state.now)) return [];
  const common = {
    phase: planAt(state, position).id,
    attempt,
    slot,
    base,
    snapshot,
  };
  switch (step.step) {
    case 'consulting': {
      const { call, strength } = step;
      return asked(
        state,
        'doctor',
        levelFor(state, 'doctor', strength, common.phase),
        common.phase,
        worker => ({
          kind: 'consult',
          ...common,
          failure,
          call,
          strength,
          asked: step.failures,
          worker,
        }),
      );
    }
    case 'fixing':
      return [{ kind: 'run_fix', ...common, command: step.command }];
    case 'replanning': {
      const { purpose, problems } = step;
      const order = {
        failure,
        revision,
        purpose,
        intent: intent ?? '',
        problems,
        asked: step.asked + step.failures,
      };
      return asked(state, 'replanner', level, common.phase, worker => ({
        kind: 'replan',
        ...common,
        ...order,
        worker,
      }));
    }
    default:
      return unreachable(step);
  }
}

function laneEffect(
  state: RunState,
  position: number,
  { at, sessions }: Lane,
  lane: number,
): readonly Effect[] {
  const { base, contents, continues, lanes, hints } = workAt(state, position)!;
  const phase = phaseAt(state, position);
  const { attempt, level, developedBy } = phase;
  const name = { phase: planAt(state, position).id, attempt, lane };
  switch (at.step) {
    case 'waiting':
    case 'captured':
      return [];
    case 'opening':
      return [{ kind: 'open_workspace', ...name, slot: at.slot, base, contents, next: sessions[0]! }];
    case 'working':
      return asked(state, 'developer', level, name.phase, worker => ({
        kind: 'run_session',
        ...name,
        session: at.session,
        slot: at.slot,
        base,
        subtasks: sessions[at.session]!,
        next: sessions[at.session + 1] ?? [],
        // Nobody else knows of the session.
        continues: isSameProvider(worker, developedBy) ? continues : null,
        contents,
        lessons: lessonsOf(phase),
        hints,
        worker,
      }));
    case 'capturing':
      return [{ kind: 'capture', ...name, slot: at.slot, base, single: lanes.length === 1 }];
    default:
      return unreachable(at);
  }
}

const isSameProvider = (worker: Worker, other: Worker | null): boolean =>
  worker.agent === other?.agent && worker.provider === other.provider;

const snapshots = ({ lanes }: Work): string[] =>
  lanes.flatMap(({ at }) => (at.step === 'captured' ? [at.snapshot] : []));

/** The next moment at which something changes though nothing happens. */
function nextWake(state: RunState): number | null {
  const moments = [
    ...state.retrying.map(position => beginsAt(state, position)),
    ...(state.stop ? [] : state.ready.slice(0, 1)).map(position => servedAt(state, position)),
    ...state.active.flatMap(position => {
      const { step } = workAt(state, position)!;
      return 'notBefore' in step ? [step.notBefore ?? 0] : [];
    }),
    ...deadlines(state),
  ].filter(moment => moment > state.now);
  return moments.length > 0 ? Math.min(...moments) : null;
}

/** When a phase that waits for its next attempt can begin. */
function beginsAt(state: RunState, position: number): number {
  const { standing } = phaseAt(state, position);
  const notBefore = standing.status === 'retrying' ? (standing.notBefore ?? 0) : 0;
  return notBefore > state.now ? notBefore : servedAt(state, position);
}

function servedAt(state: RunState, position: number): number {
  const chosen = chooseWorker(state, 'developer', phaseAt(state, position).level, planAt(state, position).id);
  return 'wait' in chosen ? chosen.wait : 0;
}
