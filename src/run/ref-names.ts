/** Names below a run that are no phases. */
const RESERVED = new Set(['base', 'work', 'single', 'rescue']);

/**
 * Any text as one component of a ref's name, different texts as different components. Letters, digits, `-`, `_` and
 * harmless dots stand for themselves, all else for the hexadecimal of its UTF-8 bytes, as in an address.
 */
export function refComponent(text: string): string {
  if (text === '') return '%';
  if (RESERVED.has(text)) return escaped(text[0]!) + text.slice(1);
  return text.replace(/[^A-Za-z0-9_.-]|^[.-]|\.$|\.(?=\.|lock$)/gu, escaped);
}

const escaped = (char: string): string =>
  [...new TextEncoder().encode(char)]
    .map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/**
 * Keeps an attempt of a phase, or one lane of it. The phase's id is one that plans can have: longer ones have shorter
 * names in git.
 */
export const keptAttempt = (
  run: string,
  phase: string,
  attempt: number,
  lane: number | null = null,
): string =>
  `refs/phasewright/${refComponent(run)}/${refComponent(phase)}/${attempt}${lane === null ? '' : `.${lane}`}`;

/** Keeps the newest landed commit of a run, and with it the commit of every phase. */
export const keptWork = (run: string): string => `refs/phasewright/${refComponent(run)}/work`;
