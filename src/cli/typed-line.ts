import { createInterface } from 'node:readline/promises';
import type { Desk } from './desk.ts';

/** Asks in a line that is written once: for terminals that cannot draw, and for those who listen to them. Null at Ctrl-D. */
export async function typedLine(question: string, { input, output }: Desk): Promise<string | null> {
  const lines = createInterface({ input, output });
  try {
    const closed = new Promise<null>(resolve => lines.once('close', () => resolve(null)));
    const answer = await Promise.race([lines.question(question), closed]);
    if (answer === null) output.write('\n');
    return answer;
  } catch {
    output.write('\n');
    return null;
  } finally {
    lines.close();
  }
}
