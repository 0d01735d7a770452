import type { Failure, FailureCategory } from '../../run/failure.ts';
import { saidFailure } from '../failure-of.ts';
import type { Heard } from '../talk/heard.ts';
import { readError } from './message.ts';
import type { AcpProfile } from './profile.ts';

/** The JSON-RPC error of an agent that nobody has logged in to. */
const LOGIN_NEEDED = -32000;
/** Of what an error tells besides its message, how much is shown; in characters. */
const DATA_CHARACTERS = 2000;

interface Said {
  readonly lastWords: string;
  /** What the agent itself said that went wrong. */
  readonly trouble: string;
}

/** What it means for the session that its turn ended so. */
export function endOf(
  stopReason: string,
  { lastWords, trouble }: Said,
  { failureWords, endsWithWords }: Pick<AcpProfile, 'failureWords' | 'endsWithWords'>,
): Heard {
  switch (stopReason) {
    case 'end_turn':
      if (trouble !== '') return failed(saidFailure(trouble));
      if (failureWords?.test(lastWords)) return failed(saidFailure(lastWords));
      if (endsWithWords && lastWords === '')
        return failed({ category: 'truncated', message: 'the agent ended its turn without a word' });
      return { type: 'done' };
    case 'refusal':
      return failed({ category: 'refused', message: lastWords || 'the model refused' });
    case 'max_tokens':
      return failed({ category: 'truncated', message: 'the model ran out of tokens' });
    case 'max_turn_requests':
      return failed({ category: 'truncated', message: 'the agent asked its model too often in one turn' });
    case 'cancelled':
      return failed({ category: 'agent_error', message: 'the agent broke off by itself' });
    default:
      return failed({ category: 'agent_error', message: `the agent stopped because of "${stopReason}"` });
  }
}

const failed = (failure: Failure): Heard => ({ type: 'failed', failure });

/** What the agent's own error means. What an error says of itself counts for more than what goes with it. */
export function errorFailure(error: unknown, lastWords = ''): Failure {
  const { code, message, data } = readError(error);
  // Some agents put the status of the model's answer in the place of the code.
  const status = code >= 400 && code < 600 ? `status ${code}: ` : '';
  const details = data === undefined || data === null ? '' : detailOf(data);
  const text = `${status}${message}`;
  const known = saidFailure(text, UNKNOWN);
  const failure = known.category === UNKNOWN ? saidFailure(`${text}: ${details}`, UNKNOWN) : known;
  const isLogin = code === LOGIN_NEEDED && failure.category === UNKNOWN;
  return {
    ...failure,
    category: isLogin ? 'infra.auth' : failure.category,
    message: [text, details, isLogin ? lastWords : ''].filter(part => part !== '').join(': '),
  };
}

const UNKNOWN: FailureCategory = 'agent_error';

function detailOf(data: unknown): string {
  const details = (data as { details?: unknown }).details;
  const told = typeof data === 'string' ? data : typeof details === 'string' ? details : JSON.stringify(data);
  return told.slice(0, DATA_CHARACTERS);
}
