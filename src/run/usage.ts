/** What sessions spent. A cost that the agent does not tell is unknown (null), never zero. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
  /** What it cost by the list of prices, where the agent does not tell and the model is on the list. */
  readonly estimatedUsd?: number;
}

/** More than this nobody spends between two messages of an agent: it is rubbish, and sums of it would not stay exact. */
export const MAX_MESSAGE_TOKENS = 1e9;
export const MAX_MESSAGE_USD = 100_000;

/** No session takes no tokens: where there are none, the agent did not tell. */
export const toldTokens = ({ inputTokens, outputTokens }: Usage): boolean => inputTokens + outputTokens > 0;

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: null };

/**
 * What a phase or run has spent. `costUsd` is what agents told, `estimatedUsd` what their tokens cost by the list of
 * prices where they did not; `unpriced` counts sessions of which neither is known.
 */
export interface Spending {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly estimatedUsd: number;
  readonly unpriced: number;
}

export const NOTHING_SPENT: Spending = {
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  estimatedUsd: 0,
  unpriced: 0,
};

export const spend = (
  spending: Spending,
  { inputTokens, outputTokens, costUsd, estimatedUsd }: Usage,
): Spending => ({
  inputTokens: spending.inputTokens + inputTokens,
  outputTokens: spending.outputTokens + outputTokens,
  costUsd: spending.costUsd + (costUsd ?? 0),
  estimatedUsd: spending.estimatedUsd + (costUsd === null ? (estimatedUsd ?? 0) : 0),
  unpriced: spending.unpriced + (costUsd === null && estimatedUsd === undefined ? 1 : 0),
});

/** The part of what was spent that was told before the session ended; whether it has a price is told at its end. */
export const spendPart = (spending: Spending, usage: Usage): Spending => ({
  ...spend(spending, usage),
  unpriced: spending.unpriced,
});

/** What is left of a session's spending once a part of it is counted. */
export const withoutPart = (whole: Usage, part: Usage): Usage => ({
  inputTokens: Math.max(0, whole.inputTokens - part.inputTokens),
  outputTokens: Math.max(0, whole.outputTokens - part.outputTokens),
  costUsd: whole.costUsd === null ? null : Math.max(0, whole.costUsd - (part.costUsd ?? 0)),
  ...(whole.estimatedUsd === undefined
    ? {}
    : { estimatedUsd: Math.max(0, whole.estimatedUsd - (part.estimatedUsd ?? 0)) }),
});

/** Of one session. */
export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd === null ? b.costUsd : a.costUsd + (b.costUsd ?? 0),
  ...(a.estimatedUsd === undefined && b.estimatedUsd === undefined
    ? {}
    : { estimatedUsd: (a.estimatedUsd ?? 0) + (b.estimatedUsd ?? 0) }),
});
