import { LIMITS } from '../limits.ts';

/** Cuts a title to its limit, never inside a character. */
export const clip = (text: string): string =>
  text.length > LIMITS.titleCharacters
    ? `${text.slice(0, LIMITS.titleCharacters - 1).replace(/\p{Surrogate}$/u, '')}…`
    : text;

export const unique = (values: readonly string[]): string[] => [...new Set(values)];
