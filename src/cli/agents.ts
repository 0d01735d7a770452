import { nearest } from '../base/nearest.ts';

export const AGENTS = ['scripted'] as const;

/** The complaint about an agent that there is not; null where there is one. */
export function agentProblem(name: string): string | null {
  if (AGENTS.some(known => known === name)) return null;
  const meant = nearest(name, AGENTS);
  return `there is no agent ${name}${meant === null ? '' : ` (${meant}?)`}; known agents: ${AGENTS.join(', ')}`;
}
