import { unreachable } from '../../base/unreachable.ts';
import type { Heard } from '../talk/heard.ts';
import { callSummary, resultSummary } from '../talk/summary.ts';
import type { Item } from './message.ts';
import { withoutNulls } from './strict.ts';

type Stage = 'item.started' | 'item.updated' | 'item.completed';

interface ItemListener {
  hear(item: Item, stage: Stage): readonly Heard[];
  /** The turn ended well. */
  end(): readonly Heard[];
  /** What was held back because it could be the answer. */
  release(): readonly Heard[];
}

/** Codex does not pass on that a model refuses, so that this is all there is to see. */
const SILENCE = 'the model ended its turn without a word, as it does when it refuses';

/** What the items of a turn mean. Where an answer is wanted, it is the last message, if that is an object. */
export function itemListener(answerSchema: object | null): ItemListener {
  const started = new Set<string>();
  let held: { readonly text: string; readonly value: unknown } | null = null;
  let hasSpoken = false;

  const release = (): Heard[] => {
    const events: Heard[] = held === null ? [] : [{ type: 'text', text: held.text }];
    held = null;
    return events;
  };
  const said = (text: string): Heard[] => {
    hasSpoken = true;
    const released = release();
    const value = answerSchema === null ? null : objectIn(text);
    if (answerSchema === null || value === null) return [...released, { type: 'text', text }];
    held = { text, value: withoutNulls(value, { ...answerSchema }) };
    return released;
  };
  const used = ({ id, name, call, ok, result }: Tool, isOver: boolean): Heard[] => {
    hasSpoken = false;
    const calls: Heard[] = started.has(id) ? [] : [{ type: 'tool_call', name, summary: call }];
    started.add(id);
    const results: Heard[] = [{ type: 'tool_result', name, ok, summary: resultSummary(result) }];
    return [...release(), ...calls, ...(isOver ? results : [])];
  };
  const hear = (item: Item, stage: Stage): Heard[] => {
    const isOver = stage === 'item.completed';
    switch (item.type) {
      case 'agent_message':
        return isOver ? said(item.text) : [];
      case 'reasoning':
        return isOver ? [...release(), { type: 'thinking', text: item.text }] : [];
      case 'error':
        return [{ type: 'notice', text: item.message }];
      case 'todo_list':
        return isOver ? [] : [{ type: 'tool_call', name: item.type, summary: listOf(item) }];
      case 'other':
        return [];
      default:
        return stage === 'item.updated' ? [] : used(toolOf(item), isOver);
    }
  };
  const end = (): Heard[] => {
    const silence: Heard[] = hasSpoken ? [] : [{ type: 'notice', text: SILENCE }];
    return held === null ? silence : [{ type: 'answer', value: held.value }];
  };
  return { hear, end, release };
}

interface Tool {
  readonly id: string;
  readonly name: string;
  readonly call: string;
  readonly ok: boolean;
  readonly result: string;
}

function toolOf(item: Extract<Item, { id: string }>): Tool {
  const { id } = item;
  switch (item.type) {
    case 'command_execution': {
      const isOk = item.status === 'completed';
      return { id, name: 'shell', call: callSummary(item), ok: isOk, result: item.aggregated_output };
    }
    case 'file_change': {
      const path = item.changes.map(change => `${change.kind} ${change.path}`).join('\n');
      const isOk = item.status === 'completed';
      return { id, name: 'apply_patch', call: callSummary({ path }), ok: isOk, result: path };
    }
    case 'mcp_tool_call': {
      const name = `${item.server}.${item.tool}`;
      const result = item.error?.message ?? JSON.stringify(item.result?.content ?? '');
      return { id, name, call: callSummary(item.arguments), ok: item.status === 'completed', result };
    }
    case 'web_search':
      return { id, name: item.type, call: callSummary(item), ok: true, result: '' };
    default:
      return unreachable(item);
  }
}

const listOf = ({ items }: Extract<Item, { type: 'todo_list' }>): string =>
  callSummary({ path: items.map(({ text, completed }) => `[${completed ? 'x' : ' '}] ${text}`).join('\n') });

/** Null where the text is no JSON object. */
function objectIn(text: string): object | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
