import { elementAt, elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { seenAt } from '../../run/apply.ts';
import { planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { cut } from '../ink.ts';
import { ellipsisOf, type Look, typed } from '../look.ts';
import type { Style } from '../style.ts';
import { fitted } from '../wrapped.ts';
import type { Allowed } from './allowance.ts';
import { budgetLine, forecastLine } from './budgets.ts';
import { COLOURS, icon } from './icons.ts';
import { knownFailures, knownWords } from './known.ts';
import { needLines, needsOf } from './needs.ts';
import { nextStep } from './next-step.ts';
import { groupsOf, isDone, landedOf, noteOf, took, typeOf } from './phase-words.ts';
import { sharedFiles, sharedLine } from './shared-files.ts';
import { shortened } from './shortened.ts';
import { type Cell, type Row, table } from './table.ts';
import { waitLines } from './waits.ts';

/** A run, and whether a process drives it. */
export interface RunView {
  readonly state: RunState;
  readonly driver: number | null;
  /** When it is looked at: while it is driven the clock tells, else the last event. */
  readonly now?: number;
  /** When it ended, or how far it got; what was asked of it later is no part of its time. */
  readonly endedAt?: number;
  readonly allowed?: Allowed;
}

/** The run as it is at the moment it is looked at. */
export const seen = ({ state, now = state.now }: RunView): RunState =>
  state.status === 'running' ? seenAt(state, now) : state;

/** What a person calls the run's condition: a run that nobody drives is not running. */
export function condition({ state, driver }: RunView): string {
  return state.status === 'running' && driver === null ? 'interrupted' : state.status;
}

/**
 * A run with all its phases, those together that may be under way together. Budgets are told where much of them is used,
 * or where `isVerbose`.
 */
export function statusText(
  view: RunView,
  style: Style,
  unicode: boolean,
  isVerbose = false,
  columns = Infinity,
): string {
  const { driver, allowed } = view;
  const state = seen(view);
  const lines = [
    `${style.bold(`run ${state.run}`)}: ${condition(view)}${driver === null ? '' : ` (process ${driver})`}, ${doneWords(state)}`,
    ...reasonLines(state),
    ...waitLines(state),
    ...knownFailures(state).map(known => style.yellow(knownWords(known))),
    `branch ${printable(state.origin.branch)}${state.head ? ` at ${state.head.slice(0, 7)}` : ''}`,
    ...budgetLine(state, isVerbose, allowed),
    ...forecastLine(state),
    '',
  ];
  const rows = groupsOf(state).flatMap((members, group) => [
    `${style.dim(`group ${group + 1}${members.length > 1 ? ' (parallel)' : ''}`)}`,
    ...members.flatMap(position => phaseRows(state, position, { style, unicode, columns })),
  ]);
  const next = nextStep(view);
  const phases = table(rows, { columns, unicode, flexible: [NOTE, TITLE] });
  return `${fitted(typed(lines.join('\n'), unicode), columns)}\n${phases}${next === null ? '' : `\n${fitted(next, columns)}\n`}`;
}

export function doneWords(state: RunState): string {
  const skipped = elements(state.phases).filter(
    ({ standing }, position) => standing.status === 'skipped' && !isDone(state, standing, position),
  ).length;
  const done = `${landedOf(state)} of ${state.phases.length} phases done`;
  return skipped === 0 ? done : `${done}, ${skipped} skipped`;
}

/** Why it has its status. What people have to do is told in full, which the reason of a run that waits repeats. */
function reasonLines(state: RunState): string[] {
  const needs = needsOf(state);
  const isRepeated = needs.length > 0 && state.status === 'waiting';
  return [...(state.reason && !isRepeated ? [shortened(state.reason)] : []), ...needLines(needs)];
}

/** Where titles and notes stand in the row of a phase. */
const TITLE = 2;
const NOTE = 7;

/** A phase, with its subtasks while it is in hand. */
function phaseRows(state: RunState, position: number, { style, unicode, columns }: Look): Row[] {
  const phase = elementAt(state.phases, position);
  const { id, title, subtasks } = planAt(state, position);
  const { status } = phase.standing;
  const colour = COLOURS[status](style);
  const row: Cell[] = [
    { text: `  ${icon(status, unicode)}`, colour },
    printable(id),
    printable(title),
    typeOf(subtasks),
    { text: status, colour },
    phase.attempt > 1 ? `attempt ${phase.attempt}` : '',
    took(phase, state.now),
    typed(noteOf(state, position), unicode),
  ];
  if (status !== 'running' && status !== 'retrying') return [row];
  const steps = phase.subtasks.map((subtask, index) => {
    const { type, title: words } = subtasks[index]!;
    const mark = COLOURS[subtask.status](style)(icon(subtask.status, unicode));
    const line = `      ${mark} [${type}] ${printable(words)} (${subtask.status})`;
    return cut(line, columns, ellipsisOf(unicode));
  });
  return [row, ...steps];
}

/** The phases of a batch or level once all of them are settled, and which files more than one of them changed. */
export function groupText(state: RunState, group: number): string {
  const { groups } = state.shape;
  const members = groups?.[group] ?? [];
  const rows = members.map(position => {
    const phase = elementAt(state.phases, position);
    return [printable(planAt(state, position).id), phase.standing.status, took(phase, state.now)];
  });
  const word = state.settings.schedule === 'levels' ? 'level' : 'batch';
  const results = table([['PHASE', 'STATUS', 'DURATION'], ...rows]);
  return `${word} ${group + 1} of ${groups?.length ?? 0}:\n${results}${sharedLine(sharedFiles(state, group))}`;
}
