import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfReplay, loadKind, SCRIPTED } from '../../agent/catalogue.ts';
import type { Driver } from '../../agent/port.ts';
import type { Confinement } from '../../agent/sandbox/confine.ts';
import { confinementFor } from '../../agent/sandbox/find.ts';
import { scriptedDriver } from '../../agent/scripted/driver.ts';
import { loadScript } from '../../agent/scripted/load.ts';
import type { Script } from '../../agent/scripted/step.ts';
import { fileName } from '../../base/file-name.ts';
import type { Repository } from '../../git/repository.ts';
import { removeFolder } from '../../git/worktree.ts';
import { agentsNamed } from '../../run/policy/worker.ts';
import type { RunState } from '../../run/state.ts';
import { agentProblem } from '../agents.ts';
import { UsageError } from '../exit.ts';
import { readTextFile } from '../text-file.ts';
import { agentOptions, groundsOf } from './agent-options.ts';
import { type Home, runFolder } from './open-store.ts';

/** Those who can work in a run: a driver for each agent that its settings name. */
export async function driversFor(
  home: Home,
  { run, origin, settings }: RunState,
  { toplevel, commonDir }: Repository,
): Promise<(agent: string) => Driver> {
  const confinement = confinementFor(settings.sandbox, groundsOf(home.folder, [toplevel, commonDir]));
  // A script is the user's own; it is held back only where that is asked for.
  const scripted = settings.sandbox.mode === 'bwrap' ? confinement : null;
  const made = async (agent: string): Promise<Driver> => {
    const folder = folderOfReplay(agent);
    if (folder !== null) return (await import('../../agent/cassette/replay.ts')).replayDriver(folder);
    if (agent === SCRIPTED) return scriptedFrom(origin.script, scripted);
    const kind = await loadKind(agent);
    if (kind === null)
      throw new UsageError(agentProblem(agent) ?? `there is no agent ${agent}`, 'Name another.');
    const own = join(agentsFolder(home, run), fileName(agent));
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return kind.driver({
      userEnvironment: process.env,
      home: own,
      options: agentOptions(settings, agent),
      confinement,
    });
  };
  const drivers = new Map<string, Driver>();
  for (const agent of agentsNamed(settings, origin.agent)) drivers.set(agent, await made(agent));
  // Of a recording all is replayed, whoever it was recorded of.
  if (folderOfReplay(origin.agent) !== null) return () => drivers.get(origin.agent)!;
  return agent => drivers.get(agent)!;
}

const agentsFolder = (home: Home, run: string): string => join(runFolder(home, run), 'agents');

/**
 * What agents remember of their sessions is theirs, unredacted, and of no use when the run is over. Tells what stays, for
 * an agent may have done anything to the folder.
 */
export async function forgetAgents(home: Home, run: string): Promise<string | null> {
  const folder = agentsFolder(home, run);
  try {
    await removeFolder(folder);
    return null;
  } catch (error) {
    return `${folder} cannot be removed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function scriptedFrom(script: string | null, confinement: Confinement | null): Driver {
  return scriptedDriver(script === null ? null : scriptIn(script), { confinement });
}

/** The script in a text, or what is wrong with it. */
export function scriptIn(text: string): Script {
  const loaded = loadScript(text, '');
  if (loaded.ok) return loaded.script;
  const [first] = loaded.diagnostics;
  const place = first && first.line > 0 ? ` (line ${first.line})` : '';
  throw new UsageError(`the script: ${first?.message ?? 'cannot be read'}${place}`, first?.hint ?? '');
}

/** What is longer is refused anyway, with a better message up to here. */
const MAX_SCRIPT_BYTES = 16 << 20;

export function readScript(file: string): string {
  const read = readTextFile(file, MAX_SCRIPT_BYTES);
  if (!read.ok) throw new UsageError(`the script ${file} ${read.problem}`, 'Check the path.');
  return read.text;
}
