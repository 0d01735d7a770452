import { elementAt } from '../../base/chunked.ts';
import type { PhaseStatus, RunState } from '../../run/state.ts';
import { cut } from '../ink.ts';
import { groupsOf, isDone } from '../run/phase-words.ts';
import { seen } from '../run/status.ts';
import { draftLines } from './draft.ts';
import { headerLines } from './header.ts';
import { type Pen, penOf } from './pen.ts';
import { type TreeRow, treeRows } from './rows.ts';
import { rule } from './rule.ts';
import type { Scene, Screen } from './scene.ts';
import { treeLines } from './tree.ts';

/** Rows up to which the tree is left in full. */
const MAX_ROWS = 60;
const MAX_HEADER = 8;
/** Rows for what is told below it, and for the shell's prompt. */
const BELOW = 4;

/** What stays on the terminal once the live view is left. */
export function finalText({ view }: Scene, screen: Screen): string {
  const pen = penOf(screen);
  const state = seen(view);
  const { columns } = screen;
  const above = [...headerLines(view, 'no keys', pen, columns, MAX_HEADER), rule('', columns, pen)];
  const rows = screen.rows - above.length - BELOW;
  const tree = state.draft
    ? draftLines(state.draft, state.origin.goal, [], state.now, pen, columns)
    : treeLines(state, finalRows(state, { columns, rows }, pen), null, pen, columns);
  return [...above, ...tree].map(line => `${cut(line, columns, pen.marks.ellipsis)}\n`).join('');
}

/** Of a long tree the groups are folded of which all is done, or nothing has begun. */
function finalRows(state: RunState, room: Pick<Screen, 'columns' | 'rows'>, pen: Pen): readonly TreeRow[] {
  const rows = treeRows(state, [], pen, { ...room, rows: Math.min(room.rows, MAX_ROWS) });
  return rows.length <= MAX_ROWS ? rows : folded(state, rows);
}

function folded(state: RunState, rows: readonly TreeRow[]): readonly TreeRow[] {
  const groups = groupsOf(state);
  const groupOf = new Map(
    groups.flatMap((members, group) => members.map(position => [position, group] as const)),
  );
  const alike = groups.map(members => commonStatus(state, members));
  const kept: TreeRow[] = [];
  for (const row of rows) {
    if (row.kind === 'folded') continue;
    const group = row.kind === 'group' ? row.group : groupOf.get(row.position)!;
    const status = alike[group] ?? null;
    if (status === null) kept.push(row);
    else kept.push(withRow(kept, status, group, row.kind === 'phase' ? 1 : 0));
  }
  return kept;
}

/** The fold at the end of the rows, taken off and with this row in it, or a new one. */
function withRow(kept: TreeRow[], status: PhaseStatus, group: number, phases: number): TreeRow {
  const last = kept.at(-1);
  if (last?.kind !== 'folded' || last.status !== status) {
    return { kind: 'folded', status, first: group, last: group, phases };
  }
  kept.pop();
  return { ...last, last: group, phases: last.phases + phases };
}

/** What all of them are, where there is nothing more to say about it. */
function commonStatus(state: RunState, members: readonly number[]): PhaseStatus | null {
  const standings = members.map(position => elementAt(state.phases, position).standing);
  if (standings.every((standing, index) => isDone(state, standing, members[index]!))) return 'completed';
  const [first] = standings;
  const isQuiet = first?.status === 'pending' || first?.status === 'blocked';
  return isQuiet && standings.every(({ status }) => status === first.status) ? first.status : null;
}
