import { type FileChange, type Inspection, isGuarded, MAX_INSPECTED_FILES } from '../run/gates.ts';
import { quotedPath, type RawChange, rawChanges, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import { type Context, treeOf } from './context.ts';
import { findDeliverables } from './deliverables.ts';
import { COMPARE } from './diff.ts';
import { readPatches } from './patches.ts';
import type { ChangedFiles, GitResult, InspectRequest } from './port.ts';

/** See `Workspaces.inspect`. */
export async function inspect(context: Context, request: InspectRequest): Promise<GitResult<Inspection>> {
  const { base, snapshot } = request;
  const [compared, deliverables] = await Promise.all([
    changesBetween(context, base, snapshot),
    findDeliverables(context, request),
  ]);
  if (!compared.ok) return compared;
  if (!deliverables.ok) return deliverables;
  const { changes } = compared;
  const guarded = changes.filter(({ file }) => isGuarded(file.path) || isGuarded(file.from ?? ''));
  const patched = await readPatches(context, request, guarded);
  if (!patched.ok) return patched;
  return {
    ok: true,
    files: changes.slice(0, MAX_INSPECTED_FILES).map(({ file }) => file),
    changed: changes.length,
    patches: patched.patches,
    truncated: patched.truncated,
    deliverables: deliverables.found,
  };
}

/** See `Workspaces.changedFiles`. */
export async function changedFiles(
  context: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<GitResult<ChangedFiles>> {
  const [before, after] = await Promise.all([treeOf(context, from), treeOf(context, to)]);
  if (!before.ok) return before;
  if (!after.ok) return after;
  const compared = await context.objects.compare(before.tree, after.tree);
  if (!compared.ok) return compared;
  const { changes } = compared;
  const isRemoved = changes.some(({ status }) => status === 'deleted' || status === 'renamed');
  return { ok: true, files: changes.map(({ path }) => quotedPath(path)), isRemoved };
}

/** All files that differ between two commits, with the lines that do. */
export async function changesBetween(
  { common }: Pick<Context, 'common'>,
  from: string,
  to: string,
): Promise<GitResult<{ readonly changes: readonly Inspected[] }>> {
  const compared = await git(common, [...COMPARE, '--raw', '--numstat', '-z', from, to, '--']);
  if (!compared.ok) return compared;
  const listed = rawChanges(splitAtNul(compared.stdout));
  return { ok: true, changes: withCounts(listed.changes, countsIn(listed.rest)) };
}

/** A change with its paths as bytes, for questions to git. */
export interface Inspected {
  readonly file: FileChange;
  readonly path: Buffer;
  readonly from: Buffer | null;
}

interface Count {
  readonly added: number;
  readonly deleted: number;
  readonly binary: boolean;
}

const UNCOUNTED: Count = { added: 0, deleted: 0, binary: true };

function withCounts(changes: readonly RawChange[], counts: ReadonlyMap<string, Count>): Inspected[] {
  return changes.map(({ status, path, from }) => ({
    path,
    from,
    file: {
      path: quotedPath(path),
      status,
      from: from === null ? null : quotedPath(from),
      ...(counts.get(path.toString('latin1')) ?? UNCOUNTED),
    },
  }));
}

/** Lines by the file's new name as Latin-1. A change of kind is counted twice by git, as a deletion and as a new file. */
function countsIn(fields: readonly Buffer[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (let at = 0; at < fields.length; at += 1) {
    const [added = '', deleted = '', ...rest] = fields[at]!.toString('latin1').split('\t');
    const renamed = rest.join('\t') === '';
    if (renamed) at += 2;
    const path = renamed ? (fields[at]?.toString('latin1') ?? '') : rest.join('\t');
    const before = counts.get(path);
    counts.set(path, {
      added: (Number(added) || 0) + (before?.added ?? 0),
      deleted: (Number(deleted) || 0) + (before?.deleted ?? 0),
      binary: added === '-' || before?.binary === true,
    });
  }
  return counts;
}
