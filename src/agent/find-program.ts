import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';

/** Where the program lies that a name means on this path; null where there is none. */
export function findProgram(name: string, path: string): string | null {
  if (name.includes('/')) return isProgram(resolve(name)) ? resolve(name) : null;
  const folders = path.split(':').filter(isAbsolute);
  return folders.map(folder => resolve(folder, name)).find(isProgram) ?? null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
