import { phaseAt, workAt } from './queries.ts';
import type { KeptLane, RunState, Work } from './state.ts';

/** The lanes of an attempt whose work is kept, in their order. */
export const capturedLanes = ({ lanes }: Work): readonly KeptLane[] =>
  lanes.flatMap(({ at, sessions }, lane) => {
    if (at.step !== 'captured') return [];
    const { snapshot, changed, files } = at;
    return [{ lane, subtasks: sessions.flat(), snapshot, changed, files }];
  });

/** What an attempt left in pieces, a lane each; nothing where it is kept as a whole, or not at all. */
export function piecesOf(state: RunState, position: number, attempt: number): readonly KeptLane[] {
  const phase = phaseAt(state, position);
  const past = phase.attempts.find(other => other.attempt === attempt);
  if (past) return past.snapshot === null ? past.lanes : [];
  const work = phase.attempt === attempt ? workAt(state, position) : null;
  return work && isInPieces(work) ? capturedLanes(work) : [];
}

const isInPieces = ({ step }: Work): boolean =>
  step.step !== 'landed' && (!('snapshot' in step) || step.snapshot === null);
