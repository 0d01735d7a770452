import { commitMessage, singleMessage } from './commit-message.ts';
import type { Effect } from './effect.ts';
import { baselineOf, expectationOf } from './expect.ts';
import { goesOn, MAX_WITHOUT_VERDICT, owesReview, phaseAt, planAt, workAt } from './queries.ts';
import type { Draft, Lane, RunState, Work } from './state.ts';

/**
 * What ought to be under way now. The shell starts what is missing and ends what is no longer asked for, so the same
 * state always leads to the same activity, whatever happened in between.
 */
export function decide(state: RunState): readonly Effect[] {
  if (state.status !== 'running') return [];
  if (state.ending) {
    const message = state.settings.commit.mode === 'single' ? singleMessage(state) : null;
    return [{ kind: 'close_run', status: state.ending, message }];
  }
  if (state.head === null) return state.stop ? [] : [{ kind: 'open_run' }];
  if (state.draft) return draftEffects(state.draft, state.head, state.stop !== null);
  const effects = landingEffects(state, state.head);
  if (!goesOn(state)) return effects;
  if (owesReview(state) && state.final.asked < MAX_WITHOUT_VERDICT) {
    const { head, origin, final } = state;
    return [{ kind: 'review_run', slot: 1, base: origin.baseCommit, head: head!, asked: final.asked }];
  }
  for (const position of state.active) effects.push(...attemptEffects(state, position));
  const next = nextWake(state);
  if (next !== null) effects.push({ kind: 'wake', at: next });
  return effects;
}

function draftEffects(draft: Draft, head: string, isStopped: boolean): Effect[] {
  const { step, round, text, problems, feedback } = draft;
  if (isStopped || step !== 'writing') return [];
  return [{ kind: 'draft_plan', slot: 1, base: head, round: round + 1, text, problems, feedback }];
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
        slot,
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

function attemptEffects(state: RunState, position: number): Effect[] {
  const work = workAt(state, position)!;
  const { step, base, slot, reopen } = work;
  const { attempt, change, review } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  switch (step.step) {
    case 'lanes':
      return work.lanes.flatMap((lane, index) => laneEffect(state, position, lane, index) ?? []);
    case 'combining':
      return [{ kind: 'combine', phase, attempt, base, commits: snapshots(work) }];
    case 'inspecting':
      return [{ kind: 'inspect', phase, attempt, base, snapshot: step.snapshot }];
    case 'checking':
      return [
        {
          kind: 'run_checks',
          phase,
          attempt,
          on: 'attempt',
          slot,
          base,
          contents: step.snapshot,
          expects: expectationOf(state, position),
          baseline: baselineOf(state, position, base),
          tries: 0,
        },
      ];
    case 'reviewing':
      return [
        {
          kind: 'review',
          phase,
          attempt,
          slot,
          base,
          snapshot: step.snapshot,
          tier: change?.tier ?? 'full',
          seat: step.votes.length,
          asked: step.asked,
          reopen: reopen || work.lanes.length > 1,
        },
      ];
    case 'evaluating':
      return [
        {
          kind: 'evaluate',
          phase,
          attempt,
          slot,
          base,
          snapshot: step.snapshot,
          summary: review?.summary ?? '',
          comments: review?.comments ?? [],
          asked: step.asked,
          reopen: reopen || work.lanes.length > 1,
        },
      ];
    case 'held':
    case 'accepted':
    case 'landed':
    case 'rejected':
      return [];
  }
}

function laneEffect(state: RunState, position: number, { at, sessions }: Lane, lane: number): Effect | null {
  const { base, contents, continues, lanes } = workAt(state, position)!;
  const { attempt, last } = phaseAt(state, position);
  const name = { phase: planAt(state, position).id, attempt, lane };
  switch (at.step) {
    case 'waiting':
    case 'captured':
      return null;
    case 'opening':
      return { kind: 'open_workspace', ...name, slot: at.slot, base, contents, next: sessions[0]! };
    case 'working':
      return {
        kind: 'run_session',
        ...name,
        session: at.session,
        slot: at.slot,
        base,
        subtasks: sessions[at.session]!,
        next: sessions[at.session + 1] ?? [],
        continues,
        previous: last && { attempt: last.attempt, snapshot: last.snapshot, failure: last.failure },
      };
    case 'capturing':
      return { kind: 'capture', ...name, slot: at.slot, base, single: lanes.length === 1 };
  }
}

const snapshots = ({ lanes }: Work): string[] =>
  lanes.flatMap(({ at }) => (at.step === 'captured' ? [at.snapshot] : []));

/** The earliest moment at which a phase that waits may be tried again. */
function nextWake(state: RunState): number | null {
  const moments = state.retrying.flatMap(position => {
    const { standing } = phaseAt(state, position);
    const moment = standing.status === 'retrying' ? standing.notBefore : null;
    return moment !== null && moment > state.now ? [moment] : [];
  });
  return moments.length > 0 ? Math.min(...moments) : null;
}
