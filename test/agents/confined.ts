import type { Confinement } from '../../src/agent/sandbox/confine.ts';
import { confinementFor } from '../../src/agent/sandbox/find.ts';
import { DEFAULT_SANDBOX } from '../../src/run/policy/settings.ts';
import type { RealAgent } from './subject.ts';

/** The walls that a run has around its agents, as far as this machine has them, but for the home of a user. */
export const CONFINEMENT: Confinement | null = confinementFor(DEFAULT_SANDBOX, {
  home: '/nobody',
  stateFolder: '/nowhere',
  repository: [],
  path: process.env.PATH ?? '',
  uid: process.getuid?.() ?? 0,
  variables: {},
});

/** The same agent in the sandbox; null where there is none. */
export function confinedOne(agent: RealAgent): RealAgent | null {
  if (CONFINEMENT === null) return null;
  const { kind } = agent;
  const driver: typeof kind.driver = surroundings =>
    kind.driver({ ...surroundings, confinement: CONFINEMENT });
  return { ...agent, kind: { ...kind, driver } };
}
