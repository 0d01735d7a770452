import { unreachable } from '../../base/unreachable.ts';
import type { Failure, FailureCategory } from '../../run/failure.ts';
import { addUsage, NO_USAGE, toldTokens, type Usage, withoutPart } from '../../run/usage.ts';
import { saidFailure } from '../failure-of.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import { callSummary, resultSummary } from '../talk/summary.ts';
import { type Message, readMessage, type Stats } from './message.ts';

/** Where Gemini CLI notes what each message of the model took. */
export interface Record {
  /** From when on there is something to read. */
  begin(session: string): void;
  /** What was noted since the last time. */
  take(): readonly Usage[];
}

export interface Listening {
  readonly understand: (line: string) => Understanding;
  /** What the last word was, where it says that something failed but not what: then the exit code tells. */
  readonly unclear: () => string | null;
  /** What was noted after the last word, once the program is gone. */
  readonly late: () => readonly Usage[];
}

/** What lines of Gemini CLI mean. Pieces of a message are put together; what was spent is read from its own record. */
export function listening(record: Record): Listening {
  let words = '';
  let complaint: string | null = null;
  let unclear: string | null = null;
  let isLoop = false;
  const names = new Map<string, string>();
  const { noted, rest, late } = accountOf(record);

  return {
    understand(line) {
      const message = readMessage(line);
      if (message === null) return null;
      return message === 'other' ? [] : heardIn(message);
    },
    unclear: () => unclear,
    late,
  };

  function heardIn(message: Message): readonly Heard[] {
    switch (message.type) {
      case 'init':
        record.begin(message.session_id);
        return [{ type: 'session', id: message.session_id }];
      case 'message':
        if (message.role === 'assistant') words += message.content;
        return [];
      case 'tool_use':
        names.set(message.tool_id, message.tool_name);
        return [
          ...said(),
          ...noted(),
          { type: 'tool_call', name: message.tool_name, summary: callSummary(message.parameters) },
        ];
      case 'tool_result': {
        const name = names.get(message.tool_id) ?? 'unknown';
        const summary = resultSummary(message.output ?? message.error?.message ?? '');
        return [...noted(), { type: 'tool_result', name, ok: message.status === 'success', summary }];
      }
      case 'error':
        if (message.severity === 'error') complaint = message.message;
        isLoop ||= LOOP.test(message.message);
        return [...said(), { type: 'notice', text: message.message }];
      case 'result':
        return [...said(), ...noted(), ...rest(message.stats), ...endIn(message)];
      default:
        return unreachable(message);
    }
  }

  function said(): readonly Heard[] {
    const text = words;
    words = '';
    return text.trim() === '' ? [] : [{ type: 'text', text }];
  }

  function endIn({ status, error }: Message & { type: 'result' }): readonly Heard[] {
    if (isLoop)
      return [{ type: 'failed', failure: { category: 'agent_error', message: 'the model went in a loop' } }];
    if (status === 'success') return [{ type: 'done' }];
    const text = error?.message ?? complaint ?? 'Gemini CLI does not say what went wrong';
    const failure = knownFailure(text);
    if (failure) return [{ type: 'failed', failure }];
    unclear = text;
    return [];
  }
}

/** Adds up what was told, so that the total at the end is not told again. */
function accountOf(record: Record) {
  let spent = NO_USAGE;
  let isTotalKnown = false;
  return {
    noted(): readonly Heard[] {
      const taken = record.take();
      spent = taken.reduce(addUsage, spent);
      return taken.map(usage => ({ type: 'usage', usage }));
    },
    /** Also what side calls and agents under it took, which are in no record. */
    rest(stats: Stats | undefined): readonly Heard[] {
      if (!stats) return [];
      isTotalKnown = true;
      const usage = withoutPart(usageOf(stats), spent);
      return toldTokens(usage) ? [{ type: 'usage', usage }] : [];
    },
    late: (): readonly Usage[] => (isTotalKnown ? [] : record.take()),
  };
}

const usageOf = ({ total_tokens, input_tokens, output_tokens }: Stats): Usage => ({
  inputTokens: input_tokens,
  outputTokens: Math.max(output_tokens, total_tokens - input_tokens),
  costUsd: null,
});

/** Gemini CLI stops then, and calls that a success. */
const LOOP = /^Loop detected\b/;

const CUT_OFF = /\bresponse was truncated\b/;
/** What is left of a connection that broke in the middle of a message. */
const BROKEN = /\bAPI Error: terminated\b/;

/** Null where the words do not tell what kind of failure it is. */
function knownFailure(text: string): Failure | null {
  if (CUT_OFF.test(text)) return { category: 'truncated', message: text };
  if (BROKEN.test(text)) return { category: 'infra.network', message: text };
  const failure = saidFailure(text, UNKNOWN);
  return failure.category === UNKNOWN ? null : failure;
}

/** No words are sorted into this one. */
const UNKNOWN: FailureCategory = 'agent_error';
