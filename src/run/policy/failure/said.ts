import type { FailureCategory } from '../../failure.ts';
import { firstSign, type SignRule } from './sign/rule.ts';

/** What is read of a text from its beginning, and as much from its end; in characters. */
const MAX_HALF = 8_000;

/** The first that fits decides: a quota that is used up is told with the status of a rate limit, too. */
const WORDS: readonly SignRule[] = [
  [
    'infra.disk',
    /\b(?:ENOSPC|EDQUOT|EROFS)\b|No space left on device|Disk quota exceeded|Read-only file system/i,
  ],
  [
    'infra.quota',
    /\binsufficient_quota\b|\bquota (?:was |is |has been )?(?:exceeded|exhausted|reached)|exceeded your (?:current |monthly |daily )?quota|\bquota will reset\b|exhausted your (?:daily quota|capacity|quota)/i,
  ],
  [
    'infra.quota',
    /\b(?:usage|session|weekly|daily|monthly|spending|5-hour|opus|sonnet) limit (?:has been )?(?:reached|exceeded)|\bhit your (?:\w+ )?(?:usage )?limit\b|reached your (?:\w+ ){0,2}(?:usage|spending) limit|\busage_limit_reached\b|\bcredit balance is too low\b|\bbilling_(?:error|hard_limit_reached)\b|\bout of (?:credits|extra usage)\b/i,
  ],
  [
    'infra.rate_limit',
    /\brate[-_ ]?limit(?:_error|_exceeded|ed)?\b|\btoo[-_ ]many[-_ ]requests\b|\bRESOURCE_EXHAUSTED\b|\bthrottl(?:ed|ing)\b|\btokens per min\b/i,
  ],
  [
    'truncated',
    /\bprompt is too long\b|\bcontext_length_exceeded\b|\bmaximum context length\b|\bexceeds? (?:the )?(?:model's )?(?:maximum )?context (?:window|length)\b|\binput token count\b.{0,40}\bexceeds\b|\brequest_too_large\b|\boutput token maximum\b|\bmax_output_tokens\b|\b(?:stop|finish)_?reason"?\s?[:=]\s?"?(?:max_tokens|length|MAX_TOKENS)\b|\bconversation (?:is )?too long\b|\bran out of room in the model's context window/i,
  ],
  [
    'refused',
    /\b(?:stop|finish)_?reason"?\s?[:=]\s?"?(?:refusal|content_filter|safety|prohibited_content)\b|\bviolat(?:e|es|ing) our usage polic(?:y|ies)\b|\bcontent_policy_violation\b|\bcontent (?:was )?(?:filtered|blocked) (?:by|due to)\b|\bresponse was blocked\b|\bPROHIBITED_CONTENT\b|\bcontent management policy\b/i,
  ],
  [
    'infra.auth',
    /\b(?:authentication|permission)_error\b|\binvalid[-_ ](?:x-)?api[-_ ]key\b|\bincorrect api key\b|\bapi key (?:is )?(?:not valid|expired|missing)|\bplease run \/login\b|\bnot logged in\b|\boauth token (?:has )?(?:expired|been revoked)|\b(?:token|session|login) (?:has )?expired\b|\bplease (?:log|sign) in\b|\bUNAUTHENTICATED\b|\bPERMISSION_DENIED\b|\binvalid_grant\b|\bInvalid auth method\b/i,
  ],
  [
    'infra.overload',
    /\boverloaded(?:_error)?\b|\bserver is busy\b|\bat capacity\b|\bhigh demand\b|\bservice[-_ ]unavailable\b|\bbad gateway\b|\bgateway time-?out\b|\binternal server error\b|\btemporarily unavailable\b|\bserver_error\b|"status":\s?"UNAVAILABLE"/i,
  ],
  [
    'infra.network',
    /\b(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w{1,40}|ERR_STREAM_PREMATURE_CLOSE)\b/,
  ],
  [
    'infra.network',
    /\bsocket hang up\b|\bfetch failed\b|\bconnection (?:error|reset|refused|closed|timed out)\b|\bunable to connect\b|\bnetwork (?:error|is unreachable|connection lost)\b|\bstream disconnected before completion\b|\berror sending request\b|\brequest timed out\b|\bcould not resolve host\b|\bpremature close\b|\bsocket connection was closed\b|\bcannot connect to api\b|(?:^|: )terminated\n?$/i,
  ],
  [
    'infra.network',
    /\bself[- _]signed[_ ]cert|\b(?:unable to (?:get local issuer|verify the first) certificate)\b|\bUNABLE_TO_\w{1,40}|\bcertificate (?:has expired|verify failed|is not yet valid)\b|\b(?:tls|ssl)[^\w\n]{0,3}(?:handshake|routines|error|alert)\b|\bCERT_HAS_EXPIRED\b/i,
  ],
];

/** A number is a status only where the text says so: `429 files` are none. */
const STATUS =
  /(?:\bHTTP(?:\/[\d.]{1,3})?|\bstatus(?:[ _]?code)?|\bapi error|\bapi_error_status|\berror(?:[ _]?code)?|\bcode|\bresponse)"?\s{0,2}[:=]?\s{0,2}["(]?([45]\d\d)\b(?![.:]\d)/i;
const STATUS_OF_ANSWER = /(?:^|: )\s{0,4}\[?([45]\d\d)[\s:\]]{0,3}\{/;

/** What a program or a provider says where a session fails; null where nothing in it is known. */
export function categoryOfText(text: string): FailureCategory | null {
  const read = text.length <= 2 * MAX_HALF ? text : `${text.slice(0, MAX_HALF)}\n${text.slice(-MAX_HALF)}`;
  return firstSign(WORDS, read) ?? byStatus(Number((STATUS.exec(read) ?? STATUS_OF_ANSWER.exec(read))?.[1]));
}

function byStatus(status: number): FailureCategory | null {
  switch (status) {
    case 401:
    case 403:
      return 'infra.auth';
    case 402:
      return 'infra.quota';
    case 408:
      return 'infra.network';
    case 413:
      return 'truncated';
    case 429:
      return 'infra.rate_limit';
    default:
      return status >= 500 ? 'infra.overload' : null;
  }
}
