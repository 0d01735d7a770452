import type { PhaseStatus } from '../../run/state.ts';

/** One character for each status; letters where the terminal has no others. */
export function icon(status: PhaseStatus, unicode: boolean): string {
  return (unicode ? SYMBOLS : LETTERS)[status];
}

const SYMBOLS: Readonly<Record<PhaseStatus, string>> = {
  pending: '○',
  running: '●',
  retrying: '↻',
  completed: '✓',
  failed: '✗',
  blocked: '⊘',
  skipped: '–',
};

const LETTERS: Readonly<Record<PhaseStatus, string>> = {
  pending: '.',
  running: '*',
  retrying: 'r',
  completed: '+',
  failed: 'x',
  blocked: '!',
  skipped: '-',
};
