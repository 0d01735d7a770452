import type { Patch } from '../run/gates.ts';
import { quoted, utf8 } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { COMPARE, wholeLines } from './diff.ts';
import type { Inspected } from './inspect.ts';
import type { GitResult, InspectRequest } from './port.ts';

/** All patches of one inspection together. */
const MAX_PATCHES_BYTES = 2 * 1024 * 1024;
const MAX_PATCH_BYTES = 200 * 1024;
const MAX_PATCHED_FILES = 2000;
/** Files that one process is asked for, fewer where their names are long. */
const FILES_AT_ONCE = 200;
const MAX_NAMES_BYTES = 64 * 1024;
/** A patch of more lines is asked for alone, so that it takes no room from others. */
const MANY_LINES = 1000;

type Patches = GitResult<{ readonly patches: readonly Patch[]; readonly truncated: boolean }>;

/**
 * The patches of the given files, without context. Small ones come first: a large one cannot crowd out the others.
 * Files that git takes for binary are shown as text, for a byte in a test must not hide the rest of it.
 */
export async function readPatches(
  context: Context,
  request: InspectRequest,
  changes: readonly Inspected[],
): Promise<Patches> {
  // A path that is not UTF-8 cannot be given to a process here.
  const askable = changes.filter(
    ({ path, from }) => utf8(path) !== null && (from === null || utf8(from) !== null),
  );
  const ordered = askable.toSorted((a, b) => linesOf(a) - linesOf(b)).slice(0, MAX_PATCHED_FILES);
  const patches: Patch[] = [];
  let truncated = ordered.length < changes.length;
  let room = MAX_PATCHES_BYTES;
  for (const batch of batches(ordered)) {
    if (room <= 0) return { ok: true, patches, truncated: true };
    const limit = Math.min(room, batch.length === 1 ? MAX_PATCH_BYTES : MAX_PATCHES_BYTES);
    const output = await patchOf(context, request, batch, limit);
    if (!output.ok) return output;
    truncated ||= output.cut;
    room -= output.stdout.length;
    for (const patch of split(wholeLines(output.stdout, output.cut), batch)) {
      const text = patch.text.slice(0, MAX_PATCH_BYTES);
      truncated ||= text.length < patch.text.length;
      patches.push({ path: patch.path, text });
    }
  }
  return { ok: true, patches, truncated };
}

const linesOf = ({ file }: Inspected): number => (file.binary ? MANY_LINES : file.added + file.deleted);

function* batches(changes: readonly Inspected[]): Generator<readonly Inspected[]> {
  let batch: Inspected[] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = change.path.length + (change.from?.length ?? 0);
    const full = batch.length === FILES_AT_ONCE || bytes + size > MAX_NAMES_BYTES;
    if (batch.length > 0 && (full || linesOf(change) >= MANY_LINES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(change);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function patchOf(
  { common }: Context,
  { base, snapshot }: InspectRequest,
  batch: readonly Inspected[],
  limit: number,
) {
  const words = ['-p', '--unified=0', '--inter-hunk-context=0', '--text', base, snapshot, '--'];
  const paths = batch.flatMap(({ path, from }) => (from === null ? [path] : [from, path]));
  return git(common, [...COMPARE, ...words, ...paths.map(path => path.toString('utf8'))], {
    environment: { GIT_LITERAL_PATHSPECS: '1' },
    cutAtBytes: limit,
  });
}

/** Each file's part of a patch. A change of kind has two, the old file's deletion and the new file. */
function split(text: string, batch: readonly Inspected[]): Patch[] {
  const names = new Map(batch.map(({ path, from, file }) => [header(from ?? path, path), file.path]));
  const parts = new Map<string, string>();
  for (let at = text.startsWith(HEAD) ? 0 : -1; at !== -1; ) {
    // Every line of a file's content has a sign before it; only headings begin like this.
    const next = text.indexOf(`\n${HEAD}`, at);
    const part = text.slice(at, next === -1 ? text.length : next + 1);
    const path = names.get(part.slice(0, part.indexOf('\n')));
    if (path !== undefined) parts.set(path, (parts.get(path) ?? '') + part);
    at = next === -1 ? -1 : next + 1;
  }
  return [...parts].map(([path, patch]) => ({ path, text: patch }));
}

const HEAD = 'diff --git ';

const header = (from: Buffer, path: Buffer): string => `${HEAD}${named('a/', from)} ${named('b/', path)}`;

/** As git writes it with `core.quotePath`. */
function named(prefix: string, path: Buffer): string {
  const whole = Buffer.concat([Buffer.from(prefix), path]);
  const plain = whole.every(byte => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c);
  return plain ? whole.toString('latin1') : quoted(whole);
}
