import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../port.ts';

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const ERROR = 1;
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const AUTH = 23;
const NOTADB = 26;
/** Extended codes that say something else than their primary code. */
const IOERR_SHMSIZE = 4874;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;

/** Runs what touches the file; what goes wrong with the medium leaves as a StoreError, our own mistakes as they are. */
export function guarded<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw storeErrorOf(error, file) ?? error;
  }
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error) & 0xff;
  return code === BUSY || code === LOCKED || code === PROTOCOL;
}

export function corrupt(file: string, finding: string, options?: ErrorOptions): StoreError {
  const hint =
    'Keep a copy of it, then restore a backup or move it away; git still holds what the runs landed.';
  return new StoreError('corrupt', `${file} is damaged: ${finding}`, hint, options);
}

function storeErrorOf(error: unknown, file: string): StoreError | null {
  if (!(error instanceof Error) || error instanceof StoreError) return null;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_SQLITE_ERROR') return sqliteFailure(error, resultCode(error), file);
  // A whole number beyond what JavaScript can hold: we never write one.
  if (code === 'ERR_OUT_OF_RANGE') return corrupt(file, error.message, { cause: error });
  return code === undefined || code.startsWith('ERR_') ? null : systemFailure(error, code, file);
}

function resultCode(error: unknown): number {
  return (error as { readonly errcode?: number } | null)?.errcode ?? 0;
}

function sqliteFailure(cause: Error, code: number, file: string): StoreError | null {
  if (code === IOERR_SHMSIZE) return full(file, cause);
  // The journal goes on after the end that its run states.
  if (code === CONSTRAINT_PRIMARYKEY || code === CONSTRAINT_UNIQUE)
    return corrupt(file, cause.message, { cause });
  switch (code & 0xff) {
    case FULL:
      return full(file, cause);
    case READONLY:
      return readOnly(file, cause);
    // The statements are constant and fit a sound database, so that one which does not compile tells of damage.
    case ERROR:
    case CORRUPT:
    case NOTADB:
      return corrupt(file, cause.message, { cause });
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return locked(file, cause);
    case PERM:
    case AUTH:
    case CANTOPEN:
      return unopened(file, cause);
    case IOERR:
      return inputOutput(file, cause);
    default:
      return null;
  }
}

function systemFailure(cause: Error, code: string, file: string): StoreError {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return full(file, cause);
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return readOnly(file, cause);
    case 'ENOENT':
      return unopened(file, cause);
    case 'EIO':
      return inputOutput(file, cause);
    default:
      return unreadable(file, cause.message, cause);
  }
}

/** SQLite does not say why it could not open a file, nor Node on a read-only disk why it could not make a folder. */
function unopened(file: string, cause: Error): StoreError {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) return unreadable(file, 'it is a folder', cause);
    accessSync(nearestFolder(file), constants.W_OK | constants.X_OK);
    if (found !== undefined) accessSync(file, constants.R_OK | constants.W_OK);
    return unreadable(file, cause.message, cause);
  } catch (reason) {
    return systemFailure(reason as Error, (reason as NodeJS.ErrnoException).code ?? '', file);
  }
}

/** The one that exists, or the root. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : nearestFolder(folder);
}

const ELSEWHERE = 'or set PHASEWRIGHT_HOME to another folder.';

function full(file: string, cause: Error): StoreError {
  const message = `no room left to write ${file}; nothing was written and nothing is lost`;
  return new StoreError('full', message, 'Free some space on that disk and resume the run.', { cause });
}

function readOnly(file: string, cause: Error): StoreError {
  const message = `${file} cannot be written (${cause.message})`;
  return new StoreError('read_only', message, `Make the file and its folder writable, ${ELSEWHERE}`, {
    cause,
  });
}

function locked(file: string, cause: Error): StoreError {
  const message = `${file} is locked by another program`;
  return new StoreError(
    'locked',
    message,
    'Close what holds it open: a database browser, or a phasewright that is stopped.',
    {
      cause,
    },
  );
}

function inputOutput(file: string, cause: Error): StoreError {
  const message = `${file} cannot be read or written (${cause.message})`;
  return new StoreError('io', message, 'Look at the disk and at its quota, then resume the run.', { cause });
}

function unreadable(file: string, finding: string, cause: Error): StoreError {
  const message = `${file} cannot be opened: ${finding}`;
  return new StoreError('unreadable', message, `Put right what is at that path, ${ELSEWHERE}`, { cause });
}
