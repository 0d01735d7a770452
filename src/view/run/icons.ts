import type { PhaseStatus } from '../../run/state.ts';
import type { Style } from '../style.ts';

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

export const COLOURS: Readonly<Record<PhaseStatus, (style: Style) => (text: string) => string>> = {
  pending: style => style.dim,
  running: style => style.blue,
  retrying: style => style.yellow,
  completed: style => style.green,
  failed: style => style.red,
  blocked: style => style.red,
  skipped: style => style.dim,
};
