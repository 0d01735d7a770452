import { grouped } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import type { Finding, Gate, Severity } from '../gates.ts';

/** Files that a finding lists. */
export const MAX_FINDING_FILES = 20;
/** Files that its message names. */
const MAX_NAMED_FILES = 5;
/** Of a path in a message, characters; the end of a path says more than its beginning. */
const MAX_PATH_CHARACTERS = 200;

export const finding = (
  gate: Gate,
  severity: Severity,
  message: string,
  files: readonly string[],
): Finding => ({ gate, severity, message, files: files.slice(0, MAX_FINDING_FILES) });

/** The first files by name, and how many there are beyond. */
export function named(files: readonly string[]): string {
  const first = files.slice(0, MAX_NAMED_FILES).map(shown).join(', ');
  const more = files.length - MAX_NAMED_FILES;
  return more > 0 ? `${first} and ${grouped(more)} more` : first;
}

export function shown(path: string): string {
  const text = printable(path);
  return text.length <= MAX_PATH_CHARACTERS ? text : `…${text.slice(1 - MAX_PATH_CHARACTERS)}`;
}
