/** What commands can be asked to print; apart from the commands, so that help does not load them. */
export const CHECK_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export const GRAPH_FORMATS = ['ascii', 'mermaid', 'dot', 'svg', 'json'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];
/** Shells that are completed in. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];
export const REPORT_FORMATS = ['md', 'html', 'json'] as const;
/** Roles whose prompt can be shown. */
export const PROMPTED_ROLES = [
  'developer',
  'reviewer',
  'evaluator',
  'doctor',
  'replanner',
  'architect',
] as const;
export type PromptedRole = (typeof PROMPTED_ROLES)[number];
