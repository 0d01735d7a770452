import { unreachable } from '../../base/unreachable.ts';
import type { Usage } from '../../run/usage.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import { codexFailure } from './failure.ts';
import { itemListener } from './items.ts';
import { type Message, readMessage, type Tokens } from './message.ts';

/** Where it is told what a thread spends. The messages themselves tell only its total, at the end of a turn. */
export interface Account {
  /** The thread has this id. */
  begin(thread: string): void;
  /** What was spent since this was last asked, a request each. */
  take(): readonly Usage[];
  /** All that the thread ever spent. */
  total(tokens: Tokens): void;
}

/** What the lines of one session mean. */
export function understanding(
  account: Account,
  answerSchema: object | null,
): (line: string) => Understanding {
  const items = itemListener(answerSchema);
  const heardIn = (message: Message): readonly Heard[] => {
    switch (message.type) {
      case 'thread.started':
        account.begin(message.thread_id);
        return [{ type: 'session', id: message.thread_id }];
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return items.hear(message.item, message.type);
      case 'turn.completed':
        if (message.usage) account.total(message.usage);
        return [...items.end(), { type: 'done' }];
      case 'turn.failed':
        return [...items.release(), { type: 'failed', failure: codexFailure(message.error.message) }];
      case 'error':
        return [{ type: 'notice', text: message.message }];
      case 'other':
        return [];
      default:
        return unreachable(message);
    }
  };
  return line => {
    const message = readMessage(line);
    if (message === null) return null;
    const heard = heardIn(message);
    return [...account.take().map((usage): Heard => ({ type: 'usage', usage })), ...heard];
  };
}
