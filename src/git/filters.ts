import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { shellWord } from '../base/shell-word.ts';
import { git, type Place } from './command.ts';
import { withSettings } from './environment.ts';
import type { GitResult } from './port.ts';
import type { Program } from './programs.ts';

/** How the filters of the user's configuration run on files that agents write. */
export interface Filters {
  /** Stronger than the configuration. */
  readonly settings: readonly (readonly [key: string, value: string])[];
  /** Where they run: a folder with the files of the run's base where any of them needs those. */
  readonly folder: string;
  /** Whether any of them is a program that may need what the user installed in the home. */
  readonly needHome: boolean;
  /** Whether any of them is Git LFS, which keeps files in the repository's own folder. */
  readonly usesLfs: boolean;
  /** Files and folders that their commands name by a full path. */
  readonly named: readonly string[];
}

interface FiltersRequest {
  readonly common: Place;
  readonly base: string;
  /** A folder of ours, for the files of the base. */
  readonly folder: string;
  readonly programs: readonly Program[];
}

/**
 * A filter may be a script of the repository, named relative to the workspace, of which an agent has a copy to write
 * to. So filters run in a folder apart, which has the files as they were before any agent came.
 */
export async function baseFilters(request: FiltersRequest): Promise<GitResult<Filters>> {
  const { folder } = request;
  const filters = request.programs.filter(({ key }) => key.startsWith('filter.'));
  const own = filters.filter(({ command }) => needsFolder(command));
  const usesLfs = filters.some(({ command }) => IS_LFS.test(command.trim()));
  await rm(folder, { recursive: true, force: true });
  if (own.length === 0) return { ok: true, settings: [], folder, needHome: false, usesLfs, named: [] };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const filled = own.every(({ command }) => IS_ALONE.test(command.trim())) ? null : await fill(request);
  if (filled && !filled.ok) return filled;
  // Git tells a filter where the workspace is, and that is where it would look for the top of the repository.
  const apart = `cd ${shellWord(folder)} && export GIT_WORK_TREE=${shellWord(folder)}`;
  const settings = own.map(({ key, command }) => [key, `${apart} && ${command}`] as const);
  const named = own.flatMap(({ command }) => wordsOf(command).filter(isAbsolute));
  return { ok: true, settings, folder, needHome: true, usesLfs, named };
}

/** Filters that failed while git went on without them, as it does unless they are `required`; by their names. */
export function failedFilters(stderr: string, programs: readonly Program[], { settings }: Filters): string[] {
  if (!stderr.includes("' failed")) return [];
  const commands = new Map([...programs.map(({ key, command }) => [key, command] as const), ...settings]);
  return [...commands].flatMap(([key, command]) => {
    const name = /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1];
    const isTold = [`external filter '${command}' failed`, `subprocess '${command}' failed`].some(words =>
      stderr.includes(words),
    );
    return name !== undefined && isTold ? [name] : [];
  });
}

const wordsOf = (command: string): string[] => command.split(/[\s'"=;|&()<>]+/).filter(word => word !== '');

/** Git LFS is told by git where it works, and reads nothing else of the workspace that could run a program. */
const needsFolder = (command: string): boolean => command.trim() !== '' && !IS_LFS.test(command.trim());

const IS_LFS = /^git(?:-lfs| lfs) [a-z-]+(?: --skip)?(?: -- %f)?$/;

/**
 * A program with options and nothing else. Any other word may be a file of the repository, or have the program look for
 * one: a script, a module, the task of a build tool, what a shell makes of it.
 */
const IS_ALONE = /^(?:\/[^\s'"`$;|&<>()]+|[^\s/'"`$;|&<>()]+)(?: -[^\s/'"`$;|&<>()]*)*(?: %f)?$/;

/** Puts the files of the base there, as they are stored: no filter is run for it. */
async function fill({ common, base, folder, programs }: FiltersRequest): Promise<GitResult<object>> {
  const index = `${folder}.index`;
  const off = programs.flatMap(({ key }) => {
    const filter = /^filter\..*\./s.exec(key)?.[0];
    return filter === undefined
      ? []
      : ([
          [key, ''],
          [`${filter}required`, 'false'],
        ] as const);
  });
  const environment = {
    ...withSettings(common.environment, off),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: index,
  };
  const place = { ...common, cwd: folder, environment };
  try {
    const read = await git(place, ['read-tree', base]);
    return read.ok ? await git(place, ['checkout-index', '--all']) : read;
  } finally {
    await rm(index, { force: true });
  }
}
