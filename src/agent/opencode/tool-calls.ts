import type { Heard } from '../talk/heard.ts';
import { callSummary, resultSummary } from '../talk/summary.ts';
import type { ToldPart } from './wire.ts';

/** By which the answer is given. */
const ANSWER_TOOL = 'StructuredOutput';

type ToolPart = ToldPart & { type: 'tool' };

/** Calls of tools, each of which is told of many times while it runs. */
export function openTools() {
  const names = new Map<string, string>();
  const called = new Set<string>();
  const ended = new Set<string>();
  const call = ({ id, tool, state }: ToolPart): readonly Heard[] => {
    if (called.has(id)) return [];
    called.add(id);
    return [{ type: 'tool_call', name: tool, summary: callSummary(state.input) }];
  };
  const result = ({ id, tool, state }: ToolPart): readonly Heard[] => {
    if (ended.has(id)) return [];
    ended.add(id);
    const ok = state.status === 'completed' && (state.metadata?.exit ?? 0) === 0;
    return [
      { type: 'tool_result', name: tool, ok, summary: resultSummary(state.error ?? state.output ?? '') },
    ];
  };
  return {
    named: ({ callID, tool }: ToolPart): void => void names.set(callID, tool),
    nameOf: (callId: string | undefined): string | null => names.get(callId ?? '') ?? null,
    heard(told: ToolPart): readonly Heard[] {
      if (told.tool === ANSWER_TOOL) return [];
      switch (told.state.status) {
        case 'running':
          return call(told);
        case 'completed':
        case 'error':
          return [...call(told), ...result(told)];
        default:
          return [];
      }
    },
  };
}
