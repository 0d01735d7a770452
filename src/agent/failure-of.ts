import { unreachable } from '../base/unreachable.ts';
import type { Failure } from '../run/failure.ts';
import type { ProcessEnd } from './process/spawn.ts';

const DISK_CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** What it means for a session that its process ended so; null for our own abort, which is no failure. */
export function failureOf({ death, errorTail }: ProcessEnd): Failure | null {
  const last = errorTail === '' ? '' : `; it last printed: ${errorTail}`;
  switch (death.cause) {
    case 'aborted':
      return null;
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
        : { category: 'infra.crash', message: `the agent ended with exit code ${death.code}${last}` };
    default:
      return unreachable(death);
  }
}
