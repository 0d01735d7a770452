import type { Phase } from '../model.ts';
import { escapeInline } from './inline.ts';

type Listed = Pick<Phase, 'id' | 'title' | 'dependsOn' | 'parallelWith' | 'estimate' | 'done'>;

export const OVERVIEW_COLUMNS = [
  'Phase',
  'Name',
  'Depends On',
  'Parallel With',
  'Estimate',
  'Status',
] as const;

/** The table of all phases, as lines of markdown. It repeats what their sections say. */
export const overview = (phases: readonly Listed[]): string[] =>
  [OVERVIEW_COLUMNS, OVERVIEW_COLUMNS.map(() => '---'), ...phases.map(overviewCells)].map(
    cells => `| ${cells.join(' | ')} |`,
  );

/** What the table says of a phase. */
export const overviewCells = (phase: Listed): string[] => [
  escapeInline(phase.id),
  escapeInline(phase.title),
  ids(phase.dependsOn),
  ids(phase.parallelWith),
  phase.estimate === null ? '-' : String(phase.estimate),
  phase.done ? 'Done' : 'Open',
];

/** The cells of a table's row; null where the line is none. */
export function readRow(line: string): string[] | null {
  const row = line.trim();
  if (!row.startsWith('|') || !row.endsWith('|') || row.length < 2) return null;
  const cells: string[] = [];
  let start = 1;
  for (let i = 1; i < row.length; i += 1) {
    if (row[i] === '\\') i += 1;
    else if (row[i] === '|') {
      cells.push(row.slice(start, i).trim());
      start = i + 1;
    }
  }
  return start === row.length ? cells : null;
}

const ids = (list: readonly string[]): string => (list.length > 0 ? list.map(escapeInline).join(', ') : '-');
