import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { below } from './accessible.ts';
import { quoted } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { refused } from './failure.ts';
import { plainTree } from './plain-tree.ts';
import type { GitFailureReason, GitResult } from './port.ts';
import { type Rescue, saveUnlessKept } from './rescue.ts';

/** A name in a repository and the object it stands for. */
interface Tip {
  readonly name: string;
  readonly oid: string;
}

/** A repository with more of them is kept as files. */
const MAX_TIPS = 500;
/** Files and folders of a repository that are looked at before it is kept as files. */
const MAX_ENTRIES = 200_000;
const MAX_REF_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Keeps a repository that somebody else made: the commits of all its branches, tags and stashes, with their names, or the
 * files of its `.git` where that is too odd or too damaged for git to read them. Its configuration is never read: objects
 * are taken out of it as data, and hashed anew.
 */
export async function keepForeign(context: Context, slot: number, gitDir: string): Promise<Rescue> {
  const tips = (await tipsIn(gitDir)) ?? [];
  if (tips.length > 0) {
    const kept = await keepHistory(context, slot, gitDir, tips);
    if (kept.ok || SHARED.has(kept.failure.reason)) return kept;
  }
  const files = await plainTree(context, { folder: gitDir, ignoreAsIn: null, without: null });
  if (!files.ok) return files;
  if (files.files === 0) return { ok: true, rescued: null };
  const what = `The files of a .git that lay in it. To read it, check them out into a folder and name that with --git-dir.`;
  return saveUnlessKept(context, slot, { tree: files.tree, commits: [], what });
}

/** Failures that are not the repository's own. */
const SHARED: ReadonlySet<GitFailureReason> = new Set(['disk_full', 'read_only', 'no_git', 'locked']);

async function keepHistory(
  context: Context,
  slot: number,
  gitDir: string,
  tips: readonly Tip[],
): Promise<Rescue> {
  const taken = await takeObjects(context, gitDir, tips);
  if (!taken.ok) return taken;
  const commits = new Set<string>();
  for (const { oid } of tips) {
    const found = await context.objects.resolve(`${oid}^{commit}`);
    if (!found.ok) return found;
    if (found.oid !== null) commits.add(found.oid);
  }
  const whole = await context.keep.walk([...commits]);
  if (!whole.ok) return whole;
  const [first] = commits;
  // Names that lead to no commit, such as a tag of a file.
  if (first === undefined) return lost(gitDir);
  const tree = await context.objects.resolve(`${first}^{tree}`);
  if (!tree.ok) return tree;
  if (tree.oid === null) return lost(gitDir);
  const names = tips.map(({ name, oid }) => `${oid} ${name}`).join('\n');
  const what = `A repository in it, with these names:\n\n${names}`;
  return saveUnlessKept(context, slot, { tree: tree.oid, commits: [...commits], what });
}

const lost = (gitDir: string): GitResult<never> =>
  refused('other', `${gitDir} has no commit that can be kept`, 'Its files are kept.');

/** What the tips lead to and our refs do not. The pack passes through git, which takes nothing under a wrong name. */
async function takeObjects(
  { common, options }: Context,
  gitDir: string,
  tips: readonly Tip[],
): Promise<GitResult<object>> {
  const ours = await git(common, ['for-each-ref', '--format=^%(objectname)']);
  if (!ours.ok) return ours;
  const input = [...tips.map(({ oid }) => oid), `^${options.base}`, ours.stdout.toString('latin1')].join(
    '\n',
  );
  const words = ['-c', 'core.commitGraph=false', '-c', 'core.multiPackIndex=false', 'pack-objects'];
  const packed = await git(
    common,
    [...words, '--revs', '--stdout', '--quiet', '--no-use-bitmap-index', '--no-reuse-delta'],
    {
      input,
      environment: { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(Buffer.from(join(gitDir, 'objects'))) },
    },
  );
  if (!packed.ok || packed.stdout.readUInt32BE(COUNT_AT) === 0) return packed;
  return git(common, ['index-pack', '--stdin'], { input: packed.stdout });
}

/** Where a pack says how many objects are in it. */
const COUNT_AT = 8;

/** What the repository's names stand for, the branch that it is on first; null where git could not read it, or would be led elsewhere. */
async function tipsIn(gitDir: string): Promise<readonly Tip[] | null> {
  const top = Buffer.from(gitDir);
  const objects = await filesBelow(below(top, 'objects'));
  if (objects === null || objects.some(path => LEADS_ELSEWHERE.test(path.toString('latin1')))) return null;
  const refs = await filesBelow(below(top, 'refs'));
  if (refs === null) return null;
  const places = [
    ...['HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'packed-refs', 'logs/refs/stash'],
    ...refs.map(path => path.subarray(top.length + 1).toString('utf8')),
  ];
  const tips: Tip[] = [];
  for (const name of places) {
    tips.push(...tipsOf(name, (await smallFile(below(top, name))) ?? ''));
    if (tips.length > MAX_TIPS) return null;
  }
  const branch = /^ref: (refs\/.+)\n*$/.exec((await smallFile(below(top, 'HEAD'))) ?? '')?.[1];
  return [...tips.filter(({ name }) => name === branch), ...tips.filter(({ name }) => name !== branch)];
}

const LEADS_ELSEWHERE = /\/info\/(?:http-)?alternates$/;

function tipsOf(name: string, text: string): readonly Tip[] {
  const found = (pattern: RegExp, of: (groups: readonly string[]) => Tip): readonly Tip[] =>
    text.split('\n').flatMap(written => {
      const match = pattern.exec(written);
      return match ? [of(match)] : [];
    });
  if (name === 'packed-refs')
    return found(/^([0-9a-f]{40,64}) (refs\/.+)$/, ([, oid, ref]) => ({ name: ref!, oid: oid! }));
  if (name === 'logs/refs/stash')
    return found(/^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /, ([, oid]) => ({ name: 'refs/stash', oid: oid! }));
  return found(/^([0-9a-f]{40,64})$/, ([, oid]) => ({ name, oid: oid! }));
}

/** Null where anything in the folder is neither a file nor a folder, or there is no end to it. */
async function filesBelow(folder: Buffer): Promise<readonly Buffer[] | null> {
  if ((await lstat(folder).catch(() => null))?.isDirectory() !== true) return null;
  const files: Buffer[] = [];
  const waiting = [folder];
  let count = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(at, { withFileTypes: true, encoding: 'buffer' }).catch(() => null);
    if (entries === null) return null;
    count += entries.length;
    if (count > MAX_ENTRIES) return null;
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(below(at, entry.name));
      else if (entry.isFile()) files.push(below(at, entry.name));
      else return null;
    }
  }
  return files;
}

async function smallFile(path: Buffer): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size > MAX_REF_FILE_BYTES) return null;
  return readFile(path, 'utf8').catch(() => null);
}
