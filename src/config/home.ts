import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where runs are kept: `PHASEWRIGHT_HOME`, or the state folder that the XDG rules name. */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  if (environment.PHASEWRIGHT_HOME) return absolute(environment.PHASEWRIGHT_HOME);
  const { XDG_STATE_HOME: state } = environment;
  // The rules say that a relative path is to be ignored.
  if (state && isAbsolute(state)) return join(state, 'phasewright');
  return join(environment.HOME || homedir(), '.local', 'state', 'phasewright');
}

const absolute = (path: string): string => (isAbsolute(path) ? path : join(process.cwd(), path));
