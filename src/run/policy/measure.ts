/** What budgets limit. */
export const MEASURES = ['tokens', 'usd', 'wallMs', 'sessions', 'failures'] as const;
export type Measure = (typeof MEASURES)[number];
