import type { Phase } from '../../plan/model.ts';
import type { CheckResult } from '../../run/event.ts';
import { keptWork } from '../../run/ref-names.ts';
import type { Deferred, PhaseState, RunState } from '../../run/state.ts';
import { duration, moment } from '../time.ts';
import { restoration } from './commands.ts';
import { bySize, changeParts, count } from './files-changed.ts';
import { code, fenced, inline, listed, quote } from './markdown.ts';
import { placeOf, reviewParts } from './review-parts.ts';

/** Items of one list that a summary holds. */
const MAX_ITEMS = 200;

/** What the phases after it are told about a phase: what was done, how it was judged, and how to see all of it. */
export function completedSummary(state: RunState, plan: Phase, phase: PhaseState, commit: string): string {
  return documentOf([
    titleOf(plan),
    facts(phase, commit),
    ...subtaskParts(plan, phase),
    ...reportParts(phase),
    ...(phase.change === null ? [] : changeParts(phase.change)),
    ...checkParts(phase.checks),
    ...(phase.review === null ? [] : ['## Review', ...reviewParts(phase.review, phase.evaluation)]),
    ...deferredParts(phase.deferred),
    '## See the work',
    ...whereKept(state),
    fenced(
      restoration({
        commit,
        base: phase.change?.parent ?? phase.base,
        files: bySize(phase.change?.files ?? []),
      }).join('\n'),
      'sh',
    ),
  ]);
}

/** Where the branch has no commit for each phase, a ref keeps them. */
const whereKept = ({ run, settings }: RunState): string[] =>
  settings.commit.mode === 'phase'
    ? []
    : [`The commit is kept by \`${keptWork(run)}\` in the repository of the run; it is on no branch.`];

/** A phase that was left out has changed nothing. */
export const skippedSummary = (plan: Phase, reason: string): string =>
  documentOf([titleOf(plan), 'The phase was skipped. No commit belongs to it.', quote(reason)]);

export const documentOf = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

export const titleOf = ({ id, title }: Phase, before = 'Phase'): string =>
  `# ${before} ${inline(id)}: ${inline(title)}`;

function facts(phase: PhaseState, commit: string): string {
  const { attempt, attempts, base, startedAt, endedAt, revised, revisions, change } = phase;
  const failed = attempts.length;
  const reasons = revised === null ? [] : revisions.flatMap(({ reason }) => reason ?? []);
  return [
    `- Landed as \`${commit}\``,
    ...(base === null ? [] : [`- Begun at \`${base}\``]),
    ...(change?.parent === undefined || change.parent === base
      ? []
      : [`- Put on top of \`${change.parent}\`, which other work had reached meanwhile`]),
    `- Attempts: ${attempt}${failed > 0 ? `; why ${failed} failed is in \`review-feedback.md\`` : ''}`,
    ...reasons.map(reason => `- Described anew: ${inline(reason)}`),
    ...(startedAt === null || endedAt === null
      ? []
      : [`- ${moment(startedAt)} to ${moment(endedAt)} UTC, ${duration(endedAt - startedAt)}`]),
  ].join('\n');
}

function subtaskParts(plan: Phase, { subtasks }: PhaseState): string[] {
  if (plan.subtasks.length === 0) return [];
  const status = new Map(subtasks.map(subtask => [subtask.id, subtask.status]));
  const lines = plan.subtasks
    .slice(0, MAX_ITEMS)
    .map(
      ({ id, type, title, done }) =>
        `- ${inline(id)} (${type}): ${inline(title)}, ${status.get(id) ?? (done ? 'done before the run' : 'pending')}`,
    );
  return ['## Subtasks', listed(lines, plan.subtasks.length)];
}

function reportParts({ reports }: PhaseState): string[] {
  if (reports.length === 0) return [];
  const isOne = reports.every(({ lane, session }) => lane === 0 && session === 0);
  return [
    '## What the developer reports',
    ...reports
      .slice(0, MAX_ITEMS)
      .flatMap(({ subtasks, report }) => [
        ...(isOne ? [] : [`### Subtasks ${inline(subtasks.join(', '))}`]),
        `In its own words, with status ${report.status}:`,
        quote(report.summary),
        ...(report.error === null ? [] : ['It names a problem:', fenced(report.error, 'text')]),
      ]),
    ...(reports.length > MAX_ITEMS ? [`${reports.length - MAX_ITEMS} more are left out.`] : []),
  ];
}

function checkParts(checks: readonly CheckResult[]): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map(
    ({ command, verdict, outcome, note }) =>
      `- ${code(command)}: ${verdict} (${inline(outcome)})${note ? `, ${inline(note)}` : ''}`,
  );
  return ['## Checks', lines.join('\n')];
}

function deferredParts(deferred: readonly Deferred[]): string[] {
  if (deferred.length === 0) return [];
  const items = deferred
    .slice(0, MAX_ITEMS)
    .map(({ attempt, comment, reason }) =>
      [
        `- From attempt ${attempt}, ${comment.severity}${placeOf(comment)}:`,
        '',
        quote(comment.message, '  '),
        '',
        ...(reason ? ['  Put off because:', '', quote(reason, '  '), ''] : []),
      ].join('\n'),
    );
  return ['## Deferred', `${count(deferred.length, 'comment')} for later.`, listed(items, deferred.length)];
}
