import type { RunEvent } from '../../run/event.ts';
import { phaseAt, positionOf } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';

/** Whether a doctor's answer or a new description was of use, as far as that is known by now. */
export function outcomeOf(event: RunEvent, state: RunState): boolean | null {
  if (!('phase' in event) || event.phase === null) return null;
  const position = positionOf(state, event.phase);
  if (position === undefined) return null;
  const { consultations, revisions } = phaseAt(state, position);
  switch (event.type) {
    case 'doctor_answered':
    case 'doctor_recalled': {
      const call = event.type === 'doctor_recalled' ? 0 : event.call;
      return (
        consultations.find(visit => visit.attempt === event.attempt && visit.call === call)?.helped ?? null
      );
    }
    case 'phase_revised':
      return revisions.find(({ revision }) => revision === event.revision)?.helped ?? null;
    default:
      return null;
  }
}
