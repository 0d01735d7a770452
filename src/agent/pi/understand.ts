import { unreachable } from '../../base/unreachable.ts';
import type { Failure } from '../../run/failure.ts';
import type { Usage } from '../../run/usage.ts';
import { saidFailure } from '../failure-of.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import { callSummary, resultSummary } from '../talk/summary.ts';
import { type Assistant, isAssistant, type Message, type Order, readMessage, wordsIn } from './message.ts';

/** Ids of our orders, by which their responses are known. */
export const ASKED = { opening: 'opening', prompt: 'prompt', closing: 'closing' } as const;

/**
 * What a line of pi's means. After a turn without tools pi may still try again, or make room and go on, which it says at
 * once. So how it ended is told when pi answers a question that was asked after that turn.
 */
export function understanding(tell: (order: Order) => void): (line: string) => Understanding {
  let ending: Heard | null = null;

  return line => {
    const message = readMessage(line);
    if (message === null) return null;
    return message === 'other' ? [] : heardIn(message);
  };

  function heardIn(message: Message): readonly Heard[] {
    switch (message.type) {
      case 'response':
        return message.id === ASKED.closing && ending ? [ending] : heardInResponse(message);
      case 'message_end':
        return isAssistant(message.message) ? heardInWords(message.message) : [];
      case 'turn_end':
        if (!isAssistant(message.message) || goesOn(message.message, message.toolResults)) return [];
        return close(endOf(message.message));
      case 'tool_execution_start':
        return [{ type: 'tool_call', name: message.toolName, summary: callSummary(message.args) }];
      case 'tool_execution_end': {
        const summary = resultSummary(wordsIn(message.result?.content ?? [], 'text'));
        return [{ type: 'tool_result', name: message.toolName, ok: !message.isError, summary }];
      }
      case 'agent_start':
      case 'turn_start':
      case 'auto_retry_start':
        ending = null;
        return [];
      case 'auto_retry_end':
        return message.success
          ? []
          : close(failed(saidFailure(message.finalError ?? 'pi gave up trying again')));
      case 'compaction_start':
        if (message.reason === 'overflow') ending = null;
        return [];
      case 'compaction_end':
        if (message.reason !== 'overflow' || message.willRetry) return [];
        return close(
          failed({ category: 'truncated', message: message.errorMessage ?? 'no room in the context' }),
        );
      case 'extension_ui_request':
        if (DIALOGS.includes(message.method))
          tell({ type: 'extension_ui_response', id: message.id, cancelled: true });
        return [];
      case 'extension_error':
        return [{ type: 'notice', text: `an extension of pi broke down: ${message.error}` }];
      default:
        return unreachable(message);
    }
  }

  function close(end: Heard): readonly Heard[] {
    ending = end;
    tell({ id: ASKED.closing, type: 'get_state' });
    return [];
  }
}

/** What extensions of the user's ask of a person. Nobody is there. */
const DIALOGS: readonly string[] = ['select', 'confirm', 'input', 'editor'];

function heardInResponse({ id, success, error, data }: Message & { type: 'response' }): readonly Heard[] {
  if (data?.sessionId !== undefined) return [{ type: 'session', id: data.sessionId }];
  if (success) return [];
  const text = error ?? 'pi gave no reason';
  return id === ASKED.prompt ? [failed(loginFailure(text) ?? saidFailure(text))] : [{ type: 'notice', text }];
}

function heardInWords(message: Assistant): readonly Heard[] {
  const thought = wordsIn(message.content, 'thinking');
  const said = wordsIn(message.content, 'text');
  return [
    ...(thought === '' ? [] : [{ type: 'thinking', text: thought } as const]),
    ...(said === '' ? [] : [{ type: 'text', text: said } as const]),
    ...spentIn(message),
  ];
}

/** pi tells nothing spent where the model was not reached. */
function spentIn({ usage }: Assistant): readonly Heard[] {
  if (!usage) return [];
  const inputTokens = usage.input + usage.cacheRead + usage.cacheWrite;
  if (inputTokens + usage.output === 0) return [];
  const told: Usage = { inputTokens, outputTokens: usage.output, costUsd: usage.cost?.total || null };
  return [{ type: 'usage', usage: told }];
}

const isBroken = ({ stopReason }: Assistant): boolean => stopReason === 'error' || stopReason === 'aborted';

const goesOn = (message: Assistant, results: readonly unknown[]): boolean =>
  results.length > 0 && !isBroken(message);

function endOf(message: Assistant): Heard {
  switch (message.stopReason) {
    case 'stop':
      return { type: 'done' };
    case 'length':
      return failed({
        category: 'truncated',
        message: 'the message of the model was cut off at its greatest length',
      });
    case 'aborted':
      return failed({ category: 'agent_error', message: 'pi broke its work off' });
    default:
      return failed(failureIn(message));
  }
}

const failed = (failure: Failure): Heard => ({ type: 'failed', failure });

/** All that pi says where a message of an Anthropic model ended as refused. */
const REFUSAL = 'An unknown error occurred';
const STATUS_FIRST = /^[45]\d\d\b/;

function failureIn({ api, errorMessage, stopReason }: Assistant): Failure {
  const text = errorMessage ?? `pi stopped for the reason ${stopReason ?? 'that it does not tell'}`;
  if (text === REFUSAL && api === 'anthropic-messages')
    return { category: 'refused', message: 'the model refused to go on' };
  return loginFailure(text) ?? saidFailure(STATUS_FIRST.test(text) ? `status ${text}` : text);
}

const NO_LOGIN = /\bNo API key found\b|\bNo models? (?:available|selected)\b|\bUse \/login\b/;

/** What pi says where it has no key and no login; null where that is not what it says. */
export const loginFailure = (text: string): Failure | null =>
  NO_LOGIN.test(text) ? { category: 'infra.auth', message: text } : null;
