import { displayWidth } from '../graph/text.ts';

/** What stands in the row of a phase, behind its icon. */
export interface Cells {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly counts: string;
  readonly took: string;
  readonly note: string;
}

/** How wide each of them is in all rows; 0 where it is left out. */
export type Columns = Readonly<Record<keyof Cells, number>>;

/** Titles are not cut below this for the sake of anything else. */
const MIN_TITLE = 16;
/** Up to here a title goes before a note. */
const WORTHY_TITLE = 44;
/** What is worth seeing of a note, at least: an id behind `waits for`. */
const MIN_NOTE = 13;
export const GAP = 2;
/** Before the id of a phase: the mark of the selected one, the indent, the icon. */
export const LEAD = 5;

/** The columns that fit into `room`, those that matter most first. A row may have only some of the cells. */
export function columnsFor(rows: readonly Partial<Cells>[], room: number): Columns {
  const widest = (name: keyof Cells): number =>
    rows.reduce((width, row) => Math.max(width, displayWidth(row[name] ?? '')), 0);
  const id = Math.min(widest('id'), Math.max(1, Math.floor(room / 3)));
  const wanted = widest('title');
  let left = room - id - GAP;
  let title = Math.min(wanted, MIN_TITLE, Math.max(0, left));
  left -= title;
  const given = (width: number, least = width): number => {
    if (width === 0 || left < least + GAP) return 0;
    left -= least + GAP;
    return least;
  };
  const counts = given(widest('counts'));
  const took = given(widest('took'));
  const wish = widest('note');
  let note = given(wish, Math.min(wish, MIN_NOTE));
  const grown = (width: number, most: number): number => {
    const more = Math.max(0, Math.min(left, most - width));
    left -= more;
    return width + more;
  };
  title = grown(title, Math.min(wanted, WORTHY_TITLE));
  const type = given(widest('type'));
  if (note > 0) note = grown(note, wish);
  title = grown(title, wanted);
  return { id, title, type, counts, took, note };
}
