import { elementAt, elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { isSatisfied, planAt } from '../../run/queries.ts';
import type { PhaseState, RunState } from '../../run/state.ts';
import { displayWidth } from '../graph/text.ts';
import type { Style } from '../style.ts';
import { duration, moment } from '../time.ts';
import { icon } from './icons.ts';
import { shortened } from './progress.ts';

/** A run and whether a process drives it. */
export interface RunView {
  readonly state: RunState;
  readonly driver: number | null;
}

/** What a person calls the run's condition: a run that nobody drives is not running. */
export function condition({ state, driver }: RunView): string {
  return state.status === 'running' && driver === null ? 'interrupted' : state.status;
}

/** One line a run. */
export function runsText(runs: readonly RunView[]): string {
  const rows = runs.map(view => {
    const { state } = view;
    const done = elements(state.phases).filter(({ standing }) => isSatisfied(standing)).length;
    return [
      state.run,
      condition(view),
      `${done}/${state.phases.length}`,
      moment(state.createdAt),
      printable(state.plan.title),
    ];
  });
  return table([['RUN', 'STATUS', 'DONE', 'CREATED', 'PLAN'], ...rows]);
}

/** A run with all its phases. */
export function statusText(view: RunView, style: Style, unicode: boolean): string {
  const { state, driver } = view;
  const phases = elements(state.phases);
  const done = phases.filter(({ standing }) => isSatisfied(standing)).length;
  const rows = phases.map((phase, position) => [
    icon(phase.standing.status, unicode),
    printable(planAt(state, position).id),
    printable(planAt(state, position).title),
    phase.standing.status,
    phase.attempt > 1 ? `attempt ${phase.attempt}` : '',
    took(phase, state.now),
    noteOf(phase),
  ]);
  const lines = [
    `${style.bold(`run ${state.run}`)}: ${condition(view)}${driver === null ? '' : ` (process ${driver})`}, ${done} of ${phases.length} phases done`,
    ...(state.reason ? [shortened(state.reason)] : []),
    `branch ${printable(state.origin.branch)}${state.head ? ` at ${state.head.slice(0, 7)}` : ''}`,
    '',
  ];
  return `${lines.join('\n')}\n${table(rows)}`;
}

function took({ startedAt, endedAt, standing }: PhaseState, now: number): string {
  if (startedAt === null || standing.status === 'pending') return '';
  return duration((endedAt ?? now) - startedAt);
}

function noteOf({ standing }: PhaseState): string {
  switch (standing.status) {
    case 'completed':
      return standing.commit.slice(0, 7);
    case 'failed':
      return `${standing.failure.category}: ${shortened(standing.failure.message)}`;
    case 'blocked':
      return `by ${printable(standing.by)}`;
    case 'skipped':
      return printable(standing.reason);
    case 'running':
      return standing.work.step.step;
    default:
      return '';
  }
}

/** The phases of a batch or level once all of them are settled. */
export function groupText(state: RunState, group: number): string {
  const { groups } = state.shape;
  const members = groups?.[group] ?? [];
  const rows = members.map(position => {
    const phase = elementAt(state.phases, position);
    return [printable(planAt(state, position).id), phase.standing.status, took(phase, state.now)];
  });
  const word = state.settings.schedule === 'levels' ? 'level' : 'batch';
  return `${word} ${group + 1} of ${groups?.length ?? 0}:\n${table([['PHASE', 'STATUS', 'DURATION'], ...rows])}`;
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    }
  }
  return rows
    .map(
      row =>
        `${row
          .map((cell, column) => cell + ' '.repeat(widths[column]! - displayWidth(cell)))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
