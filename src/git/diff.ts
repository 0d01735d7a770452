import { git } from './command.ts';
import type { Context } from './context.ts';
import type { Diff, DiffRequest, GitResult } from './port.ts';

/** Files that the summary names. */
const MAX_STAT_LINES = 200;
const MAX_STAT_BYTES = 64 * 1024;
/** More candidates than this are not compared with each other for renames, whatever the configuration says. */
const MAX_RENAME_CANDIDATES = 1000;

/**
 * Compares two trees as git stored them. Nothing that a repository or its configuration names is run, and neither a
 * workspace's attributes nor settings for people's eyes change what is told.
 */
export const COMPARE: readonly string[] = [
  ...['diff-tree', '-r', '-M', `-l${MAX_RENAME_CANDIDATES}`, '--no-ext-diff', '--no-textconv', '--no-color'],
  ...['--ignore-submodules=none', '--submodule=short', '--no-relative'],
];

/** See `Workspaces.diff`. */
export async function diff(
  { common }: Context,
  { base, snapshot, maxBytes }: DiffRequest,
): Promise<GitResult<Diff>> {
  const trees = [base, snapshot, '--'];
  const [patch, stat] = await Promise.all([
    git(common, [...COMPARE, '-p', ...trees], { cutAtBytes: maxBytes }),
    git(common, [...COMPARE, '--stat=100', `--stat-count=${MAX_STAT_LINES}`, ...trees], {
      cutAtBytes: MAX_STAT_BYTES,
    }),
  ]);
  if (!patch.ok) return patch;
  if (!stat.ok) return stat;
  const text = wholeLines(patch.stdout, patch.cut);
  return { ok: true, text, truncated: patch.cut, stat: wholeLines(stat.stdout, stat.cut) };
}

/** Text that was cut off ends with the last line that is there in full. */
export const wholeLines = (output: Buffer, cut: boolean): string =>
  output.toString('utf8', 0, cut ? output.lastIndexOf(0x0a) + 1 : output.length);
