import { elementAt, elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { byLevel, nodeLevels } from '../../plan/graph/levels.ts';
import { topologicalOrder } from '../../plan/graph/order.ts';
import { type Phase, SUBTASK_TYPES } from '../../plan/model.ts';
import { seenAt } from '../../run/apply.ts';
import { isGatedNow, isSatisfied, planAt } from '../../run/queries.ts';
import type { PhaseState, RunState, Standing } from '../../run/state.ts';
import type { Step } from '../../run/step.ts';
import { displayWidth } from '../graph/text.ts';
import type { Style } from '../style.ts';
import { clock, duration, moment } from '../time.ts';
import type { Allowed } from './allowance.ts';
import { budgetLine, forecastLine } from './budgets.ts';
import { icon } from './icons.ts';
import { knownFailures, knownWords } from './known.ts';
import { needLines, needsOf } from './needs.ts';
import { sharedFiles, sharedLine } from './shared-files.ts';
import { shortened } from './shortened.ts';
import { waitLines } from './waits.ts';

/** A run, and whether a process drives it. */
export interface RunView {
  readonly state: RunState;
  readonly driver: number | null;
  /** When it is looked at: while it is driven the clock tells, else the last event. */
  readonly now?: number;
  readonly allowed?: Allowed;
}

/** The run as it is at the moment it is looked at. */
export const seen = ({ state, now = state.now }: RunView): RunState =>
  state.status === 'running' ? seenAt(state, now) : state;

/** What a person calls the run's condition: a run that nobody drives is not running. */
export function condition({ state, driver }: RunView): string {
  return state.status === 'running' && driver === null ? 'interrupted' : state.status;
}

/** One line a run. */
export function runsText(runs: readonly RunView[]): string {
  const rows = runs.map(view => {
    const { state } = view;
    return [
      state.run,
      condition(view),
      `${landedOf(state)}/${state.phases.length}`,
      moment(state.createdAt),
      printable(state.plan.title),
    ];
  });
  return table([['RUN', 'STATUS', 'DONE', 'CREATED', 'PLAN'], ...rows]);
}

/**
 * A run with all its phases, those together that may be under way together. Budgets are told where much of them is used,
 * or where `isVerbose`.
 */
export function statusText(view: RunView, style: Style, unicode: boolean, isVerbose = false): string {
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
    ...members.flatMap(position => phaseRows(state, position, unicode)),
  ]);
  return `${lines.join('\n')}\n${table(rows)}`;
}

/** Phases that have landed, or were done before the run. One that was left out is not done. */
const landedOf = (state: RunState): number =>
  elements(state.phases).filter(({ standing }, position) => isDone(state, standing, position)).length;

const isDone = (state: RunState, { status }: Standing, position: number): boolean =>
  status === 'completed' || (status === 'skipped' && planAt(state, position).done);

function doneWords(state: RunState): string {
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

/** The barriers of the schedule, or else the levels of the graph. */
function groupsOf({ shape }: RunState): readonly (readonly number[])[] {
  return shape.groups ?? byLevel(nodeLevels(shape.graph, topologicalOrder(shape.graph)!));
}

/** A phase, with its subtasks while it is in hand. */
function phaseRows(state: RunState, position: number, unicode: boolean): Row[] {
  const phase = elementAt(state.phases, position);
  const { id, title, subtasks } = planAt(state, position);
  const { status } = phase.standing;
  const row = [
    `  ${icon(status, unicode)}`,
    printable(id),
    printable(title),
    typeOf(subtasks),
    status,
    phase.attempt > 1 ? `attempt ${phase.attempt}` : '',
    took(phase, state.now),
    noteOf(state, position),
  ];
  if (status !== 'running' && status !== 'retrying') return [row];
  const steps = phase.subtasks.map((subtask, index) => {
    const { type, title: words } = subtasks[index]!;
    return `      ${icon(subtask.status, unicode)} [${type}] ${printable(words)} (${subtask.status})`;
  });
  return [row, ...steps];
}

/** The kinds of work that a phase consists of; nothing where its plan does not tell them apart. */
const typeOf = (subtasks: Phase['subtasks']): string =>
  SUBTASK_TYPES.filter(type => type !== 'task' && subtasks.some(subtask => subtask.type === type)).join('+');

function took({ startedAt, endedAt, standing }: PhaseState, now: number): string {
  if (startedAt === null || standing.status === 'pending') return '';
  return duration((endedAt ?? now) - startedAt);
}

function noteOf(state: RunState, position: number): string {
  const { standing } = elementAt(state.phases, position);
  switch (standing.status) {
    case 'completed':
      return standing.commit.slice(0, 7);
    case 'failed':
      return `${standing.failure.category}: ${shortened(standing.failure.message)}`;
    case 'blocked':
      return `by ${printable(standing.by)}`;
    case 'skipped':
      return shortened(standing.reason);
    case 'running':
      return stepWords(standing.work.step, state.now);
    case 'retrying':
      return standing.notBefore !== null && standing.notBefore > state.now
        ? `not before ${clock(standing.notBefore, state.now)}`
        : '';
    case 'pending':
      return waitingOn(state, position);
    default:
      return '';
  }
}

function stepWords(step: Step, now: number): string {
  const words = STEPS[step.step];
  const isPutOff = 'notBefore' in step && step.notBefore !== null && step.notBefore > now;
  return isPutOff ? `${words}, not before ${clock(step.notBefore!, now)}` : words;
}

/** What goes on in each step. */
const STEPS: Readonly<Record<Step['step'], string>> = {
  lanes: 'at work',
  combining: 'subtasks are joined',
  inspecting: 'gates',
  checking: 'checks',
  reviewing: 'review',
  evaluating: 'evaluation',
  held: 'waits for a person',
  accepted: 'landing',
  landed: 'landed',
  rejected: 'failed',
  consulting: 'doctor',
  advised: 'doctor',
  fixing: "the doctor's command",
  replanning: 'new description',
  revised: 'new description',
  asking: 'needs a person',
};

/** How many phases are named that another one waits for. */
const MAX_NAMED = 5;

function waitingOn(state: RunState, position: number): string {
  const { dependencies } = state.shape.graph;
  const open = dependencies[position]!.filter(
    other => !isSatisfied(elementAt(state.phases, other).standing),
  ).map(other => printable(planAt(state, other).id));
  if (open.length > 0) {
    return `waits for ${open.slice(0, MAX_NAMED).join(', ')}${open.length > MAX_NAMED ? ', …' : ''}`;
  }
  return isGatedNow(state, position) ? 'waits for approval' : '';
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

/** Cells, or a line that stands for itself. */
type Row = readonly string[] | string;

/** Columns as wide as their widest cell; those that are empty in every row are left out. */
function table(rows: readonly Row[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    if (typeof row === 'string') continue;
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    }
  }
  const padded = (cells: readonly string[]): string =>
    cells
      .flatMap((cell, column) =>
        widths[column] === 0 ? [] : [cell + ' '.repeat(widths[column]! - displayWidth(cell))],
      )
      .join('  ')
      .trimEnd();
  return rows.map(row => `${typeof row === 'string' ? row : padded(row)}\n`).join('');
}
