import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Redact } from '../../base/secrets/redact.ts';
import { redactBytes } from '../../base/secrets/redact-bytes.ts';
import type { ProcessLimits } from './limits.ts';

/** The file that takes what a process prints, byte for byte but for secrets. */
export interface RawFile {
  /** Of more than the limit the middle is left out; all bytes after a failed write are dropped. */
  write(chunk: Buffer): void;
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
  const filter = redact === null ? null : redactBytes(redact);
  return {
    get problem() {
      return problem;
    },
    write: chunk => keep(filter === null ? chunk : filter.push(chunk)),
    close() {
      if (filter !== null) keep(filter.end());
      const dropped = end.dropped();
      if (dropped > 0) store(Buffer.from(`\n[phasewright: ${dropped} bytes are left out here]\n`));
      store(end.bytes());
      closeSync(file);
    },
  };
}

/** Holds the last bytes of all that is pushed. */
function lastBytes(size: number) {
  let ring: Buffer | null = null;
  let total = 0;
  return {
    push(chunk: Buffer): void {
      if (chunk.length === 0) return;
      ring ??= Buffer.alloc(size);
      const last = chunk.subarray(Math.max(0, chunk.length - size));
      const at = (total + chunk.length - last.length) % size;
      const upToEdge = last.subarray(0, size - at);
      ring.set(upToEdge, at);
      ring.set(last.subarray(upToEdge.length), 0);
      total += chunk.length;
    },
    dropped: (): number => Math.max(0, total - size),
    bytes(): Buffer {
      if (!ring || total <= size) return ring?.subarray(0, total) ?? Buffer.alloc(0);
      const oldest = total % size;
      return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
    },
  };
}
