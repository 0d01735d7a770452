import { closeSync, mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openPrivate } from '../agent/process/raw-file.ts';
import { fileName } from '../base/file-name.ts';
import type { Records } from './ports.ts';

/** The folder of an attempt's files, below that of the run. */
export const attemptFolder = (runFolder: string, phase: string, attempt: number): string =>
  join(runFolder, 'phases', fileName(phase), String(attempt));

/** Files below the run's folder. A full disk costs the record of an agent's words, not its work. */
export function fileRecords(runFolder: string): Records {
  const file = (phase: string, attempt: number, name: string): string => {
    const folder = attemptFolder(runFolder, phase, attempt);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  };
  return {
    file,
    transcript(phase, attempt, name) {
      const descriptor = attempted(() => openPrivate(file(phase, attempt, name)));
      return {
        write: event => {
          if (descriptor !== null) attempted(() => writeSync(descriptor, `${JSON.stringify(event)}\n`));
        },
        close: () => {
          if (descriptor !== null) attempted(() => closeSync(descriptor));
        },
      };
    },
  };
}

function attempted<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
