/** What sessions spent. A cost that the agent does not tell is unknown (null), never zero. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: null };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd === null ? b.costUsd : a.costUsd + (b.costUsd ?? 0),
});
