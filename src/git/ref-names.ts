import { createHash } from 'node:crypto';
import { refComponent } from '../run/ref-names.ts';
import type { AttemptName } from './port.ts';

/** Files that hold refs have names of at most 255 bytes, `.lock` included. */
const MAX_CHARACTERS = 200;

/** As `refComponent`, and never too long. */
export function component(text: string): string {
  const plain = refComponent(text);
  if (plain.length <= MAX_CHARACTERS) return plain;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${plain.slice(0, MAX_CHARACTERS - digest.length - 2)}%-${digest}`;
}

/** Everything that a run keeps is below this, its rescues excepted. */
export const runPrefix = (run: string): string => `refs/phasewright/${component(run)}/`;

export const rescuePrefix = (run: string): string => `refs/phasewright/rescue/${component(run)}/`;

/** Where the next thing that is rescued from a workspace is kept, given the names that are taken. */
export function nextRescueRef(run: string, slot: number, taken: ReadonlySet<string>): string {
  const prefix = `${rescuePrefix(run)}${slot}-`;
  let newest = 0;
  for (const ref of taken) {
    const digits = ref.startsWith(prefix) ? /^\d{1,9}(?!\d)/.exec(ref.slice(prefix.length)) : null;
    if (digits) newest = Math.max(newest, Number(digits[0]));
  }
  let next = newest + 1;
  while (taken.has(`${prefix}${next}`)) next += 1;
  return `${prefix}${next}`;
}

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
