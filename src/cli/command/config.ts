import { resolve } from 'node:path';
import { counted } from '../../base/counted.ts';
import { printableJson, printableLines } from '../../base/printable.ts';
import { openRepository } from '../../git/repository.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { settingsJsonSchema } from '../settings/file-schema.ts';
import type { SettingsOptions } from '../settings/flags.ts';
import { complain, loadSettings, readSettingsText, SETTINGS_FILE, sourcesFor } from '../settings/load.ts';
import { MAX_PROBLEMS, type Problem } from '../settings/problem.ts';
import { resolveSettings, type Sources } from '../settings/resolve.ts';
import { settingsIn } from '../settings/settings-file.ts';
import { originTable, settingsAsFile, settingsYaml, shownValues } from '../settings/show.ts';
import type { Terminal } from '../terminal.ts';

export interface ShowOptions extends SettingsOptions {
  readonly origin?: boolean;
  readonly json?: boolean;
}

/** `phasewright config show`: the settings in force. */
export async function showSettings(options: ShowOptions, terminal: Terminal): Promise<ExitCode> {
  const resolved = loadSettings(await toplevelHere(), options, terminal);
  if (!resolved) return EXIT.usage;
  if (options.json) {
    const settings = settingsAsFile(resolved);
    const origins = Object.fromEntries(shownValues(resolved).map(({ path, origin }) => [path, origin]));
    terminal.out(`${printableJson(options.origin ? { settings, origins } : settings)}\n`);
  } else {
    terminal.out(options.origin ? originTable(resolved) : settingsYaml(resolved));
  }
  return EXIT.completed;
}

/** `phasewright config check`: whether settings are understood, those of every profile included. */
export async function checkSettings(file: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const toplevel = await toplevelHere();
  const everything = sourcesFor(toplevel, {});
  const sources = file === undefined ? everything : onlyFile(file, everything);
  const problems = problemsIn(sources);
  if (problems.length > 0) {
    complain(problems, terminal);
    return EXIT.usage;
  }
  for (const line of found(sources)) terminal.out(printableLines(`${line}\n`));
  return EXIT.completed;
}

/** `phasewright config schema`: the JSON Schema of a settings file. */
export function printSchema(terminal: Terminal): ExitCode {
  terminal.out(`${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
  return EXIT.completed;
}

/** Null outside of repositories: the user's own settings are there all the same. */
async function toplevelHere(): Promise<string | null> {
  const found = await openRepository(process.cwd());
  return found.ok ? found.repository.toplevel : null;
}

function onlyFile(file: string, { readPrompt, agentProblem }: Sources): Sources {
  const text = readSettingsText(resolve(file), file);
  if (!text) throw new UsageError(`there is no file ${file}`, 'Name a settings file.');
  const none = { user: null, profile: null, environment: {}, set: [], flags: [] };
  return { ...none, repository: text, readPrompt, agentProblem };
}

/** Once as it is, and once with each profile. */
function problemsIn(sources: Sources): Problem[] {
  const problems = new Map<string, Problem>();
  for (const profile of [sources.profile, ...profilesIn(sources)]) {
    const resolution = resolveSettings({ ...sources, profile });
    for (const problem of resolution.ok ? [] : resolution.problems)
      problems.set(`${problem.place} ${problem.message}`, problem);
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS);
}

const profilesIn = ({ user, repository }: Sources): string[] =>
  [user, repository].flatMap(text => (text ? [...settingsIn(text, 'repository').profiles.keys()] : []));

function found({ user, repository }: Sources): string[] {
  const lines = [user, repository].flatMap(text => {
    if (!text) return [];
    const { given, profiles } = settingsIn(text, 'repository');
    return `${text.name}: ${counted(given.length, 'setting')}, ${counted(profiles.size, 'profile')}, no problems`;
  });
  return lines.length > 0 ? lines : [`no settings file: neither ${SETTINGS_FILE} here nor one of your own`];
}
