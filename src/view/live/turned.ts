import { keyOf } from './key.ts';
import { endTop, isBefore, type Place, pageHeight, rowsAbove, rowsBelow, topOf } from './page.ts';
import type { Key, Page, Screen, Ui } from './scene.ts';

/** What a key does to a page. */
export function turned(ui: Ui, page: Page, key: Key, screen: Screen): Ui {
  const top = topOf(page, screen);
  const { lines } = page;
  const to = (place: Place): Ui => ({ ...ui, page: { ...page, ...placed(page, place, screen) } });
  const up = (rows: number): Ui => to(rowsAbove(lines, top, rows, screen));
  const down = (rows: number): Ui => to(rowsBelow(lines, top, rows, screen));
  switch (keyOf(key)) {
    case 'up':
    case 'k':
      return up(1);
    case 'down':
    case 'j':
      return down(1);
    case 'pageup':
    case 'b':
      return up(pageHeight(screen));
    case 'pagedown':
    case 'space':
      return down(pageHeight(screen));
    case 'home':
    case 'g':
      return to({ line: 0, row: 0 });
    case 'end':
    case 'G':
      return to({ line: lines.length, row: 0 });
    case 'escape':
    case 'return':
    case 'enter':
    case 'q':
      return { ...ui, page: null };
    default:
      return { ...ui, notice: 'this key does nothing here; esc goes back' };
  }
}

/** At its end a log goes on with what is added. */
function placed({ kind, lines }: Page, place: Place, screen: Screen): Required<Pick<Page, 'top' | 'row'>> {
  const end = endTop(lines, screen);
  if (isBefore(place, end)) return { top: place.line, row: place.row };
  return kind === 'log' ? { top: null, row: 0 } : { top: end.line, row: end.row };
}
