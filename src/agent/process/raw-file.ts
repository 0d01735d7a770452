import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Redact } from '../../base/secrets/redact.ts';
import { type ByteFilter, redactBytes } from '../../base/secrets/redact-bytes.ts';
import { lastBytes } from './last-bytes.ts';
import type { ProcessLimits } from './limits.ts';

/** Where a chunk was printed. */
export type Stream = 'stdout' | 'stderr';

/** The file that takes what a process prints, byte for byte but for secrets. */
export interface RawFile {
  /**
   * Of more than the limit the middle is left out; all bytes after a failed write are dropped. Where secrets are taken
   * out, a stream's lines are written as they end, so that what another stream prints meanwhile cuts none in two.
   */
  write(chunk: Buffer, stream?: Stream): void;
  /** Why something could not be kept; null where everything up to the limit was. */
  readonly problem: Error | null;
  /** Writes the end of what was too long, with a line before it that says how much is left out. */
  close(): void;
}

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens a file to append to, which only its owner may read. A link in its place is refused, a pipe not waited for. */
export const openPrivate = (path: string): number =>
  openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);

/** Appends to the file, which is private: agents print secrets. Throws where it cannot be opened. */
export function openRawFile(
  path: string,
  { rawBytes, rawEndBytes }: Pick<ProcessLimits, 'rawBytes' | 'rawEndBytes'>,
  redact: Redact | null = null,
): RawFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openPrivate(path);
  const end = lastBytes(rawEndBytes);
  let room = rawBytes - rawEndBytes;
  let problem: Error | null = null;
  const store = (bytes: Uint8Array): void => {
    if (problem) return;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } catch (error) {
      problem = error as Error;
    }
  };
  const keep = (chunk: Buffer): void => {
    const first = chunk.subarray(0, room);
    store(first);
    room -= first.length;
    end.push(chunk.subarray(first.length));
  };
  const filters = redact && { stdout: redactBytes(redact), stderr: redactBytes(redact) };
  return {
    get problem() {
      return problem;
    },
    write: (chunk, stream = 'stdout') => keep(filters ? filters[stream].push(chunk) : chunk),
    close() {
      if (filters) keep(rest(filters));
      const dropped = end.dropped();
      if (dropped > 0) store(Buffer.from(`\n[phasewright: ${dropped} bytes are left out here]\n`));
      store(end.bytes());
      closeSync(file);
    },
  };
}

const NEWLINE = 0x0a;

/** What is left of both streams, each from a line of its own. */
function rest({ stdout, stderr }: Readonly<Record<Stream, ByteFilter>>): Buffer {
  const [out, err] = [stdout.end(), stderr.end()];
  const needsBreak = out.length > 0 && err.length > 0 && out.at(-1) !== NEWLINE;
  return Buffer.concat([out, Buffer.from(needsBreak ? '\n' : ''), err]);
}
