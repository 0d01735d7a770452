import type { Failure, FailureCategory } from '../../run/failure.ts';
import { saidFailure } from '../failure-of.ts';
import type { Message } from './message.ts';

export const LOGIN_HINT =
  'set ANTHROPIC_API_KEY, or run `claude` once and log in, or set CLAUDE_CODE_OAUTH_TOKEN to what `claude setup-token` prints';

/** What the program calls errors of the API, where its word is enough. */
const CATEGORIES: Readonly<Record<string, FailureCategory>> = {
  authentication_failed: 'infra.auth',
  oauth_org_not_allowed: 'infra.auth',
  account_on_hold: 'infra.auth',
  verification_required: 'infra.auth',
  cloud_credential_error: 'infra.auth',
  billing_error: 'infra.quota',
  overloaded: 'infra.overload',
  model_not_found: 'infra.setup',
  max_output_tokens: 'truncated',
};

/** Reasons to stop that leave the work undone. */
const BAD_STOPS: Readonly<Record<string, FailureCategory>> = {
  refusal: 'refused',
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
};

/** What is known besides the result itself. */
export interface Before {
  /** What the program called the last error of the API. */
  readonly error: string | null;
  /** A limit of the plan was reached; when it is lifted, in seconds since 1970. */
  readonly limit: { readonly resetsAt: number | null } | null;
}

/** Why a turn came to nothing; null where it ended well. */
export function failureIn(result: Message<'result'>, { error, limit }: Before): Failure | null {
  const message = result.result || result.errors.join('\n') || `the agent ended with ${result.subtype}`;
  const stop = entry(BAD_STOPS, result.stop_reason);
  if (result.subtype === 'error_max_budget_usd') return { category: 'budget', message };
  if (result.subtype === 'error_max_turns') return { category: 'truncated', message };
  // Whether there is an answer is looked at by whoever wanted one.
  if (result.subtype === 'error_max_structured_output_retries') return null;
  if (stop) return { category: stop, message: `${message} (stop reason: ${result.stop_reason})` };
  if (!result.is_error) return null;
  if (error === 'rate_limit' && limit) return limitFailure(message, limit.resetsAt);
  const category = entry(CATEGORIES, error);
  if (category === 'infra.auth') return { category, message: `${message}; to log in, ${LOGIN_HINT}` };
  if (category) return { ...saidFailure(message), category, message };
  return {
    ...saidFailure(`${message}${statusOf(result)}`, error === 'server_error' ? 'infra.overload' : undefined),
    message,
  };
}

const limitFailure = (message: string, resetsAt: number | null): Failure =>
  resetsAt === null
    ? { ...saidFailure(message), category: 'infra.quota' }
    : { category: 'infra.quota', message, retryAt: resetsAt * 1000 };

const statusOf = ({ api_error_status }: Message<'result'>): string =>
  api_error_status === null ? '' : ` (status ${api_error_status})`;

/** Names come from outside: `constructor` is none of ours. */
const entry = (
  table: Readonly<Record<string, FailureCategory>>,
  name: string | null | undefined,
): FailureCategory | undefined => (Object.hasOwn(table, name ?? '') ? table[name ?? ''] : undefined);
