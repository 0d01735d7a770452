import { unreachable } from '../../base/unreachable.ts';
import { type Failure, isFailureCategory } from '../../run/failure.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import type { Message } from './message.ts';
import { readMessage } from './read.ts';

/** What a line that one of our own agent programs prints means. */
export function understand(line: string): Understanding {
  const message = readMessage(line);
  return message === null ? null : [heardIn(message)];
}

function heardIn(message: Message): Heard {
  switch (message.type) {
    case 'session':
    case 'text':
    case 'thinking':
    case 'tool_call':
    case 'tool_result':
    case 'done':
      return message;
    case 'usage': {
      const { input, output, costUsd } = message;
      return {
        type: 'usage',
        usage: { inputTokens: input, outputTokens: output, costUsd: costUsd ?? null },
      };
    }
    case 'report':
    case 'answer':
      return { type: 'answer', value: message.value };
    case 'error':
      return { type: 'failed', failure: failureFrom(message) };
    default:
      return unreachable(message);
  }
}

type ErrorMessage = Message & { type: 'error' };

function failureFrom(error: ErrorMessage): Failure {
  const { category, message } = error;
  const isKnown = isFailureCategory(category);
  return {
    category: isKnown ? category : 'agent_error',
    message: isKnown ? message : `${category}: ${message}`,
    ...retryAt(error),
  };
}

/** Of two times that are told the later one, since before that there is no use. */
function retryAt({ retryAfterMs, resetsAt }: ErrorMessage): Pick<Failure, 'retryAt'> {
  if (retryAfterMs === undefined && resetsAt === undefined) return {};
  const after = retryAfterMs === undefined ? 0 : Date.now() + retryAfterMs;
  const reset = resetsAt === undefined ? 0 : Date.parse(resetsAt);
  return { retryAt: Math.max(after, reset) };
}
