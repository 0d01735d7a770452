/** Limits on what a plan may be. Each has its unit in its name. */
export const LIMITS = {
  textBytes: 10 * 1024 * 1024,
  /** Longer lines make the markdown parser slow and carry no plan. */
  lineCharacters: 200_000,
  /** Of a heading, cell or line of text, what is looked at for words with a meaning. */
  readCharacters: 1000,
  phases: 20_000,
  subtasks: 100_000,
  /** Dependencies of all phases together. */
  edges: 500_000,
  /** Neighbouring phases that are marked parallel and taken as one group. */
  parallelGroup: 256,
  idCharacters: 64,
  titleCharacters: 500,
  /** Block quotes and lists inside each other. */
  nestingLevels: 64,
  yamlAliases: 100,
  /** Findings of one code that are reported one by one. */
  findingsPerCode: 100,
} as const;
