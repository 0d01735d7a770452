import { quoted } from './changes.ts';
import { git } from './command.ts';
import { NOBODY } from './commit.ts';
import type { Context } from './context.ts';
import { folderEntry, grafted } from './graft.ts';
import type { GitResult } from './port.ts';
import { runPrefix } from './ref-names.ts';

/** A tree whose record is exactly these files; `blocked` where it has something else than folders on the way. */
export async function withRecordFiles(
  context: Context,
  tree: string,
  record: string,
  files: ReadonlyMap<string, string>,
): Promise<GitResult<{ readonly tree: string; readonly blocked: boolean }>> {
  if (files.size === 0) return grafted(context, tree, record, null);
  const made = await treeOfFiles(context, files, tree.length);
  return made.ok ? grafted(context, tree, record, folderEntry(made.tree)) : made;
}

/** The folder that holds all of them in the commit from which the tree is taken. */
const TOP = 'record';

/**
 * One process writes all files and folders into one pack: a file for each, and a wait for the disk, would take minutes.
 * No filter and no hook has a part in it. The ref that it wants is given up before it is ever written.
 */
async function treeOfFiles(
  { common, options }: Context,
  files: ReadonlyMap<string, string>,
  digits: number,
): Promise<GitResult<{ readonly tree: string }>> {
  // No phase can have this name: its percent sign is no code of a character.
  const ref = `${runPrefix(options.run)}%record`;
  const paths = [...files.keys()];
  const commit = [
    `commit ${ref}`,
    `mark :${files.size + 1}`,
    `committer ${NOBODY.name} <${NOBODY.email}> 0 +0000`,
    'data 0',
    ...paths.map((path, at) => `M 100644 :${at + 1} ${quoted(Buffer.from(`${TOP}/${path}`))}`),
    '',
    `ls :${files.size + 1} ${TOP}`,
    `reset ${ref}`,
    `from ${'0'.repeat(digits)}`,
    '',
    'done',
    '',
  ];
  const input = Buffer.concat([
    ...[...files.values()].flatMap((text, at) => blob(at + 1, text)),
    Buffer.from(commit.join('\n')),
  ]);
  const output = await git(common, ['fast-import', '--quiet', '--done'], { input });
  if (!output.ok) return output;
  const [, tree] = /^040000 tree ([0-9a-f]+)\t/.exec(output.stdout.toString('latin1')) ?? [];
  if (tree === undefined) throw new Error(`git made no tree of ${files.size} files`);
  return { ok: true, tree };
}

function blob(mark: number, text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8');
  return [Buffer.from(`blob\nmark :${mark}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')];
}
