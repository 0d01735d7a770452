import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { insideFolder } from '../../inside.ts';
import { done, toolOf } from './tool.ts';

const MAX_ENTRIES = 1_000;
const MAX_DEPTH = 10;
/** Named, but not looked into. */
const CLOSED = ['.git', 'node_modules'];

/** Lists a folder. */
export const listTool = toolOf({
  name: 'list',
  description: `Lists a folder of the workspace, the top of it unless a path is given. Folders end with a slash. depth says how many levels of folders are listed, at first 1. At most ${MAX_ENTRIES} entries.`,
  input: z.object({
    path: z.string().optional(),
    depth: z.number().int().min(1).max(MAX_DEPTH).optional(),
  }),
  summary: ({ path = '.' }) => path,
  use({ path = '.', depth = 1 }, { root }) {
    const found: string[] = [];
    walk(insideFolder(root, path), '', depth, found);
    if (found.length === 0) return done('the folder is empty');
    const more = found.length > MAX_ENTRIES ? '\n[there are more]' : '';
    return done(found.slice(0, MAX_ENTRIES).join('\n') + more);
  },
});

/** Links are named, never followed. */
function walk(folder: string, prefix: string, depth: number, found: string[]): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort(byName);
  for (const entry of entries) {
    if (found.length > MAX_ENTRIES) return;
    const name = prefix + entry.name;
    found.push(entry.isDirectory() ? `${name}/` : name);
    if (entry.isDirectory() && depth > 1 && !CLOSED.includes(entry.name))
      walk(join(folder, entry.name), `${name}/`, depth - 1, found);
  }
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);
