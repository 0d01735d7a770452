import { printable } from '../../base/printable.ts';
import { ascii } from '../ascii.ts';
import type { Style } from '../style.ts';
import type { Screen } from './scene.ts';

/** How things are written on a screen. */
export interface Pen {
  readonly style: Style;
  readonly unicode: boolean;
  readonly marks: Marks;
  /** Any text on one line of characters that the screen has. */
  readonly text: (foreign: string) => string;
}

export const penOf = ({ style, unicode }: Screen): Pen => ({
  style,
  unicode,
  marks: unicode ? DRAWN : TYPED,
  text: unicode ? printable : text => ascii(printable(text)),
});

interface Marks {
  readonly ellipsis: string;
  /** Between parts of a line. */
  readonly dot: string;
  /** Between the ends of a range. */
  readonly to: string;
  readonly rule: string;
  readonly branch: string;
  readonly corner: string;
  readonly stem: string;
  readonly pointer: string;
  readonly full: string;
  readonly empty: string;
  readonly left: string;
  readonly right: string;
  readonly cursor: string;
  readonly arrows: string;
}

const DRAWN: Marks = {
  ellipsis: '…',
  dot: ' · ',
  to: '–',
  rule: '─',
  branch: '├',
  corner: '└',
  stem: '│',
  pointer: '›',
  full: '█',
  empty: '░',
  left: '▕',
  right: '▏',
  cursor: '▏',
  arrows: '↑↓',
};

const TYPED: Marks = {
  ellipsis: '...',
  dot: ', ',
  to: '-',
  rule: '-',
  branch: '|-',
  corner: '`-',
  stem: '| ',
  pointer: '>',
  full: '#',
  empty: '.',
  left: '[',
  right: ']',
  cursor: '_',
  arrows: 'up/down',
};
