import type { Document, Recognised } from './draft.ts';
import { isOverview, rowDraft, type UnitTable, unitTables } from './tables.ts';

/** Plans that are nothing but a table: an overview of phases, or a list of subtasks with types and files. */
export function byTables(document: Document): Recognised | null {
  const table = unitTables(document.root, () => false).find(isOverview);
  if (!table) return null;
  const units = table.rows.map(rowDraft);
  return { format: listsSubtasks(table) ? 'subtasks' : 'table', units, findings: [], order: [] };
}

const listsSubtasks = (table: UnitTable): boolean =>
  table.kind === 'subtask' ||
  (table.kind === '' && (table.columns.has('type') || table.columns.has('files')));
