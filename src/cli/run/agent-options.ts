import { homedir } from 'node:os';
import { type Grounds, moved, realPlace } from '../../agent/sandbox/places.ts';
import { type AgentOptions, NO_OPTIONS } from '../../agent/surroundings.ts';
import type { Settings } from '../../run/settings.ts';

/** What the settings have for an agent. */
export const agentOptions = ({ agents }: Settings, name: string): AgentOptions =>
  Object.hasOwn(agents, name) ? agents[name]! : NO_OPTIONS;

/** This machine, as far as a sandbox has to know it. */
export const groundsOf = (stateFolder: string, repository: readonly string[]): Grounds => {
  const named = homedir();
  // Bubblewrap mounts nothing below a link.
  const home = realPlace(named);
  const path = process.env.PATH ?? '';
  return {
    home,
    stateFolder: realPlace(stateFolder),
    repository,
    path: path
      .split(':')
      .map(folder => moved(folder, named, home))
      .join(':'),
    uid: process.getuid?.() ?? 0,
    variables: process.env,
  };
};
