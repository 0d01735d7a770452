import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file that takes what a process prints, byte for byte. */
export interface RawFile {
  /** Bytes beyond the limit, and all bytes after a failed write, are dropped. */
  write(chunk: Buffer): void;
  /** Why something could not be kept; null where everything up to the limit was. */
  readonly problem: Error | null;
  close(): void;
}

/** Appends to the file, which only its owner may read: agents print secrets. Throws where it cannot be opened. */
export function openRawFile(path: string, maxBytes: number): RawFile {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a', 0o600);
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
