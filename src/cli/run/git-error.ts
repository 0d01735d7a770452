import type { GitFailure } from '../../git/port.ts';
import { UsageError } from '../exit.ts';

/** What git cannot do for the user here. */
export function gitError({ reason, message, hint }: GitFailure): UsageError {
  if (reason !== 'not_a_repository') return new UsageError(message, hint);
  return new UsageError(
    'this folder is not in a git repository',
    hint,
    'The work of a run lands as commits on a branch of its own.',
  );
}
