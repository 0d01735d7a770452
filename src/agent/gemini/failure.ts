import type { Failure } from '../../run/failure.ts';
import { saidFailure } from '../failure-of.ts';
import type { SessionResult } from '../port.ts';

/** Exit code of one who is not let in before the model is asked. */
const NOT_LET_IN = /^the agent ended with exit code 41\b/;

/**
 * What failed, where the last word of Gemini CLI does not tell (`unclear`) or there is none. What it printed at its end
 * has the status of HTTP, by which the failure is sorted already.
 */
export function clearFailure(result: SessionResult, unclear: string | null): SessionResult {
  if (result.status !== 'failed') return result;
  const { failure } = result;
  if (NOT_LET_IN.test(failure.message)) return { ...result, failure: { ...failure, category: 'infra.auth' } };
  return unclear === null ? result : { ...result, failure: inWords(unclear, failure) };
}

/** An exit that was announced is no crash. */
function inWords(message: string, { category }: Failure): Failure {
  const told = saidFailure(message);
  const isOwnWord = category === 'infra.crash' || category === 'truncated';
  return isOwnWord ? told : { ...told, category };
}
