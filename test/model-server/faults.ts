import type { Failing } from '../../src/agent/scripted/step.ts';
import { unreachable } from '../../src/base/unreachable.ts';
import type { Json } from './json.ts';
import type { FormatName } from './question.ts';
import type { StatusStep } from './step.ts';

/** An error as a vendor's API tells it. */
export interface HttpFault {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** Where a fault does not say when to try again. */
const RETRY_AFTER_S = 1;
const OVERLOADED = 529;

/** Null: there is no answer at all, the connection is closed. */
export function faultOf(failing: Failing, format: FormatName): HttpFault | null {
  const { category, message, retryAfterMs, resetsAt } = failing;
  const retryAfter = retryAfterMs === undefined ? RETRY_AFTER_S : Math.ceil(retryAfterMs / 1_000);
  switch (category) {
    case 'infra.network':
      return null;
    case 'infra.rate_limit':
      return written({ kind: 'rate', status: 429, message, retryAfter }, format);
    case 'infra.quota':
      return written(
        { kind: 'quota', status: 429, message, retryAfter: secondsOf(failing), resetsAt },
        format,
      );
    case 'infra.overload': {
      const status = format === 'anthropic' ? OVERLOADED : 503;
      return written({ kind: 'other', status, message, retryAfter: secondsOf(failing) }, format);
    }
    case 'infra.auth':
      return written({ kind: 'other', status: 401, message }, format);
    default:
      return written({ kind: 'other', status: 500, message }, format);
  }
}

export const faultOfStatus = (
  { status, retryAfter, message = `the model server answers ${status}` }: StatusStep,
  format: FormatName,
): HttpFault => written({ kind: status === 429 ? 'rate' : 'other', status, message, retryAfter }, format);

const secondsOf = ({ retryAfterMs }: Failing): number | undefined =>
  retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);

interface Trouble {
  readonly kind: 'rate' | 'quota' | 'other';
  readonly status: number;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
  readonly resetsAt?: string | undefined;
}

function written(trouble: Trouble, format: FormatName): HttpFault {
  const { status, retryAfter } = trouble;
  const wait: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  switch (format) {
    case 'anthropic':
      return { status, headers: { ...wait, ...anthropicLimits(trouble) }, body: anthropicError(trouble) };
    case 'responses':
    case 'chat':
      return { status, headers: wait, body: openaiError(trouble, format) };
    case 'gemini':
      return { status, headers: wait, body: geminiError(trouble) };
    default:
      return unreachable(format);
  }
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  [OVERLOADED]: 'overloaded_error',
};

function anthropicError({ kind, status, message, resetsAt }: Trouble): Json {
  const resets = resetsAt ? ` It resets at ${resetsAt}.` : '';
  const text = kind === 'quota' ? `You have reached your usage limit. ${message}${resets}` : message;
  return { type: 'error', error: { type: ANTHROPIC_TYPES[status] ?? 'api_error', message: text } };
}

/** A quota that is used up is told in headers, and that trying again is of no use. */
function anthropicLimits({ kind, resetsAt }: Trouble): Record<string, string> {
  if (kind !== 'quota') return {};
  const reset = resetsAt && { 'anthropic-ratelimit-unified-reset': String(secondsSince1970(resetsAt)) };
  return { 'x-should-retry': 'false', 'anthropic-ratelimit-unified-status': 'rejected', ...reset };
}

/** Codex knows a limit of a plan, with the time of its reset; the API itself only a quota that is used up. */
function openaiError({ kind, status, message, resetsAt }: Trouble, format: FormatName): Json {
  if (kind === 'quota' && resetsAt && format === 'responses') {
    const text = `The usage limit has been reached. ${message}`;
    const resets_at = secondsSince1970(resetsAt);
    return { error: { type: 'usage_limit_reached', message: text, plan_type: 'plus', resets_at } };
  }
  if (kind === 'quota') {
    const resets = resetsAt ? ` It resets at ${resetsAt}.` : '';
    const text = `You exceeded your current quota, please check your plan and billing details. ${message}${resets}`;
    return { error: { message: text, type: 'insufficient_quota', param: null, code: 'insufficient_quota' } };
  }
  return { error: { message, type: openaiType(status), param: null, code: OPENAI_CODES[status] ?? null } };
}

const OPENAI_CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

const openaiType = (status: number): string =>
  status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error';

const GEMINI_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function geminiError({ kind, status, message, retryAfter, resetsAt }: Trouble): Json {
  const resets = resetsAt ? ` It resets at ${resetsAt}.` : '';
  const text = kind === 'quota' ? `You exceeded your current quota. ${message}${resets}` : message;
  const period = kind === 'quota' ? 'PerDay' : 'PerMinute';
  const violation = { quotaId: `GenerateRequests${period}PerProjectPerModel`, quotaValue: '1' };
  const limits = { '@type': googleType('QuotaFailure'), violations: [violation] };
  const wait = { '@type': googleType('RetryInfo'), retryDelay: `${retryAfter}s` };
  const details = [...(status === 429 ? [limits] : []), ...(retryAfter === undefined ? [] : [wait])];
  return { error: { code: status, message: text, status: GEMINI_STATUSES[status] ?? 'INTERNAL', details } };
}

const googleType = (name: string): string => `type.googleapis.com/google.rpc.${name}`;

const secondsSince1970 = (time: string): number => Math.floor(Date.parse(time) / 1_000);
