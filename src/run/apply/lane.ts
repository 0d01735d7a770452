import { workAt } from '../queries.ts';
import type { LaneStep, RunState, Work } from '../state.ts';
import { withPhase } from './settle.ts';

export const withWork = (state: RunState, position: number, change: Partial<Work>): RunState =>
  withPhase(state, position, {
    standing: { status: 'running', work: { ...workAt(state, position)!, ...change } },
  });

export function withLane(state: RunState, position: number, lane: number, at: LaneStep): RunState {
  const { lanes } = workAt(state, position)!;
  return withWork(state, position, { lanes: lanes.with(lane, { ...lanes[lane]!, at }) });
}
