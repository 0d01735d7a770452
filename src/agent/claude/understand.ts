import { unreachable } from '../../base/unreachable.ts';
import type { Heard, Understanding } from '../talk/heard.ts';
import { type Before, failureIn } from './failure.ts';
import { type Block, type Message, permissionLine, readMessage, unknownRequestLine } from './message.ts';
import { countSpending } from './spending.ts';
import { tellCall, tellResult } from './tell.ts';

/** How a session is listened to. */
export interface Listening {
  readonly isContinued: boolean;
  /** Why a tool may not do what it is called with; null where it may. */
  readonly refusal: (tool: string, input: Readonly<Record<string, unknown>>) => string | null;
  /** Speaks to the program. */
  readonly write: (text: string) => void;
}

/** What the lines of one session mean. Requests for permission are answered on the way. */
export function understandClaude(listening: Listening): (line: string) => Understanding {
  const spending = countSpending(listening.isContinued);
  const tools = new Map<string, string>();
  let before: Before = { error: null, limit: null };

  return line => {
    const message = readMessage(line);
    if (message === null) return null;
    if (message === 'other') return [];
    switch (message.type) {
      case 'system':
        return heardInSystem(message);
      case 'assistant':
        return heardInAssistant(message);
      case 'user':
        return message.message.content.flatMap(block =>
          block.type === 'tool_result' ? heardInBlock(block, tools) : [],
        );
      case 'rate_limit_event': {
        const { status, resetsAt } = message.rate_limit_info;
        before = { ...before, limit: status === 'rejected' ? { resetsAt } : null };
        return [];
      }
      case 'control_request':
        listening.write(answerTo(message, listening.refusal));
        return [];
      case 'result':
        return heardInResult(message);
      default:
        return unreachable(message);
    }
  };

  function heardInAssistant({ message: { id, usage, content }, error }: Message<'assistant'>): Heard[] {
    before = { ...before, error };
    // The same text is in the result, as what went wrong.
    if (error !== null) return [];
    const words = content.flatMap(block => heardInBlock(block, tools));
    return [...(usage === null ? [] : spending.message(id, usage)), ...words];
  }

  function heardInResult(result: Message<'result'>): Heard[] {
    const failure = failureIn(result, before);
    const { structured_output: value } = result;
    return [
      ...spending.result(result),
      ...(value === undefined || value === null ? [] : [{ type: 'answer', value } as const]),
      failure === null ? { type: 'done' } : { type: 'failed', failure },
    ];
  }
}

/** `tools`: names of the tools by the ids of their calls, to which this one is added. */
function heardInBlock(block: Block, tools: Map<string, string>): Heard[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'thinking':
      return block.thinking === '' ? [] : [{ type: 'thinking', text: block.thinking }];
    case 'tool_use':
      tools.set(block.id, block.name);
      return [{ type: 'tool_call', name: block.name, summary: tellCall(block.input) }];
    case 'tool_result': {
      const name = tools.get(block.tool_use_id) ?? 'tool';
      return [{ type: 'tool_result', name, ok: !block.is_error, summary: tellResult(block.content) }];
    }
    case 'other':
      return [];
    default:
      return unreachable(block);
  }
}

function heardInSystem(message: Message<'system'>): Heard[] {
  switch (message.subtype) {
    case 'init':
      return [{ type: 'session', id: message.session_id }];
    case 'api_retry': {
      const status = message.error_status === null ? 'no connection' : `status ${message.error_status}`;
      const seconds = Math.ceil(message.retry_delay_ms / 1000);
      return [
        {
          type: 'notice',
          text: `the model did not answer (${status}); asked again in ${seconds} s`,
        },
      ];
    }
    case 'compact_boundary':
      return [{ type: 'notice', text: 'the conversation was getting too long and was summarized' }];
    default:
      return [];
  }
}

const answerTo = (request: Message<'control_request'>, refusal: Listening['refusal']): string =>
  request.request.subtype === 'can_use_tool'
    ? permissionLine(request, refusal(request.request.tool_name, request.request.input))
    : unknownRequestLine(request);
