import { writeFileSync } from 'node:fs';
import { printable } from '../base/printable.ts';
import { UsageError } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** Writes a result to the file that the user named, else to standard output. */
export function writeResult(text: string, path: string | undefined, terminal: Terminal): void {
  if (path === undefined || path === '-') {
    terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    return;
  }
  try {
    writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `cannot write ${path} (${code})`,
      'Choose a file in a folder that exists and can be written.',
    );
  }
  terminal.err(`wrote ${printable(path)}\n`);
}
