import type { Failure, FailureCategory } from '../../run/failure.ts';
import { saidFailure } from '../failure-of.ts';
import type { ToldError } from './wire.ts';

/** Names of errors that say all. */
const NAMED: Readonly<Record<string, FailureCategory>> = {
  ProviderAuthError: 'infra.auth',
  MessageOutputLengthError: 'truncated',
  ContextOverflowError: 'truncated',
  ContentFilterError: 'refused',
};

/** What an error that OpenCode tells means. */
export function failureOf({ name, data }: ToldError): Failure {
  const { message = '', statusCode, responseHeaders = {}, responseBody = '' } = data;
  const told = message === '' ? name : message;
  const category = Object.hasOwn(NAMED, name) ? NAMED[name]! : undefined;
  const status = statusCode === undefined ? '' : ` (status ${statusCode})`;
  const wait = ['retry-after-ms', 'retry-after']
    .filter(header => responseHeaders[header])
    .map(header => `; ${header}: ${responseHeaders[header]}`)
    .join('');
  // The provider's own words tell more than OpenCode's, which are what a person reads.
  const sorted = saidOf(`${told}${status}${wait}\n${responseBody}`, 'agent_error');
  return { ...sorted, message: told + status, ...(category && { category }) };
}

/**
 * What an error means for which OpenCode would ask the model again: waiting helps, if nothing else is known. `toldAt` is
 * the moment until which the provider wants it to wait; null where it chose that itself.
 */
export const failureOfRetry = (message: string, toldAt: number | null): Failure => ({
  ...(toldAt === null ? {} : { retryAt: toldAt }),
  ...saidOf(message, 'infra.overload'),
});

/** Words of the program that OpenCode is made with. */
const NETWORK = /\bsocket connection was closed\b|\bcannot connect to api\b/i;

const saidOf = (text: string, otherwise: FailureCategory): Failure =>
  saidFailure(text, NETWORK.test(text) ? 'infra.network' : otherwise);
