import { splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { enterPresent } from './enter.ts';

/**
 * Those of the paths that git leaves out of a workspace, with file and line of the rule. None where the workspace is gone
 * or git refuses the question: it only explains what is missing.
 */
export async function ignoredIn(
  context: Context,
  slot: number,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rules = new Map<string, string>();
  const entered = paths.length === 0 ? null : await enterPresent(context, slot);
  if (!entered?.ok || entered.slot === null) return rules;
  const input = paths.map(path => `${path}\0`).join('');
  const output = await git(entered.slot.place, ['check-ignore', '-v', '-z', '--stdin'], {
    input,
    answers: [1, 128],
  });
  if (!output.ok) return rules;
  const fields = splitAtNul(output.stdout).map(field => field.toString('utf8'));
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', pattern = '', path = ''] = fields.slice(at, at + 4);
    if (!pattern.startsWith('!')) rules.set(path, `${source}:${line}`);
  }
  return rules;
}
