import type { Failure } from '../../run/failure.ts';
import { saidFailure } from '../failure-of.ts';
import type { Failing } from '../wire/message.ts';
import type { Sdk } from './load.ts';

/** Of an error's body, how much is looked at, and shown where there is nothing better. */
const BODY_CHARACTERS = 4_000;
/** Causes of causes that are looked at. */
const MAX_CAUSES = 5;

/** What an error of the AI SDK means for the session. */
export function failingOf(error: unknown, sdk: Pick<Sdk, 'APICallError'>, now = Date.now()): Failing {
  const first = lastTried(error);
  if (!sdk.APICallError.isInstance(first)) return told(saidFailure(chainOf(first), 'agent_error', now));
  const { statusCode, message, responseBody, responseHeaders = {} } = first;
  const status = statusCode === undefined ? '' : `status ${statusCode}: `;
  const body = (responseBody ?? '').slice(0, BODY_CHARACTERS);
  const words = [...waits(responseHeaders), `${status}${chainOf(first)}`, body].join('\n');
  // Without a status there was no answer.
  const failure = saidFailure(words, statusCode === undefined ? 'infra.network' : 'agent_error', now);
  return told({
    ...failure,
    category:
      statusCode === 404 ? 'infra.setup' : isByTheMinute(body) ? 'infra.rate_limit' : failure.category,
    message: `${status}${message || body}`,
  });
}

const told = ({ category, message, retryAt }: Failure): Failing => ({
  category,
  message,
  ...(retryAt === undefined ? {} : { resetsAt: new Date(retryAt).toISOString() }),
});

/** Of several tries the last one counts. */
function lastTried(error: unknown): unknown {
  return error instanceof Error && 'lastError' in error ? error.lastError : error;
}

/** What the error says, and what it says that it was caused by. */
function chainOf(error: unknown): string {
  const said: string[] = [];
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < MAX_CAUSES; depth += 1) {
    const { code, message } = cause as NodeJS.ErrnoException;
    said.push(code === undefined ? message : `${code} ${message}`);
    cause = cause.cause;
  }
  if (said.length > 0) return said.join('; ');
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? 'unknown error');
}

/** When to come back, as providers say it in headers. */
const waits = (headers: Readonly<Record<string, string>>): readonly string[] =>
  ['retry-after-ms', 'retry-after', 'anthropic-ratelimit-unified-reset', 'x-ratelimit-reset'].flatMap(
    name => {
      const value = headers[name];
      if (value === undefined) return [];
      return name.startsWith('retry') ? [`${name}: ${value}`] : [`resets at ${value}`];
    },
  );

/** Google calls every limit a quota, also one that is over within a minute. */
const isByTheMinute = (body: string): boolean =>
  /"quotaId":\s{0,4}"\w{0,100}PerMinute/.test(body) && !/"quotaId":\s{0,4}"\w{0,100}PerDay/.test(body);
