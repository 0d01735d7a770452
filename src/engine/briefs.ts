import type { Driver } from '../agent/port.ts';
import { elements } from '../base/chunked.ts';
import { attemptRef } from '../git/ref-names.ts';
import { architectPrompt } from '../prompt/architect.ts';
import type { EarlierPhase, KeptPart, PreviousAttempt } from '../prompt/brief.ts';
import { sessionPrompt } from '../prompt/developer.ts';
import { doctorPrompt } from '../prompt/doctor.ts';
import { evaluatorPrompt } from '../prompt/evaluator.ts';
import { reductionPrompt } from '../prompt/reduction.ts';
import { replannerPrompt } from '../prompt/replanner.ts';
import { reviewerPrompt } from '../prompt/reviewer.ts';
import { revisionPrompt } from '../prompt/revision.ts';
import { wholeReviewPrompt } from '../prompt/whole-review.ts';
import { resultWords } from '../run/check-verdict.ts';
import type { Effect } from '../run/effect.ts';
import type { CheckResult } from '../run/event.ts';
import { expectationOf } from '../run/expect.ts';
import { piecesOf } from '../run/kept-lanes.ts';
import { mayReplan, situationOf } from '../run/ladder/situation.ts';
import type { Previous } from '../run/lessons.ts';
import { measureWords, nearest, phaseAccount, runAccount } from '../run/policy/budget.ts';
import { othersThan } from '../run/policy/worker.ts';
import { phaseAt, planAt, positionOf } from '../run/queries.ts';
import type { Changed, RunState } from '../run/state.ts';

/** What each role is told, worked out from the run. */

type Named<K extends Effect['kind']> = Extract<Effect, { kind: K }>;
type Form = Driver['abilities']['answers'];

export function developerText(state: RunState, effect: Named<'run_session'>, report: Form): string {
  const { origin, settings } = state;
  const position = positionOf(state, effect.phase)!;
  const { previous, faults, cutOff } = effect.lessons;
  return sessionPrompt(
    {
      run: state.run,
      plan: state.plan,
      planText: origin.planText,
      phase: planAt(state, position),
      style: settings.prompt,
      record: recordOf(state),
      base: effect.base,
      subtasks: effect.subtasks,
      earlier: earlierThan(state, position),
      checks: settings.checks.map(({ command }) => command),
      expects: expectationOf(state, position),
      report,
      attempt: effect.attempt,
      previous: previous && previousIn(state, effect.phase, previous),
      faults,
      cutOff: cutOff && previousIn(state, effect.phase, cutOff),
      takesOver: effect.contents !== null,
      continues: effect.continues !== null,
      hints: effect.hints,
      isRevised: phaseAt(state, position).revised !== null,
    },
    settings.prompts,
  );
}

export function reviewerText(
  state: RunState,
  { phase, base, snapshot, tier, seat }: Named<'review'>,
  diff: ReviewedDiff,
  report: Form,
): string {
  const position = positionOf(state, phase)!;
  const { change, checks, attempts } = phaseAt(state, position);
  return reviewerPrompt(
    {
      plan: state.plan,
      phase: planAt(state, position),
      record: recordOf(state),
      base,
      snapshot,
      tier,
      seat,
      ...diffOf(diff, change ? [change] : []),
      checks: checks.map(checkedBy),
      findings: change?.findings ?? [],
      wasReviewed: attempts.some(({ review }) => review !== null),
      report,
    },
    state.settings.prompts.reviewer ?? null,
  );
}

export function wholeReviewText(
  state: RunState,
  { base, head }: Named<'review_run'>,
  diff: ReviewedDiff,
  report: Form,
): string {
  const phases = elements(state.phases);
  const landed = phases
    .map((phase, position) => ({ ...phase, id: planAt(state, position).id }))
    .filter(({ standing }) => standing.status === 'completed');
  const last = landed.reduce((a, b) => ((b.endedAt ?? 0) >= (a.endedAt ?? 0) ? b : a), landed[0]!);
  return wholeReviewPrompt(
    {
      plan: state.plan,
      phases: phases.map(({ standing }, position) => {
        const phase = planAt(state, position);
        const aside = standing.status === 'skipped' ? (phase.done ? 'done before' : 'left out') : null;
        return { phase, aside };
      }),
      record: recordOf(state),
      base,
      snapshot: head,
      ...diffOf(
        diff,
        landed.flatMap(({ change }) => change ?? []),
      ),
      checks: last.checks.map(checkedBy),
      findings: landed.flatMap(({ id, change }) =>
        (change?.findings ?? []).map(finding => ({ ...finding, message: `phase ${id}: ${finding.message}` })),
      ),
      report,
    },
    state.settings.prompts.reviewer ?? null,
  );
}

/** The change itself, or how large it is where it is too large to be shown. */
const diffOf = ({ text, truncated, stat }: ReviewedDiff, changes: readonly Changed[]) => ({
  diff: truncated
    ? ({
        reference: true,
        files: changes.reduce((sum, { changed }) => sum + changed, 0),
        lines: changes.reduce((sum, { added, deleted }) => sum + added + deleted, 0),
      } as const)
    : { text },
  stat,
});

const checkedBy = (result: CheckResult) => ({
  name: result.command,
  verdict: result.verdict,
  outcome: resultWords(result),
});

interface ReviewedDiff {
  readonly text: string;
  readonly truncated: boolean;
  readonly stat: string;
}

export function evaluatorText(state: RunState, effect: Named<'evaluate'>, report: Form): string {
  const { phase, base, snapshot, comments, summary } = effect;
  const position = positionOf(state, phase)!;
  const { change, checks } = phaseAt(state, position);
  return evaluatorPrompt(
    {
      plan: state.plan,
      phase: planAt(state, position),
      record: recordOf(state),
      base,
      snapshot,
      comments,
      reviewSummary: summary,
      checks: checks.map(checkedBy),
      findings: change?.findings ?? [],
      report,
    },
    state.settings.prompts.evaluator ?? null,
  );
}

export function architectText(state: RunState, effect: Named<'draft_plan'>, report: Form): string {
  const { settings, origin } = state;
  const goal = origin.goal ?? '';
  const { text, problems, unanswered, feedback, round } = effect;
  const { tdd } = settings;
  const checks = settings.checks.map(({ command }) => command);
  if (text === '') {
    return architectPrompt(
      { goal, trackerId: origin.trackerId, tdd, checks, unanswered, record: origin.record, report },
      settings.prompts.architect ?? null,
    );
  }
  return revisionPrompt(
    {
      goal,
      previous: text,
      diagnostics: problems,
      unanswered,
      feedback,
      round: round - 1,
      tdd,
      checks,
      report,
    },
    settings.prompts.revision ?? null,
  );
}

export function doctorText(state: RunState, effect: Named<'consult'>, report: Form): string {
  const { phase, base, failure, strength, worker } = effect;
  const position = positionOf(state, phase)!;
  const situation = situationOf(state, position, failure);
  const { settings, plan } = state;
  const { doctor } = settings.recovery;
  const { by, consultations } = phaseAt(state, position);
  const current = by?.provider ?? worker.provider;
  return doctorPrompt(
    {
      plan,
      phase: planAt(state, position),
      record: recordOf(state),
      base,
      attempts: attemptsOf(state, position, effect),
      failure,
      strength,
      fixes: situation.used.fixes < doctor.fixesPerPhase ? doctor.fixes : [],
      providers: { current, others: othersThan(state, 'developer', current, effect.phase) },
      canReplan: mayReplan(situation),
      optional: doctor.skip !== 'never',
      earlier: consultations.flatMap(({ advice, helped }) =>
        advice ? [{ diagnosis: advice.diagnosis, hint: advice.hint, helped }] : [],
      ),
      report,
    },
    settings.prompts.doctor ?? null,
  );
}

export function replannerText(state: RunState, effect: Named<'replan'>, report: Form): string {
  const { phase, base, failure, intent, problems, revision, purpose } = effect;
  const position = positionOf(state, phase)!;
  const { plan, settings } = state;
  const brief = {
    plan,
    phase: planAt(state, position),
    intent,
    record: recordOf(state),
    base,
    attempts: attemptsOf(state, position, effect),
    failure,
    problems,
    revision,
    report,
  };
  if (purpose === 'revise') return replannerPrompt(brief, settings.prompts.replanner ?? null);
  const levels = [phaseAccount(state, position), runAccount(state)].flatMap(
    account => nearest(account) ?? [],
  );
  const level = levels.toSorted((a, b) => b.share - a.share)[0];
  const budget = level ? measureWords(level.measure, level.used, level.limit) : '';
  return reductionPrompt({ ...brief, budget }, settings.prompts.reduction ?? null);
}

/** Every attempt that failed, the one in question last. */
function attemptsOf(
  state: RunState,
  position: number,
  now: Previous & { readonly phase: string },
): PreviousAttempt[] {
  return [...phaseAt(state, position).attempts, now].map(past => previousIn(state, now.phase, past));
}

const recordOf = ({ origin, settings }: RunState): string => origin.record ?? settings.record.folder;

/** The phases that this one depends on and that have landed. */
function earlierThan(state: RunState, position: number): EarlierPhase[] {
  return planAt(state, position).dependsOn.flatMap(id => {
    const other = positionOf(state, id);
    if (other === undefined) return [];
    const { standing } = phaseAt(state, other);
    if (standing.status !== 'completed') return [];
    return [{ id, title: planAt(state, other).title, commit: standing.commit }];
  });
}

function previousIn(state: RunState, phase: string, previous: Previous): PreviousAttempt {
  const { attempt, base, snapshot, failure } = previous;
  const ref = snapshot === null ? null : attemptRef(state.run, { phase, attempt, lane: null });
  return { attempt, base, snapshot, ref, parts: partsOf(state, phase, attempt), failure };
}

/** What an attempt left where nothing is kept as a whole. */
function partsOf(state: RunState, phase: string, attempt: number): KeptPart[] {
  return piecesOf(state, positionOf(state, phase)!, attempt)
    .filter(({ changed }) => changed > 0)
    .map(({ subtasks, lane }) => ({ subtasks, ref: attemptRef(state.run, { phase, attempt, lane }) }));
}
