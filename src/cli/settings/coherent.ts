import type { ModelChoice, Models } from '../../run/policy/settings.ts';
import type { Given } from './given.ts';
import { type Origin, originText, placeOf } from './origin.ts';
import { cut, type Problem } from './problem.ts';
import type { Resolved, Sources } from './resolve.ts';

/* What can be wrong with settings of which each has the right form. */

/** Agents that there are not, wherever one is named. */
export const unknownAgents = (
  chosen: Iterable<Given>,
  agentProblem: Sources['agentProblem'],
): readonly Problem[] =>
  [...chosen].flatMap(({ path, value, origin }) =>
    agentsIn(path, value).flatMap(name => {
      const problem = agentProblem(cut(name));
      return problem === null ? [] : [{ place: placeOf(origin), message: `${path}: ${problem}` }];
    }),
  );

function agentsIn(path: string, value: unknown): readonly string[] {
  if (path === 'agent') return [value as string];
  if (path.startsWith('agents.')) return [path.slice('agents.'.length)];
  if (path.startsWith('models.')) return agentsOf(value as ModelChoice[]);
  return path.startsWith('phases.') ? Object.values(value as Models).flatMap(agentsOf) : [];
}

const agentsOf = (chain: readonly ModelChoice[]): string[] => chain.flatMap(({ agent }) => agent ?? []);

/** Settings that cannot be followed together. */
export function contradictions({ settings, origins }: Resolved): readonly Problem[] {
  if (settings.session !== 'subtask' || settings.onReject !== 'continue') return [];
  const session = origins.get('session')!;
  const onReject = origins.get('onReject')!;
  const both = `session: subtask (${originText(session)}) and onReject: continue (${originText(onReject)})`;
  return [
    {
      place: placeOf(isWritten(session) ? session : onReject),
      message: `${both} exclude each other, as an attempt with several sessions has no one to go on with: set onReject to fresh, or session to phase`,
    },
  ];
}

const isWritten = ({ from }: Origin): boolean => from !== 'preset' && from !== 'default';
