import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { printable } from '../../base/printable.ts';
import { agentProblem } from '../agents.ts';
import { UsageError } from '../exit.ts';
import type { Terminal } from '../terminal.ts';
import { readTextFile } from '../text-file.ts';
import { flagValues, type SettingsOptions } from './flags.ts';
import type { Problem } from './problem.ts';
import { promptReader } from './prompt-file.ts';
import { type Resolved, resolveSettings, type Sources } from './resolve.ts';
import type { SettingsText } from './settings-file.ts';

/** The repository's own settings, in its top folder. */
export const SETTINGS_FILE = 'phasewright.yaml';
const MAX_BYTES = 1 << 20;

/** The settings in force, or null after having said what is wrong with them. `toplevel` is null outside of repositories. */
export function loadSettings(
  toplevel: string | null,
  options: SettingsOptions,
  terminal: Terminal,
): Resolved | null {
  const resolution = resolveSettings(sourcesFor(toplevel, options));
  if (resolution.ok) return resolution.resolved;
  complain(resolution.problems, terminal);
  return null;
}

export function sourcesFor(toplevel: string | null, options: SettingsOptions): Sources {
  return {
    user: readUserFile(process.env),
    repository: toplevel === null ? null : readRepositoryFile(toplevel),
    profile: options.profile ?? null,
    environment: process.env,
    set: options.set ?? [],
    flags: flagValues(options),
    readPrompt: promptReader(toplevel),
    agentProblem,
  };
}

/** A script that a file names is found from the top of the repository, any other from the current folder. */
export function scriptFile({ script, origins }: Resolved, toplevel: string): string | null {
  const from = origins.get('script')?.from;
  return script !== null && (from === 'file' || from === 'profile') ? resolve(toplevel, script) : script;
}

export function complain(problems: readonly Problem[], { err, errStyle }: Terminal): void {
  for (const { place, message } of problems)
    err(`${errStyle.red('error')}: ${printable(place)}: ${printable(message)}\n`);
  err(
    `${errStyle.dim('hint')}: docs/settings.md lists the settings; phasewright config schema prints them.\n`,
  );
}

/** Null where the repository has none. */
export function readRepositoryFile(toplevel: string): SettingsText | null {
  const file = join(toplevel, SETTINGS_FILE);
  return readSettingsText(file, relative(process.cwd(), file));
}

/** The user's own settings: the file that `PHASEWRIGHT_CONFIG` names, else the one where the XDG rules want it. */
function readUserFile(environment: NodeJS.ProcessEnv): SettingsText | null {
  const { PHASEWRIGHT_CONFIG: named, XDG_CONFIG_HOME: config, HOME: home } = environment;
  if (named) {
    const text = readSettingsText(resolve(named), named);
    if (text) return text;
    throw new UsageError(`there is no file ${named}`, 'PHASEWRIGHT_CONFIG names it: correct or unset it.');
  }
  // The rules say that a relative path is to be ignored.
  const folder = config && isAbsolute(config) ? config : join(home || homedir(), '.config');
  const file = join(folder, 'phasewright', 'config.yaml');
  return readSettingsText(file, file);
}

/** Null where there is no such file. */
export function readSettingsText(file: string, name: string): SettingsText | null {
  const found = readTextFile(file, MAX_BYTES);
  if (found.ok) return { name, text: found.text };
  if (found.code === 'ENOENT' || found.code === 'ENOTDIR') return null;
  throw new UsageError(`${name} ${found.problem}`, 'Give it as a file of at most 1 MB that you may read.');
}
