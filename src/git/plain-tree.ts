import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { below, makeAccessible } from './accessible.ts';
import { isAside } from './aside.ts';
import { quoted, quotedPath, splitAtNul } from './changes.ts';
import { git, line } from './command.ts';
import type { Context } from './context.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';
import { isRealFolder } from './slot.ts';
import { removeFolder } from './worktree.ts';

/** More than this is not saved but left where it is. */
const MAX_FILES = 200_000;
const MAX_BYTES = 4 * 1024 * 1024 * 1024;

export interface PlainTreeOptions {
  readonly folder: string;
  /** The commit whose files count though they are ignored; null where no file is to be ignored. */
  readonly ignoreAsIn: string | null;
  /** Not looked at, from the folder, with `/`. */
  readonly without: string | null;
}

interface Found {
  readonly path: Buffer;
  /** From the folder, as git takes it. */
  readonly name: Buffer;
  readonly mode: '100644' | '100755' | '120000';
}

/**
 * The files of a folder as a tree, taken byte by byte: no filter, attribute or configuration has a say, nothing that is
 * no file is opened, and no link is followed. `.git` is a folder like any other, under a name that git can store.
 * Refuses where anything could not be read, or there is too much; then the folder must stay.
 */
export async function plainTree(
  context: Context,
  options: PlainTreeOptions,
): Promise<GitResult<{ readonly tree: string; readonly files: number }>> {
  count += 1;
  const draft = join(context.folder, `phasewright.${process.pid}-${count}.plain`);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await makeAccessible(options.folder);
    const all = await filesBelow(options);
    if (!all.ok) return all;
    const asked = all.odd ? { ...options, ignoreAsIn: null } : options;
    const wanted = await withoutIgnored(context, asked, all.files, join(draft, 'base'));
    if (!wanted.ok) return wanted;
    const hashed = await hashes(context, wanted.files, draft);
    if (!hashed.ok) return hashed;
    return await written(context, wanted.files, hashed.oids, join(draft, 'index'));
  } finally {
    await removeFolder(draft);
  }
}

let count = 0;

interface Below {
  readonly files: readonly Found[];
  /** Whether git would wait for a pipe where it looks for rules. */
  readonly odd: boolean;
}

async function filesBelow({ folder, without }: PlainTreeOptions): Promise<GitResult<Below>> {
  const top = Buffer.from(folder);
  const files: Found[] = [];
  const waiting: Buffer[] = [];
  let bytes = 0;
  let odd = false;
  const take = async (path: Buffer, name: Buffer): Promise<void> => {
    const found = await lstat(path);
    if (found.isFile() && (found.mode & 0o400) === 0) await chmod(path, (found.mode & 0o777) | 0o400);
    const mode = found.isSymbolicLink() ? '120000' : found.mode & 0o100 ? '100755' : '100644';
    files.push({ path, name, mode });
    bytes += found.size;
  };
  if ((await lstat(top)).isDirectory()) waiting.push(top);
  else await take(top, Buffer.from(basename(folder)));
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true, encoding: 'buffer' })) {
      const path = below(at, entry.name);
      const name = path.subarray(top.length + 1);
      if (isAside(without, name.toString('utf8'))) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) {
        // The file by which a worktree knows its repository.
        if (name.equals(DOT_GIT)) continue;
        await take(path, name);
        if (files.length > MAX_FILES || bytes > MAX_BYTES) return tooMuch(folder);
      } else if (entry.name.equals(IGNORE_FILE)) odd = true;
    }
  }
  return { ok: true, files, odd };
}

const DOT_GIT = Buffer.from('.git');
const IGNORE_FILE = Buffer.from('.gitignore');

const tooMuch = (folder: string): GitResult<never> =>
  refused(
    'unstorable',
    `${folder} holds more than ${MAX_FILES} files or ${MAX_BYTES / 1024 ** 3} GB`,
    'Take out of the folder what is worth it, then delete it.',
  );

/** What git would ignore is left out; where git cannot tell, all is taken. */
async function withoutIgnored(
  context: Context,
  { folder, ignoreAsIn }: PlainTreeOptions,
  files: readonly Found[],
  index: string,
): Promise<GitResult<{ readonly files: readonly Found[] }>> {
  if (ignoreAsIn === null || files.length === 0 || !isRealFolder(folder)) return { ok: true, files };
  const environment = {
    ...context.common.environment,
    GIT_DIR: context.repository.commonDir,
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: index,
  };
  const place = { cwd: folder, environment };
  const read = await git(place, ['read-tree', ignoreAsIn]);
  if (!read.ok) return read;
  const input = Buffer.concat(files.flatMap(({ name }) => [name, NUL]));
  const asked = await git(place, ['check-ignore', '-z', '--stdin'], { input, answers: [1, 128] });
  if (!asked.ok) return asked;
  if (asked.code === 128) return { ok: true, files };
  const ignored = new Set(splitAtNul(asked.stdout).map(name => name.toString('latin1')));
  return { ok: true, files: files.filter(({ name }) => !ignored.has(name.toString('latin1'))) };
}

const NUL = Buffer.from([0]);

/** The contents as objects. Where a link leads is written to a file of its own first, for git reads files only. */
async function hashes(
  context: Context,
  files: readonly Found[],
  draft: string,
): Promise<GitResult<{ readonly oids: readonly string[] }>> {
  const paths: Buffer[] = [];
  for (const [at, { path, mode }] of files.entries()) {
    const isLink = mode === '120000';
    const source = isLink ? Buffer.from(join(draft, `link-${at}`)) : path;
    if (isLink) await writeFile(source, await readlink(path, { encoding: 'buffer' }));
    else if (!(await isReadable(path))) return unreadable(path);
    paths.push(source);
  }
  const input = paths.map(path => `${quoted(path)}\n`).join('');
  const words = ['hash-object', '-t', 'blob', '-w', '--no-filters', '--stdin-paths'];
  const output = paths.length === 0 ? null : await git(context.common, words, { input });
  if (output === null) return { ok: true, oids: [] };
  return output.ok ? { ok: true, oids: line(output.stdout).split('\n') } : output;
}

async function isReadable(path: Buffer): Promise<boolean> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  await file?.close();
  return file !== null;
}

const unreadable = (path: Buffer): GitResult<never> =>
  refused('unstorable', `${quotedPath(path)} cannot be read`, 'Give your user the right to read it.');

async function written(
  context: Context,
  files: readonly Found[],
  oids: readonly string[],
  index: string,
): Promise<GitResult<{ readonly tree: string; readonly files: number }>> {
  const environment = { GIT_INDEX_FILE: index };
  const taken = new Set<string>();
  const entries = files.flatMap(({ name, mode }, at) => {
    let storable = storableName(name.toString('latin1'), mode);
    while (taken.has(storable)) storable += '~';
    taken.add(storable);
    return [Buffer.from(`${mode} ${oids[at]}\t`), Buffer.from(storable, 'latin1'), NUL];
  });
  const input = Buffer.concat(entries);
  const updated = await git(context.common, ['update-index', '-z', '--index-info'], { environment, input });
  if (!updated.ok) return updated;
  const tree = await git(context.common, ['write-tree'], { environment });
  return tree.ok ? { ok: true, tree: line(tree.stdout), files: files.length } : tree;
}

/**
 * Git stores no name that is `.git` to one file system or another: such a part of a path begins with `%` and the number of
 * its first character, and so does a link in the place of git's own files. Bytes are characters here.
 */
const storableName = (name: string, mode: Found['mode']): string =>
  name
    .split('/')
    .map((part, at, parts) => {
      const isLink = mode === '120000' && at === parts.length - 1;
      const plain = part.replace(/[^\x20-\x7e]/g, '');
      const bad = isLink ? /^(?:\.git|git~|gi[0-9a-f]+~)/i : /^(?:\.git|git~1)(?:[ .:]|$)/i;
      const first = bad.test(plain) || bad.test(part) ? encoded(part.slice(0, 1)) : part.slice(0, 1);
      return first + part.slice(1).replaceAll('\\', '%5C');
    })
    .join('/');

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
