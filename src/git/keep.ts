import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, type Output, type Place } from './command.ts';
import type { GitFailure, GitResult } from './port.ts';
import { branchRef, rescuePrefix, runPrefix } from './ref-names.ts';

/**
 * Copies of the run's commits outside the repository. `git gc --prune=now` and `git prune` delete what no ref led to when
 * they began to look, and a ref that is set meanwhile leads to nothing then. What they took is written again from here.
 */
export interface Keep {
  /** Puts commits aside before a ref is set to them, with all that they are made of. */
  keep(commits: readonly string[]): Promise<GitResult<object>>;
  /** Fails where anything is missing that the commits are made of. */
  walk(commits: readonly string[]): Promise<GitResult<object>>;
  /** Writes again what the repository lacks of that which the run's refs lead to. */
  restore(): Promise<void>;
  /** Makes sure that all the run's refs lead to is there and stays; only then are the copies thrown away. */
  end(): Promise<void>;
}

export interface KeepOptions {
  readonly place: Place;
  readonly run: string;
  readonly branch: string;
  readonly base: string;
  /** The run's own folder. */
  readonly folder: string;
}

/** Below the run's folder. */
export const KEPT_FOLDER = 'kept';
/** More than this is not copied at once; such a commit has no copy. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Where a pack says how many objects are in it. */
const COUNT_AT = 8;
/** The user's git would have to delete something each time between our writing it and our looking for it. */
const MAX_WALKS = 5;
/** So many of the last commits are told to git, which need not be copied again. */
const MAX_EXCLUDED = 50;

export function keep(options: KeepOptions): Keep {
  const { place, base, folder } = options;
  const packs = join(folder, KEPT_FOLDER);
  const kept = new Set<string>();
  let count = 0;

  const copies = async (): Promise<string[]> =>
    (await readdir(packs).catch(() => [])).filter(found => found.endsWith('.pack'));

  const restore = async (): Promise<void> => {
    const found = await tips(options);
    // Most often something was deleted that had no ref yet, and is made anew.
    if (found.ok && (await walk(options, found.commits)).ok) return;
    for (const name of await copies()) {
      const input = await readFile(join(packs, name)).catch(() => null);
      if (input !== null) await git(place, ['unpack-objects', '-q'], { input });
    }
  };

  return {
    walk: commits => walk(options, commits),
    restore,
    async keep(commits) {
      const fresh = commits.filter(commit => commit !== base && !kept.has(commit));
      if (fresh.length === 0) return { ok: true };
      const first = await pack(options, [...fresh, '--not', ...[...kept].slice(-MAX_EXCLUDED)]);
      // One that was put aside before may have lost its ref, and then be gone.
      const packed = first.ok ? first : await pack(options, fresh);
      // One that does not hold together must not get a ref; for lack of a copy it may.
      if (!packed.ok) return isLost(packed.failure) ? packed : walk(options, fresh);
      for (const commit of fresh) kept.add(commit);
      if (packed.cut) return { ok: true };
      await mkdir(packs, { recursive: true });
      count += 1;
      await writeFile(join(packs, `${process.pid}-${count}.pack`), packed.stdout);
      return { ok: true };
    },
    async end() {
      for (let tries = 0; tries < MAX_WALKS && (await copies()).length > 0; tries += 1) {
        if ((await settle(options)).ok) return rm(packs, { recursive: true, force: true });
        await restore();
      }
    },
  };
}

/** What the revisions lead to, and the base does not. */
const pack = (
  { place, base }: KeepOptions,
  revisions: readonly string[],
  ...words: readonly string[]
): Promise<Output> =>
  git(place, ['pack-objects', '--revs', '--stdout', '--quiet', ...words], {
    input: [`^${base}`, ...revisions, ''].join('\n'),
    cutAtBytes: MAX_BYTES,
  });

const walk = ({ place, base }: KeepOptions, commits: readonly string[]): Promise<Output> =>
  git(place, ['rev-list', '--objects', '--quiet', '--stdin'], {
    input: [...commits, `^${base}`, ''].join('\n'),
  });

/** Where the run's refs are. */
async function tips({
  place,
  run,
  branch,
  base,
}: KeepOptions): Promise<GitResult<{ readonly commits: readonly string[] }>> {
  const prefixes = [branchRef(branch), runPrefix(run), rescuePrefix(run)];
  const refs = await git(place, ['for-each-ref', '--format=%(objectname)', ...prefixes]);
  if (!refs.ok) return refs;
  const commits = refs.stdout.toString('latin1').split('\n');
  return { ok: true, commits: commits.filter(commit => commit !== '' && commit !== base) };
}

/**
 * Puts one pack with all that is not in packs yet into the repository. A prune that is under way does not look into
 * packs, and a repack takes away only those that it saw before it read the refs, which by then lead here.
 */
async function settle(options: KeepOptions): Promise<GitResult<object>> {
  const found = await tips(options);
  if (!found.ok) return found;
  const walked = await walk(options, found.commits);
  if (!walked.ok) return walked;
  const packed = await pack(options, found.commits, '--incremental');
  if (!packed.ok || packed.cut || packed.stdout.readUInt32BE(COUNT_AT) === 0) return packed;
  return git(options.place, ['index-pack', '--stdin'], { input: packed.stdout });
}

/** Whether git failed for an object that was there before. */
export const isLost = ({ message }: GitFailure): boolean =>
  LOST.some(pattern => pattern.test(message)) ||
  // A folder of objects that was empty for a moment.
  (UNWRITTEN.test(message) && message.includes('No such file or directory'));

/** Git begins some of these with a capital letter and some without. */
const LOST: readonly RegExp[] = [
  /invalid object/i,
  /(?:missing|nonexistent|bad(?: tree)?) object/i,
  /missing (?:blob|tree|commit)/i,
  /unable to (?:read|parse|find)/i,
  /failed to unpack tree/i,
  /could not (?:read|parse|get object)/i,
  /object [0-9a-f]+ (?:cannot be read|is unavailable)/i,
  /not a tree object/i,
  /is not a valid object/i,
  /no such commit/i,
  /not a valid (?:object|commit) name/i,
  /not something we can merge/i,
  /there is no commit/i,
  /invalid reference/i,
];
const UNWRITTEN = /unable to (?:write|create temporary) file/;
