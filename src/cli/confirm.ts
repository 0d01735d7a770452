import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.ts';

/** Asks a question on the terminal; null where there is none to ask on. */
export async function confirm(question: string, { err }: Terminal): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const closed = new Promise<null>(resolve => lines.once('close', () => resolve(null)));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
    if (answer === null) err('\n');
    return answer !== null && /^y(?:es)?$/i.test(answer.trim());
  } catch {
    err('\n');
    return false;
  } finally {
    lines.close();
  }
}
