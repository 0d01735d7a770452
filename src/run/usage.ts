/** What sessions spent. A cost that the agent does not tell is unknown (null), never zero. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** More than this nobody spends between two messages of an agent: it is rubbish, and sums of it would not stay exact. */
export const MAX_MESSAGE_TOKENS = 1e9;
export const MAX_MESSAGE_USD = 100_000;

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: null };

/** What a phase or run has spent. The cost is that of the sessions that told theirs; `unpriced` counts the others. */
export interface Spending {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly unpriced: number;
}

export const NOTHING_SPENT: Spending = { inputTokens: 0, outputTokens: 0, costUsd: 0, unpriced: 0 };

export const spend = (spending: Spending, { inputTokens, outputTokens, costUsd }: Usage): Spending => ({
  inputTokens: spending.inputTokens + inputTokens,
  outputTokens: spending.outputTokens + outputTokens,
  costUsd: spending.costUsd + (costUsd ?? 0),
  unpriced: spending.unpriced + (costUsd === null ? 1 : 0),
});

/** Of one session. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd === null ? b.costUsd : a.costUsd + (b.costUsd ?? 0),
});
