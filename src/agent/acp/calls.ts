import type { AgentEvent } from '../port.ts';
import { callSummary, resultSummary } from '../talk/summary.ts';
import type { Tool } from './message.ts';

/** Calls of tools, of which agents tell bit by bit. Each is told of once it is known, and when it is over. */
export interface Calls {
  /** Something new is known of a call. */
  change(tool: Tool): AgentEvent[];
  /** A call with all that was told of it before. */
  whole(tool: Tool): Tool;
  /** All is known of a call that can be known before it is over. */
  complete(tool: Tool): AgentEvent[];
  /** A call did not come about. */
  refuse(tool: Tool, reason: string): AgentEvent[];
}

interface Call {
  readonly tool: Tool;
  readonly output: string;
  readonly isTold: boolean;
}

export function trackCalls(): Calls {
  const calls = new Map<string, Call>();
  const closed = new Set<string>();

  const tell = (call: Call): AgentEvent[] => {
    calls.set(call.tool.toolCallId, { ...call, isTold: true });
    return call.isTold ? [] : [{ type: 'tool_call', name: nameOf(call.tool), summary: summaryOf(call.tool) }];
  };
  const close = (call: Call, ok: boolean, summary: string): AgentEvent[] => {
    const events = tell(call);
    calls.delete(call.tool.toolCallId);
    closed.add(call.tool.toolCallId);
    return [...events, { type: 'tool_result', name: nameOf(call.tool), ok, summary: resultSummary(summary) }];
  };
  const changed = (tool: Tool): Call => {
    const known = calls.get(tool.toolCallId);
    const call = {
      tool: known ? merged(known.tool, tool) : tool,
      output: `${known?.output ?? ''}${tool._meta?.terminal_output_delta?.data ?? ''}`,
      isTold: known?.isTold ?? false,
    };
    calls.set(tool.toolCallId, call);
    return call;
  };
  const unlessClosed =
    (told: (call: Call) => AgentEvent[]) =>
    (tool: Tool): AgentEvent[] =>
      closed.has(tool.toolCallId) ? [] : told(changed(tool));
  return {
    change: unlessClosed(call => {
      if (isOver(call.tool)) return close(call, isGood(call.tool), outputOf(call));
      return isComplete(call.tool) ? tell(call) : [];
    }),
    whole: tool => merged(calls.get(tool.toolCallId)?.tool ?? tool, tool),
    complete: unlessClosed(tell),
    refuse: (tool, reason) => unlessClosed(call => close(call, false, `refused: ${reason}`))(tool),
  };
}

/** What came later counts, unless it is empty. */
function merged(known: Tool, change: Tool): Tool {
  const filled = Object.entries(change).filter(
    ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...known, ...Object.fromEntries(filled) };
}

const nameOf = ({ name, kind, title }: Tool): string => name ?? kind ?? title ?? 'tool';

function summaryOf({ rawInput, locations, title, kind }: Tool): string {
  if (hasInput(rawInput)) return callSummary(rawInput);
  const place = kind === 'execute' ? undefined : locations?.[0]?.path;
  const words = place || title;
  return words ? callSummary({ path: words }) : '';
}

/** Some agents tell of a call while the model still writes it. */
const isComplete = ({ status, rawInput }: Tool): boolean =>
  status !== 'pending' || Object.keys(fieldsOf(rawInput)).some(field => field !== 'cwd');

const hasInput = (rawInput: unknown): boolean => Object.keys(fieldsOf(rawInput)).length > 0;

const isOver = ({ status }: Tool): boolean => status === 'completed' || status === 'failed';

/** Some agents call each command that ran a success. */
function isGood({ status, rawOutput, _meta }: Tool): boolean {
  const { exit_code, exitCode, metadata } = fieldsOf(rawOutput);
  const codes = [exit_code, exitCode, fieldsOf(metadata).exit, _meta?.terminal_exit?.exit_code];
  return status === 'completed' && !codes.some(code => typeof code === 'number' && code !== 0);
}

function outputOf({ tool: { content, rawOutput, _meta }, output }: Call): string {
  if (output !== '') return output;
  const terminal = _meta?.terminal_output?.data;
  if (terminal) return terminal;
  const texts = (content ?? []).flatMap(
    part => part.content?.text ?? (part.type === 'diff' ? (part.path ?? []) : []),
  );
  if (texts.length > 0) return texts.map(withoutFence).join('\n');
  if (typeof rawOutput === 'string') return rawOutput;
  const { output: printed, formatted_output, stdout } = fieldsOf(rawOutput);
  const told = [formatted_output, printed, stdout].find(value => typeof value === 'string' && value !== '');
  return typeof told === 'string' ? told : rawOutput === undefined ? '' : JSON.stringify(rawOutput);
}

/** Editors show what commands print as a block of code. */
const withoutFence = (text: string): string =>
  text.startsWith('```') && text.trimEnd().endsWith('```')
    ? text.trimEnd().slice(text.indexOf('\n') + 1, -3)
    : text;

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
