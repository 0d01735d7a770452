import type { Readable, Writable } from 'node:stream';
import { wantsPlain } from './live/can-live.ts';

/** Where a person reads and answers. */
export interface Desk {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether questions are lines to be answered by typing, because nothing can or shall be drawn. */
  readonly isPlain?: boolean;
}

/** The terminal, where somebody sits at it. */
export function deskHere(isPlain = false): Desk | null {
  const { stdin, stderr, env } = process;
  if (stdin.isTTY !== true || stderr.isTTY !== true) return null;
  return { input: stdin, output: stderr, isPlain: isPlain || wantsPlain(env) };
}

/**
 * Asks a question of `@clack/prompts`. It is cancelled where the input ends before it is answered: at Ctrl-D, which closes
 * the reader below the question without a word to it, the answer would never come.
 */
export async function askAt<T>(
  desk: Desk,
  question: (desk: Desk & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { input } = desk;
  const gone = new AbortController();
  let isAnswered = false;
  // An answer pauses the input, too, and is there a moment later.
  const onStop = (): void =>
    void setImmediate(() => {
      if (!isAnswered) gone.abort();
    });
  if (input.readableEnded || input.destroyed) gone.abort();
  for (const event of STOPS) input.on(event, onStop);
  try {
    return await question({ ...desk, signal: gone.signal });
  } finally {
    isAnswered = true;
    for (const event of STOPS) input.off(event, onStop);
  }
}

const STOPS = ['pause', 'end', 'close'] as const;
