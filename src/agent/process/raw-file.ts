import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file that takes what a process prints, byte for byte. */
export interface RawFile {
  /** Bytes beyond the limit, and all bytes after a failed write, are dropped. */
  write(chunk: Buffer): void;
  /** Why something could not be kept; null where everything up to the limit was. */
  readonly problem: Error | null;
  close(): void;
}

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens a file to append to, which only its owner may read. A link in its place is refused, a pipe not waited for. */
export const openPrivate = (path: string): number =>
  openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);

/** Appends to the file, which is private: agents print secrets. Throws where it cannot be opened. */
export function openRawFile(path: string, maxBytes: number): RawFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openPrivate(path);
  let room = maxBytes;
  let problem: Error | null = null;
  const store = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  return {
    get problem() {
      return problem;
    },
    write(chunk) {
      if (room <= 0 || problem) return;
      try {
        store(chunk.subarray(0, room));
        if (chunk.length > room) store(Buffer.from(`\n[phasewright: only ${maxBytes} bytes are kept]\n`));
        room -= chunk.length;
      } catch (error) {
        problem = error as Error;
      }
    },
    close: () => closeSync(file),
  };
}
