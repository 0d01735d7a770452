/** Limits on what a plan may be. Each has its unit in its name. */
export const LIMITS = {
  textBytes: 10 * 1024 * 1024,
  /** Longer lines make the markdown parser slow and carry no plan. */
  lineCharacters: 200_000,
  phases: 20_000,
  subtasks: 100_000,
  idCharacters: 64,
  titleCharacters: 500,
  /** Block quotes and lists inside each other. */
  nestingLevels: 64,
  yamlAliases: 100,
  diagnostics: 500,
} as const;
