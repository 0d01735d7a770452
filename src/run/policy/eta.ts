import { remainingPath } from '../../plan/graph/critical-path.ts';
import { topologicalOrder } from '../../plan/graph/order.ts';
import type { RunState } from '../state.ts';
import { expectedMs } from './forecast.ts';

/**
 * How long the run will probably still take, in milliseconds: as long as the longest chain of open phases, and never less
 * than all of them take with every slot in use. Null where nothing is known of how long phases take, or none is open.
 */
export function timeLeft(state: RunState): number | null {
  const { graph, slots } = state.shape;
  const left = state.open === 0 ? null : expectedMs(state);
  if (left === null) return null;
  const chains = remainingPath(graph, topologicalOrder(graph)!, left);
  const longest = chains.reduce((most, ms) => Math.max(most, ms), 0);
  const all = left.reduce((sum, ms) => sum + ms, 0);
  return Math.round(Math.max(longest, all / slots));
}
