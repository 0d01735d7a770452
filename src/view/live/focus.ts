import { elementAt } from '../../base/chunked.ts';
import { isAsleep } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { groupsOf } from '../run/phase-words.ts';
import type { TreeRow } from './rows.ts';
import type { Ui } from './scene.ts';

/** Phases in the order in which they are shown. */
export const shownOrder = (state: RunState): readonly number[] => groupsOf(state).flat();

/** The selected phase, or else the one that is followed; null where nothing is under way. */
export function focusOf(state: RunState, { selected }: Pick<Ui, 'selected'>): number | null {
  if (selected !== null && selected < state.phases.length) return selected;
  return followed(state);
}

/** What goes on comes first, then what waits for a person, for another attempt or for a look at its failure. */
function followed(state: RunState): number | null {
  const { active, retrying } = state;
  const places = [
    active.filter(position => !isAsleep(state, position)),
    active,
    retrying,
    state.failed > 0 ? shownOrder(state).filter(position => isFailed(state, position)) : [],
  ];
  const some = places.find(positions => positions.length > 0);
  if (!some) return null;
  const isOne = new Set(some);
  return shownOrder(state).find(position => isOne.has(position)) ?? null;
}

const isFailed = (state: RunState, position: number): boolean =>
  elementAt(state.phases, position).standing.status === 'failed';

/**
 * The first row to be seen, so that the phase in focus is, with what belongs to it as far as there is room, and with the
 * name of its group where that is near.
 */
export function topRow(rows: readonly TreeRow[], focus: number | null, height: number): number {
  const last = Math.max(0, rows.length - height);
  const at = rows.findIndex(row => row.kind === 'phase' && row.position === focus);
  if (at < 0) return 0;
  let end = at + 1;
  while (rows[end]?.kind === 'words' || rows[end]?.kind === 'subtask') end += 1;
  const calm = at - Math.floor(height / 3);
  const top = Math.min(at, Math.max(calm, end - height));
  const name = rows.findLastIndex((row, index) => index < at && row.kind === 'group');
  const near = name >= 0 && name < top && end - name <= height ? name : top;
  return Math.max(0, Math.min(near, last));
}
