import { elementAt } from '../../base/chunked.ts';
import { askingAt, heldAt, isAsleep, planAt } from '../../run/queries.ts';
import type { PhaseStatus, RunState } from '../../run/state.ts';
import { wrap } from '../ink.ts';
import { groupsOf } from '../run/phase-words.ts';
import { shortened } from '../run/shortened.ts';
import { LEAD } from './columns.ts';
import type { Pen } from './pen.ts';
import type { Activity, Screen } from './scene.ts';

/** A row of the tree, before it is written. */
export type TreeRow =
  | { readonly kind: 'group'; readonly group: number }
  /** Groups one after the other in which all phases fare alike. */
  | {
      readonly kind: 'folded';
      readonly status: PhaseStatus;
      readonly first: number;
      readonly last: number;
      readonly phases: number;
    }
  | { readonly kind: 'phase'; readonly position: number }
  /** What goes on in the phase, or what it waits for. */
  | {
      readonly kind: 'words';
      readonly position: number;
      readonly text: string;
      /** A person has to do something about it. */
      readonly isUrgent: boolean;
      /** `none` where it goes on from the row above, at the end of what belongs to the phase. */
      readonly lead: 'stem' | 'corner' | 'none';
    }
  | {
      readonly kind: 'subtask';
      readonly position: number;
      readonly index: number;
      readonly isLast: boolean;
    };

/** All rows of the tree: with the subtasks of every phase where that is no more than there are rows to be seen. */
export function treeRows(
  state: RunState,
  activities: readonly Activity[],
  { marks, text: written }: Pen,
  { columns, rows: room }: Pick<Screen, 'columns' | 'rows'>,
): readonly TreeRow[] {
  const width = Math.max(1, columns - LEAD - marks.stem.length - 1);
  const folded: Folding = (text, most) => wrap(written(text), width, most, marks.ellipsis);
  const groups = groupsOf(state);
  const isGrouped = groups.some(members => members.length > 1);
  const doing = byPhase(activities);
  const rowsWith = (isWhole: boolean): TreeRow[] => {
    const rows: TreeRow[] = [];
    for (const [group, members] of groups.entries()) {
      if (isGrouped) rows.push({ kind: 'group', group });
      for (const position of members) {
        rows.push({ kind: 'phase', position });
        const isOpen = isUnderWay(state, position);
        if (isOpen) rows.push(...wordsRows(state, position, doing, folded));
        if (isOpen || isWhole) rows.push(...subtaskRows(state, position));
      }
    }
    return rows;
  };
  const least = groups.length + state.phases.length;
  const whole = least > room * 2 ? null : rowsWith(true);
  return whole && whole.length <= room ? whole : rowsWith(false);
}

function byPhase(activities: readonly Activity[]): ReadonlyMap<string, readonly Activity[]> {
  return Map.groupBy(activities, ({ phase }) => phase);
}

const isUnderWay = (state: RunState, position: number): boolean => {
  const { status } = elementAt(state.phases, position).standing;
  return status === 'running' || status === 'retrying';
};

/** Rows for reasons, needs and activities of one phase. */
const MAX_WORDS = 6;
/** Rows for one thing that a person has to know. */
const MAX_FOLDED = 3;

/** A text on no more than so many rows. */
type Folding = (text: string, most: number) => readonly string[];

function wordsRows(
  state: RunState,
  position: number,
  doing: ReadonlyMap<string, readonly Activity[]>,
  folded: Folding,
): TreeRow[] {
  const { standing, last, subtasks } = elementAt(state.phases, position);
  const failed =
    standing.status === 'retrying' && last
      ? [`attempt ${last.attempt} failed: ${last.failure.category}: ${shortened(last.failure.message)}`]
      : [];
  const now = isAsleep(state, position) ? [] : doingNow(doing.get(planAt(state, position).id) ?? []);
  const pieces: { isUrgent: boolean; rows: readonly string[] }[] = [];
  let left = MAX_WORDS;
  const tell = (text: string, isUrgent: boolean): void => {
    if (left === 0) return;
    const rows = isUrgent ? folded(text, Math.min(MAX_FOLDED, left)) : [text];
    left -= rows.length;
    pieces.push({ isUrgent, rows });
  };
  for (const text of askedOf(state, position)) tell(text, true);
  for (const text of [...failed, ...now]) tell(text, false);
  return pieces.flatMap(({ isUrgent, rows }, piece) => {
    const isEnd = subtasks.length === 0 && piece === pieces.length - 1;
    return rows.map((text, row): TreeRow => {
      const lead = isEnd ? (row === 0 ? 'corner' : 'none') : 'stem';
      return { kind: 'words', position, text, isUrgent, lead };
    });
  });
}

/** What a person has to do something about. */
const askedOf = (state: RunState, position: number): readonly string[] =>
  [
    ...(heldAt(state, position)?.reasons ?? []),
    ...(askingAt(state, position)?.need.split('\n') ?? []),
  ].filter(line => line.trim() !== '');

/** That somebody is at work is worth a row only where nothing is known of what anybody does. */
function doingNow(activities: readonly Activity[]): readonly string[] {
  const told = activities.filter(({ line }) => line !== '');
  if (told.length === 0) return activities.slice(0, 1).map(({ source }) => source);
  return told.map(({ source, line }) => `${source}: ${line}`);
}

const subtaskRows = (state: RunState, position: number): TreeRow[] => {
  const { subtasks } = elementAt(state.phases, position);
  return subtasks.map((_, index) => ({
    kind: 'subtask',
    position,
    index,
    isLast: index === subtasks.length - 1,
  }));
};
