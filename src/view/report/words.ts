import { counted, grouped } from '../../base/counted.ts';
import type { Comment } from '../../run/answer.ts';
import { resultWords } from '../../run/check-verdict.ts';
import type { CheckResult } from '../../run/event.ts';
import type { FileChange, Finding } from '../../run/gates.ts';
import type { Budget } from '../../run/ladder-event.ts';
import type { PhaseStatus } from '../../run/state.ts';
import { FIRST_ALLOWANCE } from '../run/allowance.ts';
import { budgetWords, sinceWords } from '../run/budgets.ts';
import { knownWords } from '../run/known.ts';
import { sharedWords } from '../run/shared-files.ts';
import { duration, moment } from '../time.ts';
import { workerWords } from '../why/sentences.ts';
import type { Decision } from '../why/story.ts';
import type { Approval, AttemptReport, PhaseReport, Report, Round, Spent, Verdict } from './model.ts';
import { costWords, isLeast, tokenWords } from './spent.ts';

/** The sentences that all forms of a report share. They hold foreign text: whoever prints them escapes them. */

export const short = (commit: string): string => commit.slice(0, 10);

export const titleOf = ({ title, run }: Report): string => title.trim() || `Run ${run}`;

export const nameOf = ({ plan }: PhaseReport): string => `${plan.id} ${plan.title}`.trim();

/** The order in which statuses are counted. */
const STATUSES: readonly PhaseStatus[] = [
  'completed',
  'failed',
  'blocked',
  'skipped',
  'running',
  'retrying',
  'pending',
];

function phasesWords({ totals, phases }: Report): string {
  const parts = STATUSES.flatMap(status =>
    totals.phases[status] > 0 ? [`${grouped(totals.phases[status])} ${status}`] : [],
  );
  return parts.length === 0 ? 'no phases' : `${parts.join(', ')} of ${grouped(phases.length)}`;
}

export function changeWords({
  changed,
  added,
  deleted,
}: {
  changed: number;
  added: number;
  deleted: number;
}): string {
  return `${counted(changed, 'file')}, +${grouped(added)} −${grouped(deleted)}`;
}

/** What there is to know about the run as a whole, as pairs of a label and a text. */
export function factsOf(report: Report): readonly (readonly [label: string, text: string])[] {
  const { totals, branch, base, baseCommit, head } = report;
  return [
    ['Result', endWords(report)],
    ...(report.trackerId === null ? [] : [['Tracker', report.trackerId] as const]),
    ['Plan', `${report.planFile || 'made from the goal'}, carried out by ${report.agent}`],
    ['Branch', `${branch}${head === null ? ', which was not begun' : ` at ${short(head)}`}`],
    ['Base', `${base} (${short(baseCommit)})`],
    ...(report.record === null ? [] : [['Record', `commit ${short(report.record)}`] as const]),
    ['Time', `${moment(report.startedAt)} to ${moment(report.endedAt)} UTC, ${tookWords(report)}`],
    ['Phases', phasesWords(report)],
    ['Work', `${counted(totals.attempts, 'attempt')}, ${counted(totals.spent.sessions, 'session')}`],
    ['Tokens', tokenWords(totals.spent)],
    ['Cost', costWords(totals.spent)],
    ...(report.budgets.length === 0 ? [] : [['Budgets', budgetsWords(report)] as const]),
    ['Landed', changeWords(totals)],
    ...report.knownFailures.map(known => ['Checks', knownWords(known)] as const),
  ];
}

/** The settings that say how the run went about its plan, by their names. */
export function settingWords({ settings }: Report): readonly (readonly [name: string, text: string])[] {
  const { review } = settings;
  return [
    ['schedule', `${settings.schedule}, ${counted(settings.concurrency, 'session')} at once`],
    ['session', settings.session],
    ['onReject', settings.onReject],
    ['maxAttempts', String(settings.maxAttempts)],
    ['onFailure', settings.onFailure],
    ['checks', settings.checks.join('; ') || 'none'],
    ['review', review.when === 'never' ? review.when : `${review.when}, ${review.tier}`],
    ['approve', settings.approve],
    ['commit', settings.commit],
  ];
}

/** How it ended, and why. That phases failed is told once. */
function endWords({ status, reason }: Report): string {
  if (reason === '') return status;
  const failed = /^failed: (.+)$/s.exec(reason)?.[1];
  return failed === undefined || status === 'failed'
    ? `${status}: ${failed ?? reason}`
    : `${status}: ${failed} failed`;
}

const budgetsWords = ({ budgets, allowedAt }: Report): string => {
  const since = sinceWords({ ...FIRST_ALLOWANCE, at: allowedAt });
  return `${budgets.map(budgetWords).join(', ')}${since === '' ? '' : `;${since}`}`;
};

/** Whose words are few and all matter. Of what others say, programs among them, the first line is told. */
const BRIEF: ReadonlySet<Decision['event']> = new Set([
  'doctor_answered',
  'doctor_recalled',
] satisfies Decision['event'][]);

/** Files that phases changed side by side, a line each. */
export const sharedItems = ({ shared }: Report): readonly string[] =>
  shared.map(file => `${sharedWords(file)} in batch ${file.batch}`);

/** What was done about failures of a phase, a line each. */
export const decisionWords = ({ at, event, text, because, words, helped }: Decision): string => {
  const lines = words.trim().split('\n').filter(Boolean);
  const line = (BRIEF.has(event) ? lines : lines.slice(0, 1)).join('; ');
  const said = line === '' ? '' : `: ${line}`;
  const outcome = helped === null ? '' : helped ? '; it helped' : '; it did not help';
  return `${moment(at)} ${text}${because === '' ? '' : ` — ${because}`}${said}${outcome}`;
};

/** What tokens were spent on: rows of who, sessions, tokens and cost. */
export function efficiencyRows({ efficiency }: Report): readonly (readonly string[])[] {
  const row = (who: string, spent: Spent): readonly string[] => [
    who,
    grouped(spent.sessions),
    tokenWords(spent),
    costWords(spent),
  ];
  return [
    ...efficiency.byRole.map(({ role, spent }) => row(role, spent)),
    ...efficiency.byModel.map(({ spent, ...worker }) => row(`model: ${workerWords(worker)}`, spent)),
  ];
}

/** How many tokens what landed has cost; nothing where that is not known. */
export function efficiencyWords({ efficiency: { tokensPerPhase, tokensPerLine }, totals }: Report): string {
  const parts = [
    tokensPerPhase === null ? '' : `${grouped(tokensPerPhase)} tokens for each phase that landed`,
    tokensPerLine === null ? '' : `${grouped(tokensPerLine)} for each line added or deleted`,
  ].filter(Boolean);
  return `${parts.length > 0 && isLeast(totals.spent) ? 'at least ' : ''}${parts.join(', ')}`;
}

/** A duration, and how much of it was work where that differs. */
function tookWords({ elapsedMs, workedMs }: { elapsedMs: number; workedMs: number }): string {
  const whole = duration(elapsedMs);
  return elapsedMs - workedMs < 1_000 ? whole : `${whole}, of which ${duration(workedMs)} at work`;
}

/** When a phase was worked on, what that took and cost; nothing for one that never began. */
export function phaseFacts(phase: PhaseReport): readonly string[] {
  const { startedAt, endedAt, elapsedMs, workedMs, attempts, spent, change } = phase;
  if (startedAt === null || elapsedMs === null || workedMs === null) return [];
  return [
    `${moment(startedAt)} to ${endedAt === null ? 'now' : `${moment(endedAt)} UTC`}, ${tookWords({ elapsedMs, workedMs })}`,
    `${counted(attempts.length, 'attempt')}, ${counted(spent.sessions, 'session')}`,
    `tokens: ${tokenWords(spent)}`,
    `cost: ${costWords(spent)}`,
    ...(change === null ? [] : [changeWords(change)]),
  ];
}

/** What a failed attempt counts as. */
export const CHARGES: Readonly<Record<Budget, string>> = {
  attempts: 'an attempt',
  landings: 'a landing',
  infra: 'not its fault',
  quota: 'a wait for the quota',
  doctor: "a doctor's visit",
  strongAgain: 'a second opinion',
  fixes: 'a command of the doctor',
  revisions: 'a new description',
  escalations: 'a change to stronger models',
  rounds: 'a round',
};

export function attemptWords({
  attempt,
  outcome,
  failure,
  spends,
  startedAt,
  endedAt,
}: AttemptReport): string {
  const what = failure === null ? outcome : `${outcome} (${failure.category})`;
  const charged = spends === null ? '' : `, counted as ${CHARGES[spends]}`;
  const took = endedAt === null ? '' : ` after ${duration(endedAt - startedAt)}`;
  return `Attempt ${attempt}: ${what}${took}${charged}`;
}

/** The verdict and, where the exit status does not say it all, why. */
export const checkWords = (result: CheckResult): string =>
  result.verdict === 'passed' && result.note === '' ? 'passed' : `${result.verdict}: ${resultWords(result)}`;

const placeOf = ({ file, line }: Comment): string =>
  file === null ? '' : `${file}${line === null ? '' : `:${line}`}`;

export function commentWords(comment: Comment): string {
  const place = placeOf(comment);
  return `${comment.severity}${place === '' ? '' : `, ${place}`}: ${comment.message}`;
}

/** Whose work a comment is about. */
export const placeWords = ({ phase, attempt }: Report['deferred'][number]): string =>
  phase === null ? 'the whole' : `${phase}, attempt ${attempt}`;

export const findingWords = ({ gate, severity, message, files }: Finding): string =>
  `${gate} (${severity}): ${message}${files.length > 0 ? ` (${files.join(', ')})` : ''}`;

/** Something with the reason that was given for it. */
export const withReason = (text: string, reason: string): string =>
  reason.trim() === '' ? text : `${text} — ${reason}`;

export function fileWords({ path, from, status, added, deleted, binary }: FileChange): string {
  const name = from === null ? path : `${from} → ${path}`;
  return `${name} (${status.replace('_', ' ')}, ${binary ? 'binary' : `+${added} −${deleted}`})`;
}

export function verdictWords({ review, failure, seat }: Verdict, panel: boolean): string {
  const who = panel ? `Reviewer ${seat + 1}` : 'Review';
  if (review) return `${who}: ${review.approved ? 'approved' : 'rejected'}`;
  return `${who}: no verdict (${failure?.category ?? 'unknown'})`;
}

export function approvalWords({ at, answer, answeredAt }: Approval): string {
  const asked = `A person was asked at ${moment(at)}`;
  return answeredAt === null ? `${asked}; no answer yet` : `${asked} and ${answer} at ${moment(answeredAt)}`;
}

export function roundWords(round: Round): { readonly text: string; readonly words: string } {
  switch (round.type) {
    case 'drafted': {
      const what = round.phases === null ? 'cannot be carried out' : `has ${counted(round.phases, 'phase')}`;
      return { text: `Draft ${round.round} ${what}`, words: round.problems.join('\n') };
    }
    case 'failed':
      return {
        text: `Draft ${round.round} failed (${round.failure.category})`,
        words: round.failure.message,
      };
    case 'rejected':
      return { text: 'A person sent it back', words: round.message };
    case 'approved': {
      const edited = round.edited ? ', edited,' : '';
      return { text: `The plan${edited} was approved with ${counted(round.phases, 'phase')}`, words: '' };
    }
  }
}
