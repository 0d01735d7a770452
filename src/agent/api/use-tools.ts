import type { ToolModelMessage, ToolSet } from 'ai';
import type { Message } from '../wire/message.ts';
import type { Sdk } from './load.ts';
import { shortened } from './tools/shortened.ts';
import type { AgentTool, Outcome, Place } from './tools/tool.ts';

const CALL_CHARACTERS = 2_000;
const RESULT_CHARACTERS = 4_000;

/** What the model wants done. The input fits the tool's schema. */
export interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** In the AI SDK's format. */
export type Results = Readonly<ToolModelMessage['content']>;

/** The tools as the AI SDK offers them to a model. It is we who use them. `schemas` go before what a tool says itself. */
export const offered = (
  sdk: Sdk,
  tools: readonly AgentTool[],
  schemas: Readonly<Record<string, object>>,
): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => {
      const schema = schemas[name];
      return [name, sdk.tool({ description, inputSchema: schema ? sdk.jsonSchema(schema) : input })];
    }),
  );

/** Does what the model called for, one after the other: later calls build on earlier ones. */
export async function useTools(
  calls: readonly Call[],
  tools: readonly AgentTool[],
  place: Place,
  send: (message: Message) => void,
): Promise<Results> {
  const results: ToolModelMessage['content'] = [];
  for (const { toolCallId, toolName, input } of calls) {
    const tool = tools.find(({ name }) => name === toolName);
    tellCall(toolName, tool?.summary(input) ?? '', send);
    const { ok, text } = tool ? await used(tool, input, place) : { ok: false, text: 'there is no such tool' };
    tellResult(toolName, ok, text, send);
    const output = { type: ok ? ('text' as const) : ('error-text' as const), value: text };
    results.push({ type: 'tool-result', toolCallId, toolName, output });
  }
  return results;
}

/** A tool that throws is one that failed. */
async function used(tool: AgentTool, input: unknown, place: Place): Promise<Outcome> {
  try {
    return await tool.use(input, place);
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  }
}

export const tellCall = (name: string, summary: string, send: (message: Message) => void): void =>
  send({ type: 'tool_call', name, summary: shortened(summary, CALL_CHARACTERS) });

export const tellResult = (name: string, ok: boolean, text: string, send: (message: Message) => void): void =>
  send({ type: 'tool_result', name, ok, summary: shortened(text, RESULT_CHARACTERS) });
