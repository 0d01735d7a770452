import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { printable } from '../base/printable.ts';
import { UsageError } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** Writes a result to the file that the user named, else to standard output. */
export function writeResult(text: string, path: string | undefined, terminal: Terminal): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (isScreen(path)) {
    terminal.out(whole);
    return;
  }
  orRefused(path, () => writeFileSync(path, whole));
  terminal.err(`wrote ${printable(path)}\n`);
}

/** To be asked before something is done that takes long: whether its result could be written. Nothing is written. */
export function assertWritable(path: string | undefined): void {
  if (isScreen(path)) return;
  orRefused(path, () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    accessSync(found ? path : dirname(path), constants.W_OK);
  });
}

const isScreen = (path: string | undefined): path is undefined | '-' => path === undefined || path === '-';

function orRefused(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `cannot write ${path} (${code})`,
      'Choose a file in a folder that exists and can be written.',
    );
  }
}
