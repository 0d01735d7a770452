import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { splitAtNul } from './changes.ts';
import { git, type Place } from './command.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';

/** Settings by which git runs a program of the configuration's while it stores, checks out or merges files. */
const PROGRAM = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|hook\..*\.command)$/s;

/**
 * Such programs stay in force, see `environment.ts`; but only those that were there when this process took the run on.
 * Workspaces share the repository's configuration, and an agent could have us run what it likes by adding one.
 */
export interface Programs {
  /** Those that were there, by their keys. */
  readonly known: readonly Program[];
  /** The files in which any setting stands. */
  readonly files: readonly string[];
  /** Files that settings name in which git looks for rules. */
  readonly rules: readonly string[];
  /** The remote that a partial clone gets from what it lacks; null for a whole one. */
  readonly promisor: string | null;
  /** Refuses where a setting was added or changed. To be asked before files are stored, checked out or merged. */
  check(place: Place): Promise<GitResult<object>>;
}

/** A setting that names a program. */
export interface Program {
  readonly key: string;
  readonly command: string;
}

export async function watchPrograms(common: Place): Promise<Programs> {
  const first = await configuration(common);
  const known = first.ok ? first.programs : [];
  const settings = new Set(known.map(settingOf));
  let files = first.ok ? first.files : [];
  const marks = new Map<string, string>();
  return {
    known,
    files,
    rules: first.ok ? first.rules : [],
    promisor: first.ok ? first.promisor : null,
    async check(place) {
      const folder = place.environment.GIT_DIR ?? place.cwd;
      const mark = markOf([...files, join(common.cwd, 'config'), join(folder, 'config.worktree')]);
      if (marks.get(folder) === mark) return { ok: true };
      const found = await configuration(place);
      if (!found.ok) return found;
      const added = found.programs.find(program => !settings.has(settingOf(program)));
      if (added !== undefined) return configurationChanged(added);
      files = [...new Set([...files, ...found.files])];
      marks.set(folder, mark);
      return { ok: true };
    },
  };
}

const settingOf = ({ key, command }: Program): string => `${key}=${command}`;

interface Configuration {
  readonly programs: readonly Program[];
  /** Where any setting stands. */
  readonly files: readonly string[];
  readonly rules: readonly string[];
  readonly promisor: string | null;
}

async function configuration(place: Place): Promise<GitResult<Configuration>> {
  const output = await git(place, ['config', '--list', '--show-origin', '-z']);
  if (!output.ok) return output;
  const fields = splitAtNul(output.stdout).map(field => field.toString('utf8'));
  const files = new Set<string>();
  const programs: Program[] = [];
  const rules: string[] = [];
  let promisor: string | null = null;
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [origin = '', setting = ''] = [fields[at], fields[at + 1]];
    if (origin.startsWith('file:')) files.add(resolve(place.cwd, origin.slice('file:'.length)));
    const end = setting.indexOf('\n');
    const key = end === -1 ? setting : setting.slice(0, end);
    if (setting.endsWith('\ntrue')) promisor = PROMISOR.exec(key)?.[1] ?? promisor;
    if (RULES.test(key)) rules.push(setting.slice(key.length + 1));
    if (PROGRAM.test(key) && !origin.startsWith(OURS))
      programs.push({ key, command: setting.slice(key.length + 1) });
  }
  return { ok: true, programs, files: [...files], rules, promisor };
}

const RULES = /^core\.(?:excludesfile|attributesfile)$/;
const PROMISOR = /^remote\.(.*)\.promisor$/s;

/** What we set ourselves for a git process. */
const OURS = 'command line:';

const markOf = (files: readonly string[]): string =>
  files
    .map(file => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : 'none';
    })
    .join();

function configurationChanged({ key }: Program): GitResult<never> {
  return refused(
    'config_changed',
    `${key} was added to git's configuration, or changed, while the run was under way`,
    `Look at it: git config --show-origin --get-all ${key}. Remove what you do not know, then resume the run.`,
  );
}
