import { join } from 'node:path';
import { detectStacks } from './detect.ts';
import { directoryReader, foldersIn } from './directory-reader.ts';
import type { ManifestReader, Stack } from './stack.ts';

/** A folder of a repository with manifests of its own. */
export interface Project {
  /** From the top, with forward slashes; needs no quoting in a shell. */
  readonly path: string;
  readonly reader: ManifestReader;
  readonly stacks: readonly Stack[];
}

/** How far down: `apps/web`. */
const MAX_DEPTH = 2;
/** Folders that are looked into. */
const MAX_FOLDERS = 300;

/** Names of folders that hold what others wrote, what a tool made, or what is there to be looked at. */
const ASIDE: ReadonlySet<string> = new Set([
  ...['node_modules', 'vendor', 'third_party', 'third-party', 'external', 'deps', 'Pods', 'Carthage'],
  ...['dist', 'build', 'out', 'target', 'bin', 'obj', 'coverage', 'tmp', 'temp', 'venv', 'env'],
  ...['docs', 'doc', 'examples', 'example', 'samples', 'fixtures', 'testdata', '__pycache__'],
]);

/** A name that means itself in a command and on a screen, and is not hidden. */
const PLAIN = /^\w[\w.-]*$/;

/** The projects below the top of a repository, in the order of their paths. What is inside of one is its own business. */
export function projectsBelow(directory: string): Project[] {
  const projects: Project[] = [];
  let level = ['.'];
  let left = MAX_FOLDERS;
  for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
    const folders = level.flatMap(path => plainFolders(directory, path)).slice(0, left);
    left -= folders.length;
    level = [];
    for (const path of folders) {
      const reader = directoryReader(join(directory, path));
      const stacks = detectStacks(reader);
      if (stacks.length > 0) projects.push({ path, reader, stacks });
      else level.push(path);
    }
  }
  return projects.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const plainFolders = (directory: string, above: string): string[] =>
  foldersIn(join(directory, above))
    .filter(name => PLAIN.test(name) && !ASIDE.has(name))
    .map(name => (above === '.' ? name : `${above}/${name}`));
