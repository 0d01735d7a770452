import type { RunState } from '../../run/state.ts';
import { cut, harmless } from '../ink.ts';
import { seen } from '../run/status.ts';
import { draftLines } from './draft.ts';
import { focusOf, topRow } from './focus.ts';
import { footLines } from './foot.ts';
import { headerLines } from './header.ts';
import { pageLines } from './page.ts';
import { type Pen, penOf } from './pen.ts';
import { treeRows } from './rows.ts';
import { rule } from './rule.ts';
import type { Scene, Screen, Ui } from './scene.ts';
import { treeLines } from './tree.ts';

/** All lines of the screen, each within its columns. */
export function screenLines(scene: Scene, ui: Ui, screen: Screen): readonly string[] {
  const pen = penOf(screen);
  const state = seen(scene.view);
  const foot = footLines(scene, state, ui, pen, screen).slice(-screen.rows);
  const above = { ...screen, rows: screen.rows - foot.length };
  const body = ui.page
    ? pageLines(ui.page, screen).slice(0, above.rows)
    : runLines(scene, state, ui, above, pen);
  return [...filled(body, above.rows), ...foot].map(line => cut(line, screen.columns, pen.marks.ellipsis));
}

const filled = (lines: readonly string[], rows: number): readonly string[] => [
  ...lines.slice(0, rows),
  ...new Array<string>(Math.max(0, rows - lines.length)).fill(''),
];

/** From how many rows on a log is shown, and a line between header and tree. */
const ROWS_FOR_LOG = 15;
const ROWS_FOR_RULE = 9;
const MIN_LOG = 3;
const MAX_LOG = 12;

/** Rows of the log itself. */
export const logHeight = ({ rows }: Pick<Screen, 'rows'>): number =>
  rows < ROWS_FOR_LOG ? 0 : Math.max(MIN_LOG, Math.min(MAX_LOG, Math.floor(rows / 4) - 1));

/** Header, tree and log. */
function runLines(scene: Scene, state: RunState, ui: Ui, screen: Screen, pen: Pen): readonly string[] {
  const { columns, rows } = screen;
  const header = headerLines(scene.view, 'keys', pen, columns, headerHeight(rows));
  const log = logLines(scene.log, ui.logBack, screen, pen);
  const hasRule = rows >= ROWS_FOR_RULE;
  const height = Math.max(0, rows - header.length - log.length - (hasRule ? 1 : 0));
  const { lines, where } = middle(scene, state, ui, columns, height, pen);
  return [...header, ...(hasRule ? [rule(where, columns, pen)] : []), ...filled(lines, height), ...log];
}

function headerHeight(rows: number): number {
  if (rows < 5) return 1;
  if (rows < ROWS_FOR_RULE) return 2;
  if (rows < ROWS_FOR_LOG) return 4;
  return rows < 30 ? 6 : 8;
}

/** The tree, or the plan in the making, and which part of it that is. */
function middle(
  { activities }: Scene,
  state: RunState,
  ui: Ui,
  columns: number,
  height: number,
  pen: Pen,
): { lines: readonly string[]; where: string } {
  if (state.draft) {
    const lines = draftLines(state.draft, state.origin.goal, activities, state.now, pen, columns);
    return { lines, where: '' };
  }
  const rows = treeRows(state, activities, pen, { columns, rows: height });
  const top = topRow(rows, focusOf(state, ui), height);
  const lines = treeLines(state, rows.slice(top, top + height), ui.selected, pen, columns);
  const below = rows.length - top - height;
  const where = [...(top > 0 ? [`${top} above`] : []), ...(below > 0 ? [`${below} below`] : [])];
  return { lines, where: where.join(pen.marks.dot) };
}

function logLines(log: readonly string[], back: number, screen: Screen, pen: Pen): readonly string[] {
  const height = logHeight(screen);
  if (height === 0) return [];
  const end = Math.max(Math.min(height, log.length), log.length - Math.max(0, back));
  const shown = log.slice(Math.max(0, end - height), end).map(line => ` ${harmless(line, pen.unicode)}`);
  const later = log.length - end;
  const name = later > 0 ? `log, ${later} later` : 'log';
  return [rule(name, screen.columns, pen), ...filled(shown, height)];
}
