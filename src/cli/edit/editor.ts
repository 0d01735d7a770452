import { spawn } from 'node:child_process';
import { printable } from '../../base/printable.ts';

/** How an editor was left; `problem` says why what is in the file may not be what its user wanted. */
export type Left = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** The editor that the user has chosen, as a command line; null where there is none. */
export const chosenEditor = ({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string | null =>
  [VISUAL, EDITOR].find(command => command?.trim())?.trim() ?? null;

/** Lets the user edit a file, on the terminal that standard error is. */
export function openEditor(command: string, file: string): Promise<Left> {
  // Ctrl-C belongs to the editor while it is open.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  return new Promise<Left>(resolve => {
    const child = spawn('sh', ['-c', `${command} "$1"`, 'phasewright', file], { stdio: ['inherit', 2, 2] });
    const name = `the editor (${printable(command)})`;
    child.on('error', error =>
      resolve({ ok: false, problem: `${name} cannot be started: ${error.message}` }),
    );
    child.on('close', (status, signal) => {
      if (status === 0) resolve({ ok: true });
      else if (signal !== null) resolve({ ok: false, problem: `${name} was ended by ${signal}` });
      else resolve({ ok: false, problem: `${name} ended with status ${status}` });
    });
  }).finally(() => process.off('SIGINT', ignore));
}
