/** What an agent is asked to be. */
export const ROLES = ['architect', 'developer', 'reviewer', 'evaluator', 'doctor', 'replanner'] as const;
export type Role = (typeof ROLES)[number];

/** What tells sessions of one phase apart that are held at the same time. */
export const sessionKey = (role: Role, lane: number): string => `${role}.${lane}`;
