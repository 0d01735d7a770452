import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { splitLines } from '../process/lines.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Longer lines are left out. */
const LINE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Reads a file that grows: each call goes on where the last one stopped, to the end of the last line that is whole. */
export function followFile(file: string, onLine: (line: string) => void): () => void {
  const lines = splitLines(LINE_BYTES, ({ text, cutBytes }) => {
    if (cutBytes === 0) onLine(text);
  });
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let at = 0;
  return () => {
    let descriptor: number | null = null;
    try {
      // The agent may have put something else there, such as a pipe, which would never end.
      descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      if (!fstatSync(descriptor).isFile()) return;
      for (;;) {
        const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
        if (bytes === 0) break;
        at += bytes;
        lines.push(Buffer.from(chunk.subarray(0, bytes)));
      }
    } catch {
      // What cannot be read is not known.
    } finally {
      if (descriptor !== null) closeSync(descriptor);
    }
  };
}
