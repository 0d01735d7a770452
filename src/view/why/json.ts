import { iso } from '../../base/iso.ts';
import type { Decision, Story } from './story.ts';

/** The story for programs, whole; of one phase where only that is asked about. */
export function whyJson({ run, status, reason, decisions, phases }: Story, only: string | null): object {
  return {
    run,
    status,
    reason: reason || null,
    decisions: only === null ? decisions.map(decisionJson) : [],
    phases: phases
      .filter(({ id }) => only === null || id === only)
      .map(phase => ({ ...phase, decisions: phase.decisions.map(decisionJson) })),
  };
}

const decisionJson = ({ at, ...decision }: Decision): object => ({ at: iso(at), ...decision });
