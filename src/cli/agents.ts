import { AGENT_NAMES, isAgentName } from '../agent/catalogue.ts';
import { nearest } from '../base/nearest.ts';

/** The complaint about an agent that there is not; null where there is one. */
export function agentProblem(name: string): string | null {
  if (isAgentName(name)) return null;
  const meant = nearest(name, AGENT_NAMES);
  return `there is no agent ${name}${meant === null ? '' : ` (${meant}?)`}; known agents: ${AGENT_NAMES.join(', ')}`;
}
