import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Confinement } from '../../src/agent/sandbox/confine.ts';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import type { GitResult, LandRequest, Workspaces } from '../../src/git/port.ts';
import { openRepository, type Repository, resolveBase } from '../../src/git/repository.ts';
import { type WorkspacesOptions, workspaces } from '../../src/git/workspaces.ts';
import { scratch } from '../cli/phasewright.ts';

/** A user's machine: a home folder, a checkout, and git as the user calls it. */
export interface Ground {
  readonly root: string;
  readonly home: string;
  readonly checkout: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs git in the checkout, or in the folder that `-C` names, and wants it to succeed. */
  git(...words: string[]): string;
  /** The same where a failure is an answer. */
  tryGit(...words: string[]): { readonly code: number | null; readonly out: string; readonly err: string };
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  repository(): Promise<Repository>;
}

export function emptyGround(): Ground {
  const root = realpathSync(scratch());
  const home = join(root, 'home');
  const checkout = join(root, 'checkout');
  mkdirSync(home);
  mkdirSync(checkout);
  const environment = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' };
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n',
  );
  const tryGit = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', words, {
      cwd: checkout,
      // Looking must not change the index.
      env: { ...environment, GIT_OPTIONAL_LOCKS: '0' },
      encoding: 'utf8',
    });
    return { code: status, out: stdout, err: stderr };
  };
  const git = (...words: string[]) => {
    const { code, out, err } = tryGit(...words);
    if (code !== 0) throw new Error(`git ${words.join(' ')}: ${err}`);
    return out.trimEnd();
  };
  git('init', '--quiet', '--template=');
  return {
    root,
    home,
    checkout,
    environment,
    git,
    tryGit,
    write: (path, content) => put(join(checkout, path), content),
    read: path => readFileSync(join(checkout, path), 'utf8'),
    repository: async () => must(await openRepository(checkout, environment)).repository,
  };
}

/** A checkout with one commit. */
export function ground(files: Readonly<Record<string, string>> = FILES): Ground {
  const made = emptyGround();
  for (const [path, content] of Object.entries(files)) made.write(path, content);
  made.git('add', '--all');
  made.git('commit', '--quiet', '--message', 'first');
  return made;
}

const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'dir/c.txt': 'c\n', '.gitignore': 'cache/\n*.log\n' };

/** A repository with a submodule at `lib`, which holds one commit without a file. */
export function groundWithSubmodule(): Ground {
  const on = ground();
  const library = join(on.root, 'library');
  on.git('init', '--quiet', library);
  on.git('-C', library, 'commit', '--quiet', '--allow-empty', '--message', 'library');
  on.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
  on.git('commit', '--quiet', '--message', 'submodule');
  return on;
}

export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export const RUN = 'r1';
export const BRANCH = 'phasewright/r1';

export interface Run extends Ground {
  readonly base: string;
  readonly folder: string;
  readonly work: Workspaces;
  /** The same run in a new process of ours, which knows nothing. */
  again(changed?: Partial<WorkspacesOptions>): Workspaces;
}

export const hasWalls = bubblewrap(process.env.PATH ?? '').ok;

/** How git is kept in its place, each with its name: as far as this machine can, and not at all. */
export const WALLS: readonly (readonly [name: string, changed: Partial<WorkspacesOptions>])[] = [
  ...(hasWalls ? [['behind walls', {}] as const] : []),
  ['without walls', { confinement: null }],
];

/** Git is kept in its place wherever this machine can do that. */
function walls({ home, root }: Ground): Confinement | null {
  const found = bubblewrap(process.env.PATH ?? '');
  if (!found.ok) return null;
  const none = { hidden: [], visible: [root], writable: [], network: false, open: [], programs: [] };
  return {
    program: found.program,
    home,
    caches: join(root, 'caches'),
    stateFolder: join(root, 'state'),
    ...none,
  };
}

/** A run that has begun. */
export async function run(on: Ground = ground(), changed: Partial<WorkspacesOptions> = {}): Promise<Run> {
  const folder = join(on.root, 'slots');
  const repository = await on.repository();
  const base = must(await resolveBase(repository, null)).commit;
  const again = (more: Partial<WorkspacesOptions> = {}) =>
    workspaces({
      repository,
      run: RUN,
      branch: BRANCH,
      base,
      folder,
      record: null,
      mode: 'worktree',
      commit: { mode: 'phase', author: null, hooks: false },
      confinement: walls(on),
      ...changed,
      ...more,
    });
  const work = again();
  must(await work.openRun());
  return { ...on, base, folder, work, again };
}

export function must<T>(result: GitResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.reason}: ${result.failure.message}`);
  return result;
}

/** The failure that was expected, which must tell the user something to do. */
export function refusal<T>(result: GitResult<T>) {
  if (result.ok) expect.fail(`succeeded: ${JSON.stringify(result)}`);
  expect(result.failure.message).not.toBe('');
  expect(result.failure.hint).not.toBe('');
  return result.failure;
}

export const message = (phase: string): string =>
  `feat: phase ${phase}\n\nPhasewright-Run: ${RUN}\nPhasewright-Phase: ${phase}\nPhasewright-Attempt: 1\n`;

export const landing = (
  phase: string,
  request: Pick<LandRequest, 'base' | 'snapshot' | 'head'> & Partial<LandRequest>,
): LandRequest => ({
  phase,
  attempt: 1,
  slot: null,
  message: message(phase),
  checkCombined: false,
  checked: null,
  ...request,
});

/** Opens a slot, lets the agent work in it, and captures what it did. */
export async function attempt(
  work: Workspaces,
  base: string,
  phase: string,
  agent: (path: string) => void,
  slot = 0,
) {
  const { path } = must(await work.open({ slot, base, contents: null }));
  agent(path);
  return { path, ...must(await work.capture({ slot, base, phase, attempt: 1, lane: null })) };
}

/** A phase from open to landed. */
export async function phase(work: Workspaces, head: string, id: string, agent: (path: string) => void) {
  const snapshot = await attempt(work, head, id, agent);
  const landed = must(await work.land(landing(id, { base: head, head, snapshot: snapshot.commit })));
  if (landed.outcome !== 'landed') throw new Error(`not landed: ${landed.outcome}`);
  return { ...landed, snapshot };
}

/** Files of a commit with their contents. */
export function filesOf({ git }: Pick<Ground, 'git'>, commit: string): Record<string, string> {
  const names = git('ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean);
  return Object.fromEntries(names.map(name => [name, git('show', `${commit}:${name}`)]));
}
