import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { printable } from '../base/printable.ts';
import type { GitFailure, GitFailureReason, GitResult } from './port.ts';

/** Of what git says about a failure this much is passed on. */
const MESSAGE_CHARACTERS = 500;

export const refused = (
  reason: GitFailureReason,
  message: string,
  hint: string,
): { readonly ok: false; readonly failure: GitFailure } => ({
  ok: false,
  failure: { reason, message: printable(message).slice(0, MESSAGE_CHARACTERS), hint },
});

const DISK_HINT = 'Make room on the disk, then resume the run.';

const ACCESS_HINT = 'Give your user write access to the files that are named, then resume the run.';

const KNOWN: readonly (readonly [RegExp, GitFailureReason, string])[] = [
  [
    /detected dubious ownership/,
    'unsafe_ownership',
    'The repository belongs to another user. If you trust it: git config --global --add safe.directory <folder>',
  ],
  [
    /not a git repository: '?\/.*\/worktrees\/[^/]+'?$/m,
    'misplaced',
    'The workspace was deleted while it was in use; it is made anew.',
  ],
  [
    /not a git repository|must be run in a work tree/,
    'not_a_repository',
    'Run phasewright inside a git checkout, or make one with: git init',
  ],
  [/No space left on device|Disk quota exceeded|Out of diskspace/, 'disk_full', DISK_HINT],
  [
    /Unable to create '.*\.lock': File exists|unable to lock|could not lock/s,
    'locked',
    'Another git process is at work. When none is, delete the lock file that is named, then resume the run.',
  ],
  [
    /Read-only file system|Permission denied|insufficient permission|Operation not permitted/,
    'read_only',
    ACCESS_HINT,
  ],
];

const OTHER_HINT = 'See what git says above; the run can be resumed once that is mended.';

/** What git printed to its standard error, as a failure. */
export function failureOf(command: string, stderr: string): GitFailure {
  const text = stderr.trim();
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  const message = `git ${command} failed: ${essence(text)}`;
  if (!known) return unsaid(text, message);
  return refused(known[1], message, known[2]).failure;
}

/** Git does not always say why it could not write; the disk does. */
function unsaid(text: string, message: string): GitFailure {
  const [, path] =
    /(?:couldn't write|unable to (?:write|create)|write error)[^/]*(\/[^'\n]+)/.exec(text) ?? [];
  const folder = path === undefined ? null : existingFolder(path);
  if (folder !== null && isReadOnly(folder)) {
    return refused('read_only', `${message} (the disk is read-only)`, ACCESS_HINT).failure;
  }
  if (folder !== null && roomIn(folder) < NO_ROOM_BYTES) {
    return refused('disk_full', `${message} (the disk is full)`, DISK_HINT).failure;
  }
  return refused('other', message, OTHER_HINT).failure;
}

function existingFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : existingFolder(folder);
}

/** Where a write has failed and no more than this is left, the disk was full. */
const NO_ROOM_BYTES = 128 * 1024;

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** The lines that tell the cause; warnings and advice come only where there is nothing else. */
function essence(text: string): string {
  const lines = text.split('\n');
  const telling = lines.filter(line => /^(fatal|error):/.test(line));
  return (telling.length > 0 ? telling : lines).join('; ') || 'it said nothing';
}

/** An operating system's error as a failure; anything else is a bug and is thrown on. */
function systemFailure(error: unknown): { readonly ok: false; readonly failure: GitFailure } {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !(error instanceof Error)) throw error;
  if (['ENOSPC', 'EDQUOT'].includes(code)) return refused('disk_full', message, DISK_HINT);
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) {
    return refused('read_only', message, 'Give your user write access there, then resume the run.');
  }
  return refused('other', message, OTHER_HINT);
}

/** Turns what the operating system refuses into a value. */
export async function guarded<T>(work: () => Promise<GitResult<T>>): Promise<GitResult<T>> {
  try {
    return await work();
  } catch (error) {
    return systemFailure(error);
  }
}
