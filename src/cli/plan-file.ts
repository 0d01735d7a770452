import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../base/nearest.ts';
import { decode } from '../plan/decode.ts';
import type { Diagnostic } from '../plan/diagnostic.ts';
import { LIMITS } from '../plan/limits.ts';
import { EMPTY_PLAN } from '../plan/model.ts';
import { type Parsed, type ParseOptions, parse } from '../plan/parse.ts';
import { openAtOnce } from './text-file.ts';

/** A plan that was read from disk or standard input. */
export interface PlanFile {
  /** As the user wrote it, or `<stdin>`. */
  readonly file: string;
  readonly text: string;
  readonly parsed: Parsed;
}

const CHUNK_BYTES = 1 << 16;

/** Reads and parses a plan. Whatever is wrong with the file becomes a diagnostic. */
export async function readPlanFile(path: string, options: ParseOptions): Promise<PlanFile> {
  const file = path === '-' ? '<stdin>' : path;
  const read = readBytes(path);
  if ('problem' in read) return { file, text: '', parsed: refused([read.problem]) };
  const decoded = decode(read.bytes);
  if (!decoded.ok) return { file, text: '', parsed: refused(decoded.diagnostics) };
  return { file, text: decoded.text, parsed: withLesson(await parse(decoded.text, options)) };
}

/** Whoever gives a README as a plan has not seen one yet. */
const withLesson = (parsed: Parsed): Parsed => ({
  ...parsed,
  diagnostics: parsed.diagnostics.map(found =>
    found.code === 'no-units'
      ? { ...found, hint: `${found.hint} phasewright help plans shows an example.` }
      : found,
  ),
});

const refused = (diagnostics: readonly Diagnostic[]): Parsed => ({
  format: null,
  plan: EMPTY_PLAN,
  diagnostics,
  places: new Map(),
});

function readBytes(path: string): { bytes: Uint8Array } | { problem: Diagnostic } {
  let descriptor: number | null = null;
  try {
    descriptor = path === '-' ? 0 : openAtOnce(path);
    const stat = fstatSync(descriptor);
    if (stat.isDirectory())
      return { problem: problem('this is a directory, not a plan', 'Name the plan file in it.') };
    if (path !== '-' && !stat.isFile())
      return { problem: problem('this is not a regular file', 'Give a file, or - for standard input.') };
    return { bytes: readUpTo(descriptor, LIMITS.textBytes + 1) };
  } catch (error) {
    return { problem: openProblem(error as NodeJS.ErrnoException, path) };
  } finally {
    if (descriptor) closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < limit) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = readSome(descriptor, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  return Buffer.concat(chunks);
}

/** A terminal or pipe opened without waiting answers EAGAIN while it has nothing yet. */
function readSome(descriptor: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

const OPEN_PROBLEMS: Record<string, readonly [string, string]> = {
  ENOENT: ['no such file', 'Check the path.'],
  EACCES: ['the file may not be read', 'Check its permissions.'],
  EPERM: ['the file may not be read', 'Check its permissions.'],
  EISDIR: ['this is a directory, not a plan', 'Name the plan file in it.'],
  ENAMETOOLONG: ['the file name is too long', 'Check the path.'],
  ELOOP: ['the file is a loop of links', 'Check the path.'],
  ENOTDIR: ['a part of the path is not a directory', 'Check the path.'],
};

function openProblem(error: NodeJS.ErrnoException, path: string): Diagnostic {
  const [message, hint] = OPEN_PROBLEMS[error.code ?? ''] ?? [
    `the file cannot be read (${error.code ?? error.message})`,
    'Check the path.',
  ];
  const meant = error.code === 'ENOENT' ? nearestFile(path) : null;
  return problem(message, meant === null ? hint : `Did you mean ${meant}?`);
}

/** Files of a folder that a misspelt name is compared with. */
const MAX_NAMES = 10_000;

/** The file beside it that was probably meant; null where none is. */
function nearestFile(path: string): string | null {
  try {
    const names = readdirSync(dirname(path), { withFileTypes: true }).filter(entry => !entry.isDirectory());
    const meant = nearest(
      basename(path),
      names.slice(0, MAX_NAMES).map(({ name }) => name),
    );
    return meant === null ? null : join(dirname(path), meant);
  } catch {
    return null;
  }
}

const problem = (message: string, hint: string): Diagnostic => ({
  severity: 'error',
  code: 'unreadable',
  message,
  line: 0,
  endLine: 0,
  hint,
});
