import { unreachable } from '../base/unreachable.ts';
import type { Failure, FailureCategory } from '../run/failure.ts';
import { retryAtOf } from '../run/policy/failure/retry-at.ts';
import { categoryOfText } from '../run/policy/failure/said.ts';
import type { ProcessEnd } from './process/spawn.ts';

const DISK_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** What it means for a session that its process ended so; null for our own abort, which is no failure. */
export function failureOf({ death, errorTail }: ProcessEnd, now = Date.now()): Failure | null {
  const last = errorTail === '' ? '' : `; it last printed: ${errorTail}`;
  switch (death.cause) {
    case 'aborted':
      return null;
    case 'dismissed':
      return { category: 'truncated', message: 'the agent was ended before it had said that it was done' };
    case 'timeout':
      return { category: 'infra.timeout', message: `the agent did not end within ${death.ms} ms` };
    case 'output_limit':
      return { category: 'agent_error', message: `the agent printed more than ${death.bytes} bytes` };
    case 'spawn_error':
      return {
        category: DISK_CODES.includes(death.code) ? 'infra.disk' : 'infra.crash',
        message: `the agent could not be started: ${death.message}`,
      };
    case 'signal':
      return { category: 'infra.crash', message: `the agent was ended by ${death.signal}${last}` };
    case 'exit':
      return death.code === 0
        ? { category: 'truncated', message: 'the agent ended before it had said that it was done' }
        : lastWords(errorTail, `the agent ended with exit code ${death.code}${last}`, now);
    default:
      return unreachable(death);
  }
}

/** An agent that gives up often says why, and when to come back. */
function lastWords(text: string, message: string, now: number): Failure {
  return { ...saidFailure(text, 'infra.crash', now), message };
}

/** What an agent says went wrong, sorted by its words. `otherwise` where nothing in them is known. */
export function saidFailure(
  text: string,
  otherwise: FailureCategory = 'agent_error',
  now = Date.now(),
): Failure {
  const category = categoryOfText(text) ?? otherwise;
  const retryAt = retryAtOf(text, now);
  return { category, message: text, ...(retryAt === null ? {} : { retryAt }) };
}
