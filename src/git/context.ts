import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement } from '../agent/sandbox/confine.ts';
import { git, type Place } from './command.ts';
import { type Identity, NOBODY, parseIdentity, storedMessage } from './commit.ts';
import { baseFilters, type Filters } from './filters.ts';
import { type Keep, keep } from './keep.ts';
import { type Objects, objects } from './objects.ts';
import type { GitResult } from './port.ts';
import { type Programs, watchPrograms } from './programs.ts';
import { branchRef, runPrefix } from './ref-names.ts';
import { commonPlace, type Repository } from './repository.ts';
import type { Slot } from './slot.ts';
import { turns } from './turns.ts';

export interface WorkspacesOptions {
  readonly repository: Repository;
  readonly run: string;
  /** The short name of the run's branch; with `here` the one that the user is on. */
  readonly branch: string;
  /** The commit that the run begins with. */
  readonly base: string;
  /** A folder of the run's own, outside the user's checkout; slots lie in it under their numbers. */
  readonly folder: string;
  /**
   * The folder of the run's record in every workspace, from the top, with `/`; null for none. What lies there counts
   * as what the base has there: it is never captured, rescued, or removed by `open`.
   */
  readonly record: string | null;
  /** `here` works in the user's checkout, one phase at a time. */
  readonly mode: 'worktree' | 'here';
  readonly commit: {
    readonly mode: 'phase' | 'message-only' | 'single';
    /** Null for the identity that git knows. */
    readonly author: Identity | null;
    /** Whether the repository's commit hooks run, and may refuse, when a phase lands. */
    readonly hooks: boolean;
  };
  /** What keeps git in its place where it works on files of agents; null or absent where nothing does. */
  readonly confinement?: Confinement | null;
  readonly now?: () => Date;
}

/** What the parts of one run's version control share. */
export interface Context {
  readonly options: WorkspacesOptions;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly keep: Keep;
  /** Where commands work that need no checkout. */
  readonly common: Place;
  /** The run's folder without symbolic links. */
  readonly folder: string;
  readonly slots: Map<number, Slot>;
  /** Of commits whose tree was asked for or written. */
  readonly trees: Map<string, string>;
  /** Of trees what is left of them without the record. */
  readonly bare: Map<string, string>;
  /** Of trees the submodules that they link to. */
  readonly links: Map<string, ReadonlySet<string>>;
  readonly identities: Identities;
  readonly programs: Programs;
  readonly filters: Filters;
  /** Ends git processes that are under way. */
  readonly stop: AbortController;
  /** For each slot, pipes and the like that were in the way of git and are gone, until a capture tells of them. */
  readonly removed: Map<number, string[]>;
  /** For each slot, filters that failed on its files, until a capture tells of them. */
  readonly unfiltered: Map<number, Set<string>>;
  readonly landingTurn: ReturnType<typeof turns>;
  readonly worktreeTurn: ReturnType<typeof turns>;
}

interface Identities {
  readonly author: Identity;
  readonly committer: Identity;
}

export async function makeContext(
  options: WorkspacesOptions,
): Promise<GitResult<{ readonly context: Context }>> {
  const { repository, run, branch, mode } = options;
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await realpath(options.folder);
  const stop = new AbortController();
  const common: Place = { ...commonPlace(repository), stop: stop.signal };
  const programs = await watchPrograms(common);
  const filters = await baseFilters({
    common,
    base: options.base,
    folder: join(folder, 'phasewright.base'),
    programs: programs.known,
  });
  if (!filters.ok) return filters;
  const kept = keep({ place: common, run, branch, base: options.base, folder });
  const context: Context = {
    options,
    repository,
    common,
    folder,
    keep: kept,
    objects: objects({
      place: common,
      commonDir: repository.commonDir,
      folder,
      keep: kept,
      owns: ref => ref.startsWith(runPrefix(run)) || (mode === 'worktree' && ref === branchRef(branch)),
    }),
    slots: new Map(),
    trees: new Map(),
    bare: new Map(),
    links: new Map(),
    identities: await readIdentities(options),
    programs,
    filters,
    stop,
    removed: new Map(),
    unfiltered: new Map(),
    landingTurn: turns(),
    worktreeTurn: turns(),
  };
  return { ok: true, context };
}

async function readIdentities({ repository, commit }: WorkspacesOptions): Promise<Identities> {
  const place = { cwd: repository.toplevel, environment: repository.environment };
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map(async name => {
      const output = await git(place, ['var', name]);
      return output.ok ? parseIdentity(output.stdout.toString('utf8')) : null;
    }),
  );
  return {
    author: commit.author ?? author ?? NOBODY,
    committer: committer ?? commit.author ?? NOBODY,
  };
}

export interface Draft {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

export async function writeCommit(
  context: Context,
  draft: Draft,
): Promise<GitResult<{ readonly oid: string }>> {
  const at = context.options.now?.() ?? new Date();
  const written = await context.objects.write({ ...draft, ...context.identities, at });
  if (written.ok) context.trees.set(written.oid, draft.tree);
  return written;
}

/** A commit that only serves a merge: the same input gives the same object however often it is asked for. */
export const writeScaffold = (
  context: Context,
  tree: string,
  parents: readonly string[],
): Promise<GitResult<{ readonly oid: string }>> =>
  context.objects.write({
    tree,
    parents,
    message: 'For merging',
    author: NOBODY,
    committer: NOBODY,
    at: new Date(0),
  });

/** The commit that the ref keeps, where it is the one wanted; else a new one, kept from now on under that ref. */
export async function keepCommit(
  context: Context,
  ref: string,
  draft: Draft,
): Promise<GitResult<{ readonly oid: string }>> {
  const found = await context.objects.commit(ref);
  if (!found.ok) return found;
  const { commit } = found;
  const same =
    commit !== null &&
    commit.tree === draft.tree &&
    commit.parents.join() === draft.parents.join() &&
    commit.message === storedMessage(draft.message);
  if (same) return { ok: true, oid: commit.oid };
  const written = await writeCommit(context, draft);
  if (!written.ok) return written;
  const updated = await context.objects.update([{ ref, to: written.oid, from: null }]);
  return updated.ok ? { ok: true, oid: written.oid } : updated;
}

/** The tree of a commit that must exist, named by its id. */
export async function treeOf(
  context: Context,
  commit: string,
): Promise<GitResult<{ readonly tree: string }>> {
  const known = context.trees.get(commit);
  if (known !== undefined) return { ok: true, tree: known };
  const found = await context.objects.resolve(`${commit}^{tree}`);
  if (!found.ok) return found;
  if (found.oid === null) return missing(commit);
  context.trees.set(commit, found.oid);
  return { ok: true, tree: found.oid };
}

const missing = (commit: string): GitResult<never> => ({
  ok: false,
  failure: {
    reason: 'no_such_base',
    message: `there is no commit ${commit}`,
    hint: 'The repository has lost a commit of this run; fetch it again or begin a new run.',
  },
});
