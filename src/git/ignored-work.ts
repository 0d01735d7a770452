import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isBuildFolder, isGeneratedFile, isGeneratedFolder, isSource } from '../run/gates/generated.ts';
import type { IgnoredFile } from '../run/gates.ts';
import { isAside } from './aside.ts';
import { splitAtNul, utf8 } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { ignoredIn } from './ignored.ts';
import type { Slot } from './slot.ts';

/** Files that are told of. */
const MAX_FILES = 100;
/** Folders that are looked into; what lies deeper in a larger heap is hardly work. */
const MAX_FOLDERS = 2_000;
/** Folders that are read before others get their turn. */
const FOLDERS_AT_ONCE = 50;

/**
 * The files of a workspace that git leaves out and no tool is known to have made, sources first. None where git refuses
 * the question: it only explains what is missing.
 */
export async function ignoredWork(context: Context, slot: Slot): Promise<readonly IgnoredFile[]> {
  const words = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const listed = await git(slot.place, words);
  if (!listed.ok) return [];
  const paths = await filesBelow(slot, splitAtNul(listed.stdout));
  const isFirst = (path: string): number => (isSource(nameOf(path)) ? 0 : 1);
  const first = paths.sort((a, b) => isFirst(a) - isFirst(b) || (a < b ? -1 : 1)).slice(0, MAX_FILES);
  const rules = await ignoredIn(context, slot.number, first);
  return first.map(path => ({ path, rule: rules.get(path) ?? '', isNew: isNew(context, slot, path) }));
}

/** Whether it was made or changed since the workspace was opened, or nobody knows. */
function isNew({ options }: Context, { path: top, openedAt }: Slot, path: string): boolean {
  if (openedAt === null) return options.mode === 'worktree';
  const found = lstatSync(join(top, path), { throwIfNoEntry: false });
  return found !== undefined && found.ctimeMs >= openedAt;
}

async function filesBelow(slot: Slot, roots: readonly Buffer[]): Promise<string[]> {
  const files: string[] = [];
  const folders: string[] = [];
  const seen = new Set<string>();
  // Git may name a folder and what is in it.
  const note = (path: string, isFolder: boolean): void => {
    const name = nameOf(path);
    if (seen.has(path) || isAside(slot.record, path)) return;
    seen.add(path);
    if (!isFolder && !isGeneratedFile(name)) files.push(path);
    if (isFolder && !isGeneratedFolder(name)) folders.push(path);
  };
  for (const root of roots) {
    const path = utf8(root);
    const plain = path?.replace(/\/$/, '');
    if (!path || !plain) continue;
    // The folder that is ignored may lie in one that a tool made.
    if (!plain.split('/').slice(0, -1).some(isGeneratedFolder)) note(plain, path.endsWith('/'));
  }
  for (let read = 0; folders.length > 0 && read < MAX_FOLDERS; read += 1) {
    if (read % FOLDERS_AT_ONCE === 0) await setImmediate();
    const folder = folders.shift()!;
    const entries = entriesIn(join(slot.path, folder));
    const names = entries.map(({ name }) => name);
    // A repository or a submodule keeps its own files.
    if (isBuildFolder(names) || names.includes('.git')) continue;
    for (const entry of entries) note(`${folder}/${entry.name}`, entry.isDirectory());
  }
  return files;
}

function entriesIn(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
