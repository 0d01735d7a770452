import { createHash } from 'node:crypto';
import type { AttemptName } from './port.ts';

/** Names below a run that are no phases. */
const RESERVED = new Set(['base', 'work', 'single', 'rescue']);

/** Files that hold refs have names of at most 255 bytes, `.lock` included. */
const MAX_CHARACTERS = 200;

/**
 * Any text as one component of a ref's name, different texts as different components. Letters, digits, `-`, `_` and
 * harmless dots stand for themselves, all else for the hexadecimal of its UTF-8 bytes, as in an address.
 */
export function component(text: string): string {
  if (text === '') return '%';
  if (RESERVED.has(text)) return escaped(text[0]!) + text.slice(1);
  const plain = text.replace(/[^A-Za-z0-9_.-]|^[.-]|\.$|\.(?=\.|lock$)/gu, escaped);
  if (plain.length <= MAX_CHARACTERS) return plain;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${plain.slice(0, MAX_CHARACTERS - digest.length - 2)}%-${digest}`;
}

const escaped = (char: string): string =>
  [...Buffer.from(char, 'utf8')].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Everything that a run keeps is below this, its rescues excepted. */
export const runPrefix = (run: string): string => `refs/phasewright/${component(run)}/`;

export const rescuePrefix = (run: string): string => `refs/phasewright/rescue/${component(run)}/`;

export const attemptRef = (run: string, { phase, attempt, lane }: AttemptName): string =>
  `${runPrefix(run)}${component(phase)}/${attempt}${lane === null ? '' : `.${lane}`}`;

/** Keeps an attempt on top of what landed meanwhile while that combination is being checked. */
export const combinedRef = (run: string, phase: string, attempt: number): string =>
  `${runPrefix(run)}${component(phase)}/${attempt}.combined`;

/** The commit that the run began with. Its existence says that the run's branch is our own. */
export const baseRef = (run: string): string => `${runPrefix(run)}base`;

/** The run's newest landed commit: what the branch shows, or will show where commits are not made per phase. */
export const workRef = (run: string): string => `${runPrefix(run)}work`;

/** The one commit of a run that makes only one. */
export const singleRef = (run: string): string => `${runPrefix(run)}single`;

export const branchRef = (branch: string): string => `refs/heads/${branch}`;
