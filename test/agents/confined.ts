import { confinementFor } from '../../src/agent/sandbox/find.ts';
import { DEFAULT_SANDBOX } from '../../src/run/policy/settings.ts';
import type { RealAgent } from './subject.ts';

/** The same agent in the sandbox, as far as this machine has one. */
export function confinedOne(agent: RealAgent): RealAgent | null {
  const confinement = confinementFor(DEFAULT_SANDBOX, {
    home: '/nobody',
    stateFolder: '/nowhere',
    repository: [],
    path: process.env.PATH ?? '',
    uid: process.getuid?.() ?? 0,
  });
  if (confinement === null) return null;
  const { kind } = agent;
  const driver: typeof kind.driver = surroundings => kind.driver({ ...surroundings, confinement });
  return { ...agent, kind: { ...kind, driver } };
}
