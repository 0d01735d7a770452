import { unreachable } from '../../base/unreachable.ts';
import type { Failure } from '../../run/failure.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import { failureOf } from './failure.ts';
import { openPassages } from './passages.ts';
import type { Patience } from './patience.ts';
import type { Request } from './policy.ts';
import { openTools } from './tool-calls.ts';
import { readEvent, type ServerEvent, type ToldError, type ToldMessage, type ToldPart } from './wire.ts';

/** Makes sense of what the server tells while one of its sessions works. */
export interface Hearing {
  /** What an event means. Never throws. */
  understand(event: unknown): Understanding;
  /** What the agent asks for in this event, with the id by which it is answered; null where it asks for nothing. */
  asked(event: unknown): (Request & { readonly id: string }) | null;
}

/** What other sessions do, which the agent began, is not told; what they spend is. */
export function hearingOf(sessionId: string, waiting: Patience): Hearing {
  /** Messages of the model in this session, without summaries. */
  const own = new Set<string>();
  const passages = openPassages();
  const tools = openTools();
  const spending = openSpending();
  let last: ToldMessage | null = null;
  let error: ToldError | null = null;

  const message = (told: ToldMessage): readonly Heard[] => {
    if (told.sessionID !== sessionId || told.role !== 'assistant' || told.summary) return [];
    own.add(told.id);
    last = told;
    return [];
  };
  const part = (told: ToldPart): readonly Heard[] => {
    if (told.type === 'step-finish') {
      waiting.mended();
      return spending.heard(told);
    }
    if (told.type === 'tool') tools.named(told);
    if (!own.has(told.messageID)) return [];
    return told.type === 'tool' ? [...passages.flush(told), ...tools.heard(told)] : passages.heard(told);
  };
  const retry = (text: string, next: number): readonly Heard[] => {
    passages.drop();
    const failure = waiting.fault(text, next);
    return failure ? [{ type: 'failed', failure }] : [];
  };
  const heardIn = (event: ServerEvent): readonly Heard[] => {
    switch (event.type) {
      case 'message.updated':
        return message(event.properties.info);
      case 'message.part.updated':
        return part(event.properties.part);
      case 'message.part.delta':
        if (event.properties.field === 'text') passages.add(event.properties.partID, event.properties.delta);
        return [];
      case 'session.status': {
        const { sessionID, status } = event.properties;
        return sessionID === sessionId && status.type === 'retry' ? retry(status.message, status.next) : [];
      }
      case 'session.error':
        if (event.properties.sessionID !== sessionId) return [];
        error = event.properties.error ?? NAMELESS;
        // Without a message there was no turn, and nothing says that it is over.
        return last === null ? [{ type: 'failed', failure: failureOf(error) }] : [];
      case 'session.idle':
        return event.properties.sessionID === sessionId ? ending(last, error) : [];
      case 'server.connected':
      case 'permission.asked':
        return [];
      default:
        return unreachable(event);
    }
  };
  return {
    understand(value) {
      const event = readEvent(value);
      return event === null ? null : event === undefined ? [] : heardIn(event);
    },
    asked(value) {
      const event = readEvent(value);
      if (event?.type !== 'permission.asked') return null;
      const { id, permission, metadata, tool } = event.properties;
      return { id, permission, command: metadata.command ?? null, tool: tools.nameOf(tool?.callID) };
    },
  };
}

const NAMELESS: ToldError = { name: 'an error that was not named', data: {} };

type StepPart = ToldPart & { type: 'step-finish' };

/** Each message of the model counts once. */
function openSpending() {
  const counted = new Set<string>();
  return {
    heard(told: StepPart): readonly Heard[] {
      if (counted.has(told.id)) return [];
      counted.add(told.id);
      return spent(told);
    },
  };
}

/** Where there are no tokens, they were not told; a price of nothing is that of a model whose price is not known. */
function spent({ tokens, cost }: StepPart): readonly Heard[] {
  const inputTokens = tokens.input + tokens.cache.read + tokens.cache.write;
  const outputTokens = tokens.output + tokens.reasoning;
  if (inputTokens + outputTokens === 0) return [];
  return [{ type: 'usage', usage: { inputTokens, outputTokens, costUsd: cost > 0 ? cost : null } }];
}

/** The session rests. Only its last message says whether the turn ended well: an error before it may have been mended. */
function ending(last: ToldMessage | null, error: ToldError | null): readonly Heard[] {
  if (last?.structured !== undefined) return [{ type: 'answer', value: last.structured }, { type: 'done' }];
  // An answer was wanted, and there was none.
  if (last?.error?.name === 'StructuredOutputError') return [{ type: 'done' }];
  const wrong = last?.error ?? (last?.finish === 'stop' ? null : error);
  if (wrong) return [{ type: 'failed', failure: failureOf(wrong) }];
  return last?.finish === 'stop'
    ? [{ type: 'done' }]
    : [{ type: 'failed', failure: brokenOff(last?.finish ?? 'nothing') }];
}

const brokenOff = (finish: string): Failure => ({
  category: finish === 'content-filter' ? 'refused' : 'truncated',
  message: `the model's last message ended by "${finish}"`,
});
