/** What an agent is asked to be. */
export const ROLES = ['architect', 'developer', 'reviewer', 'evaluator', 'doctor', 'replanner'] as const;
export type Role = (typeof ROLES)[number];
