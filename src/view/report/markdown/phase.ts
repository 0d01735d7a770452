import { counted } from '../../../base/counted.ts';
import { icon } from '../../run/icons.ts';
import { cutText, ends, first, type Limits, lastOf } from '../limits.ts';
import type { AttemptReport, CheckRound, Evaluation, PhaseReport, Verdict } from '../model.ts';
import {
  approvalWords,
  attemptWords,
  checkWords,
  commentWords,
  decisionWords,
  fileWords,
  findingWords,
  nameOf,
  phaseFacts,
  verdictWords,
  withReason,
} from '../words.ts';
import { code, fenced, inline, opening, quotation } from './escape.ts';

/** Longest name of a phase or file, in characters. */
const MAX_NAME = 600;

/** A phase with its attempts, as blocks of markdown. */
export function phaseBlocks(phase: PhaseReport, limits: Limits): string[] {
  const { status, reason, commit, change, subtasks, deferred, decisions } = phase;
  const attempts = ends(phase.attempts, limits.items);
  const files = change && commit !== null ? first(change.files, limits.items) : null;
  return [
    `### ${icon(status, true)} ${inline(cutText(nameOf(phase), MAX_NAME))}`,
    `**${status}**${phase.critical ? ', on the critical path' : ''}`,
    ...(reason === '' ? [] : [quotation(cutText(reason, limits.text))]),
    ...list(phaseFacts(phase)),
    ...introduced(
      'Subtasks:',
      shownList(
        subtasks.map(({ id, title, status: state, error }) =>
          withReason(`${id} ${title}: ${state}`, error ?? ''),
        ),
        limits,
      ),
    ),
    ...(commit === null ? [] : [`Commit: ${code(`git show ${commit}`)}`]),
    ...introduced(
      'Files:',
      files === null
        ? []
        : list(
            files.shown.map(file => cutText(fileWords(file), MAX_NAME)),
            change!.changed - files.shown.length,
          ),
    ),
    ...attempts.head.flatMap(attempt => attemptBlocks(attempt, limits)),
    ...(attempts.more > 0 ? [`*${counted(attempts.more, 'attempt')} left out*`] : []),
    ...attempts.tail.flatMap(attempt => attemptBlocks(attempt, limits)),
    ...(decisions.length === 0 ? [] : ['#### What was done about it', ...decisionList(phase, limits)]),
    ...(deferred.length === 0
      ? []
      : [
          '#### Deferred',
          ...shownList(
            deferred.map(({ comment, reason: why }) => withReason(commentWords(comment), why)),
            limits,
          ),
        ]),
  ];
}

function decisionList({ decisions }: PhaseReport, limits: Limits): string[] {
  const { head, tail, more } = ends(decisions, limits.items);
  const lines = (part: typeof head): string[] => part.map(item => cutText(decisionWords(item), MAX_NAME));
  return more === 0
    ? list(lines(head))
    : [...list(lines(head)), `*${counted(more, 'decision')} left out*`, ...list(lines(tail))];
}

/** Without words in between, two lists would be one. */
const introduced = (words: string, blocks: readonly string[]): string[] =>
  blocks.length === 0 ? [] : [words, ...blocks];

/** One list, as a block; none where there is nothing. */
function list(items: readonly string[], more = 0): string[] {
  const lines = items.map(item => `- ${opening(item)}`);
  if (more > 0) lines.push(`- and ${more} more`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

export function shownList(items: readonly string[], limits: Limits): string[] {
  const { shown, more } = first(items, limits.items);
  return list(
    shown.map(item => cutText(item, limits.text)),
    more,
  );
}

function attemptBlocks(attempt: AttemptReport, limits: Limits): string[] {
  const { failure, reports, change, checks, reviews, evaluations, approvals, troubles } = attempt;
  const panel = reviews.some(({ seat }) => seat > 0);
  const checked = (on: CheckRound['on']): string[] =>
    checks.filter(round => round.on === on).flatMap(round => checkBlocks(round, failure === null, limits));
  return [
    `#### ${inline(attemptWords(attempt))}`,
    ...(failure === null ? [] : [fenced(cutText(failure.message, limits.text))]),
    ...troubles.flatMap(({ what, message }) => [
      `**${inline(what)}**`,
      fenced(cutText(message, limits.text)),
    ]),
    ...reports.flatMap(({ summary, error }) => [
      ...(summary === '' ? [] : ["The developer's words:", quotation(cutText(summary, limits.text))]),
      ...(error ? ['A problem that the developer names:', quotation(cutText(error, limits.text))] : []),
    ]),
    ...introduced('Gates:', shownList((change?.findings ?? []).map(findingWords), limits)),
    ...checked('attempt'),
    ...reviews.flatMap(verdict => reviewBlocks(verdict, panel, limits)),
    ...evaluations.flatMap(evaluation => evaluationBlocks(evaluation, limits)),
    ...approvals.flatMap(approval => [
      `${approvalWords(approval)}:`,
      ...shownList(approval.reasons, limits),
      ...(approval.message === '' ? [] : [quotation(cutText(approval.message, limits.text))]),
    ]),
    ...checked('landing'),
  ];
}

/** What failed checks printed stands in the failure already, where there is one. */
function checkBlocks({ on, results }: CheckRound, isTold: boolean, limits: Limits): string[] {
  const { shown, more } = first(results, limits.items);
  return [
    on === 'attempt' ? 'Checks:' : 'Checks together with what landed meanwhile:',
    [
      ...shown.map(
        result =>
          `- ${code(cutText(result.command, MAX_NAME))} ${inline(cutText(checkWords(result), MAX_NAME))}`,
      ),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
    ...shown
      .filter(({ verdict, tail }) => isTold && verdict !== 'passed' && tail !== '')
      .map(({ tail }) => fenced(lastOf(tail, limits.text))),
  ];
}

function reviewBlocks(verdict: Verdict, panel: boolean, limits: Limits): string[] {
  const { review, failure } = verdict;
  return [
    `${verdictWords(verdict, panel)}`,
    ...(review?.summary ? [quotation(cutText(review.summary, limits.text))] : []),
    ...(failure ? [quotation(cutText(failure.message, limits.text))] : []),
    ...shownList((review?.comments ?? []).map(commentWords), limits),
  ];
}

function evaluationBlocks({ decisions, failure }: Evaluation, limits: Limits): string[] {
  if (failure) {
    return [
      `Evaluator: no decisions (${failure.category})`,
      quotation(cutText(failure.message, limits.text)),
    ];
  }
  return [
    'Evaluator:',
    ...shownList(
      decisions.map(({ decision, reason, comment }) =>
        withReason(`${decision}: ${commentWords(comment)}`, reason),
      ),
      limits,
    ),
  ];
}
