import { lstatSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { insideFile, insideFolder } from '../../inside.ts';
import { runCommand } from './run-command.ts';
import { done, refused, toolOf } from './tool.ts';

const TIMEOUT_MS = 60_000;
/** Found none; any other code but 0 is trouble. */
const NONE = 1;

/** Searches the workspace. */
export const grepTool = toolOf({
  name: 'grep',
  description:
    'Searches the files of the workspace for an extended regular expression (POSIX) and tells file, line number and line. Files that git ignores are left out.',
  input: z.object({
    pattern: z.string().min(1),
    path: z.string().optional(),
    ignore_case: z.boolean().optional(),
  }),
  summary: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  async use({ pattern, path = '.', ignore_case = false }, place) {
    const { root } = place;
    const where = `./${relative(root, placeOf(root, path))}`;
    const how = ['-n', '-I', '-E', ...(ignore_case ? ['-i'] : []), '-e', pattern];
    const isRepository = lstatSync(join(root, '.git'), { throwIfNoEntry: false }) !== undefined;
    const { trouble, code, output } = isRepository
      ? await runCommand('git', [...GIT_GREP, ...how, '--', where], TIMEOUT_MS, place)
      : await runCommand('grep', ['-r', '--exclude-dir=.git', ...how, '--', where], TIMEOUT_MS, place);
    if (code === NONE && output === '') return done('nothing found');
    return trouble === '' ? done(output) : refused([output, `[${trouble}]`].filter(Boolean).join('\n'));
  },
});

/** Files that are not yet known to git are searched as well. No setting of the user's changes what is printed. */
const GIT_GREP = [
  ...['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'submodule.recurse=false'],
  ...['grep', '--untracked', '--no-color', '--no-column'],
];

/** A folder, or a file. */
function placeOf(root: string, path: string): string {
  const file = path === '.' ? root : insideFile(root, path);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? file : insideFolder(root, path);
}
