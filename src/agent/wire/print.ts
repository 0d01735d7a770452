import { writeSync } from 'node:fs';
import type { Message } from './message.ts';

const STDOUT = 1;

/** Written before it returns, so that a crash right after loses nothing. */
export function print(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(1);
      if (code !== 'EAGAIN') throw error;
      pause(PAUSE_MS);
    }
  }
}

export const send = (message: Message): void => print(Buffer.from(`${JSON.stringify(message)}\n`));

/** Until a full pipe is looked at again. */
const PAUSE_MS = 2;

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
