import { access, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { git, line, type Place } from './command.ts';
import { NOBODY } from './commit.ts';
import { type Environment, gitEnvironment } from './environment.ts';
import { guarded, refused } from './failure.ts';
import type { GitResult } from './port.ts';

/** A checkout of the user's, as it was found. */
export interface Repository {
  readonly toplevel: string;
  /** What all worktrees of the repository share. */
  readonly commonDir: string;
  /** The checkout's own git folder; the common one unless the checkout is itself a linked worktree. */
  readonly gitDir: string;
  /** Null where nothing has been committed yet. */
  readonly head: string | null;
  /** Null where HEAD is detached. */
  readonly branch: string | null;
  /** What the user is in the middle of, such as `rebase`; null for nothing. */
  readonly inProgress: string | null;
  readonly shallow: boolean;
  readonly sparse: boolean;
  /** What every git process of ours is given. */
  readonly environment: Environment;
  /** The same for the one process that may run the repository's hooks. */
  readonly hookEnvironment: Environment;
}

/** The first with `merge-tree --write-tree`. */
const OLDEST_GIT = [2, 38] as const;

const OPERATIONS: readonly (readonly [file: string, operation: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** Finds the checkout that the folder lies in. Changes nothing. */
export const openRepository = (
  path: string,
  inherited: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<GitResult<{ readonly repository: Repository }>> =>
  guarded(async () => {
    if (!(await isFolder(path))) {
      return refused('not_a_repository', `${path} is not a folder`, 'Name a folder inside a git checkout.');
    }
    const environment = gitEnvironment(inherited, false);
    const place: Place = { cwd: path, environment };
    const [version, kind] = await Promise.all([
      git(place, ['version']),
      git(place, ['rev-parse', '--is-bare-repository', '--is-inside-work-tree', '--is-shallow-repository']),
    ]);
    if (!version.ok) return version;
    const old = tooOld(line(version.stdout));
    if (old !== null) return old;
    if (!kind.ok) return kind;
    const [bare, inside, shallow] = line(kind.stdout).split('\n');
    if (bare === 'true' && inside !== 'true') {
      return refused('bare', `${path} is a bare repository`, 'Run phasewright in a checkout of it.');
    }
    if (inside !== 'true') {
      return refused(
        'not_a_repository',
        `${path} is inside a git folder`,
        'Run phasewright in the checkout.',
      );
    }
    return described(place, gitEnvironment(inherited, true), shallow === 'true');
  });

async function described(
  place: Place,
  hookEnvironment: Environment,
  shallow: boolean,
): Promise<GitResult<{ readonly repository: Repository }>> {
  const ask = (...words: string[]) => git(place, words, { answers: [1] });
  const [places, head, branch, sparse] = await Promise.all([
    ask('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir'),
    ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}'),
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('config', '--type=bool', '--get', 'core.sparseCheckout'),
  ]);
  if (!places.ok) return places;
  if (!head.ok) return head;
  if (!branch.ok) return branch;
  if (!sparse.ok) return sparse;
  const [toplevel, own, common, ...rest] = line(places.stdout).split('\n');
  if (toplevel === undefined || own === undefined || common === undefined || rest.length > 0) {
    return refused('other', `the path of ${place.cwd} has a line break in it`, 'Rename the folder.');
  }
  const gitDir = await realpath(own);
  return {
    ok: true,
    repository: {
      toplevel: await realpath(toplevel),
      commonDir: await realpath(common),
      gitDir,
      head: line(head.stdout) || null,
      branch: line(branch.stdout) || null,
      inProgress: await operationIn(gitDir),
      shallow,
      sparse: line(sparse.stdout) === 'true',
      environment: place.environment,
      hookEnvironment,
    },
  };
}

/** What is under way in a git folder; null for nothing. */
export async function operationIn(gitDir: string): Promise<string | null> {
  const found = await Promise.all(OPERATIONS.map(([file]) => exists(join(gitDir, file))));
  return OPERATIONS[found.indexOf(true)]?.[1] ?? null;
}

/** Where commands work that need no checkout. */
export const commonPlace = ({ commonDir, environment }: Repository): Place => ({
  cwd: commonDir,
  environment: { ...environment, GIT_DIR: commonDir },
});

/**
 * The commit that a run begins with: what the name stands for, else HEAD. Where nothing has been committed yet it is an
 * empty root commit, always the same one, which only the run's branch will show.
 */
export const resolveBase = (
  repository: Repository,
  name: string | null,
): Promise<GitResult<{ readonly commit: string }>> =>
  guarded(async () => {
    if (name === null) {
      return repository.head === null ? emptyRoot(repository) : { ok: true, commit: repository.head };
    }
    const place = { cwd: repository.toplevel, environment: repository.environment };
    // Git would read what begins with a dash as an option; no branch, tag or id does.
    const usable = name !== '' && !/^-|[\0\n]/.test(name);
    const output = usable
      ? await git(place, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { answers: [1, 128] })
      : null;
    if (output !== null && !output.ok) return output;
    if (output === null || output.code !== 0) {
      const hint =
        'Name a branch, a tag or a commit that `git rev-parse` knows; fetch it first where need be.';
      return refused('no_such_base', `there is no commit ${JSON.stringify(name)}`, hint);
    }
    return { ok: true, commit: line(output.stdout) };
  });

async function emptyRoot(repository: Repository): Promise<GitResult<{ readonly commit: string }>> {
  const place = commonPlace(repository);
  const tree = await git(place, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  if (!tree.ok) return tree;
  const commit = await git(place, ['commit-tree', line(tree.stdout), '-m', 'Empty beginning'], {
    environment: {
      GIT_AUTHOR_NAME: NOBODY.name,
      GIT_AUTHOR_EMAIL: NOBODY.email,
      GIT_AUTHOR_DATE: '@0 +0000',
      GIT_COMMITTER_NAME: NOBODY.name,
      GIT_COMMITTER_EMAIL: NOBODY.email,
      GIT_COMMITTER_DATE: '@0 +0000',
    },
  });
  return commit.ok ? { ok: true, commit: line(commit.stdout) } : commit;
}

/** The version of git on this machine, or what is wrong with it. */
export async function gitVersion(): Promise<
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly problem: string; readonly hint: string }
> {
  const asked = await git({ cwd: process.cwd(), environment: gitEnvironment(process.env, false) }, [
    'version',
  ]);
  const wrong = asked.ok ? tooOld(line(asked.stdout)) : asked;
  if (wrong !== null && !wrong.ok)
    return { ok: false, problem: wrong.failure.message, hint: wrong.failure.hint };
  return { ok: true, version: asked.ok ? line(asked.stdout).replace('git version ', '') : '' };
}

function tooOld(version: string): ReturnType<typeof refused> | null {
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const [oldMajor, oldMinor] = OLDEST_GIT;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return null;
  return refused('no_git', `${version} is too old`, `Install git ${oldMajor}.${oldMinor} or newer.`);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
