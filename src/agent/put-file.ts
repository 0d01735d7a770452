import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a file into an agent's home, whole, unless it is there: sessions side by side share it. */
export function putFile(file: string, text: string, mode = 0o600): void {
  if (textOf(file) === text) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, text, { mode });
  renameSync(beside, file);
}

/** Null for a file that cannot be read. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
