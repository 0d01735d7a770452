import type { Heard } from '../talk/heard.ts';
import type { Message, Tokens } from './message.ts';

/** Turns what the program tells about tokens and costs into what was spent since the last time. */
export interface Spending {
  /** Of a message of the model. It stands on several lines, none of which knows all that was put out. */
  message(id: string, tokens: Tokens): readonly Heard[];
  /** Of the whole turn: what of it was not told yet, and its cost. */
  result(result: Message<'result'>): readonly Heard[];
}

interface Sum {
  readonly input: number;
  readonly output: number;
}

const NOTHING: Sum = { input: 0, output: 0 };

/** `isContinued`: costs that are told for the whole session are not those of this turn alone. */
export function countSpending(isContinued: boolean): Spending {
  const messages = new Map<string, Sum>();
  let told = NOTHING;
  const tell = (input: number, output: number, costUsd: number | null): readonly Heard[] => {
    told = { input: told.input + input, output: told.output + output };
    if (input === 0 && output === 0 && costUsd === null) return [];
    return [{ type: 'usage', usage: { inputTokens: input, outputTokens: output, costUsd } }];
  };
  return {
    message(id, tokens) {
      const before = messages.get(id) ?? NOTHING;
      const input = Math.max(before.input, inputOf(tokens));
      const output = Math.max(before.output, tokens.output_tokens);
      messages.set(id, { input, output });
      return tell(input - before.input, output - before.output, null);
    },
    result(result) {
      const all = tokensOf(result);
      const input = Math.max(0, all.input - told.input);
      const output = Math.max(0, all.output - told.output);
      return tell(input, output, costOf(result, isContinued));
    },
  };
}

const inputOf = (tokens: Tokens): number =>
  tokens.input_tokens + tokens.cache_creation_input_tokens + tokens.cache_read_input_tokens;

/** With subagents and side calls where the program tells them. */
function tokensOf({ model_usage_since_last_result: models, usage }: Message<'result'>): Sum {
  if (models === null) return usage ? { input: inputOf(usage), output: usage.output_tokens } : NOTHING;
  return Object.values(models).reduce<Sum>(
    ({ input, output }, model) => ({
      input: input + model.inputTokens + model.cacheReadInputTokens + model.cacheCreationInputTokens,
      output: output + model.outputTokens,
    }),
    NOTHING,
  );
}

/** Null where the program guessed a price for a model that it does not know. */
function costOf(result: Message<'result'>, isContinued: boolean): number | null {
  const { model_usage_since_last_result: models, total_cost_usd } = result;
  if (models === null) return isContinued ? null : total_cost_usd;
  const all = Object.values(models);
  if (all.length === 0 || all.some(({ costUSD, costBasis }) => costUSD === null || costBasis === 'unknown'))
    return null;
  return all.reduce((sum, { costUSD }) => sum + (costUSD ?? 0), 0);
}
