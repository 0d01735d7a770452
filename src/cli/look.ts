import type { Look } from '../view/look.ts';
import type { Terminal } from './terminal.ts';

/** How results are seen: a screen is only so wide, a file or a program gets lines of any length. */
export const lookOf = ({ outStyle, unicode, outIsScreen, columns }: Terminal): Look => ({
  style: outStyle,
  unicode,
  columns: outIsScreen ? columns : Infinity,
});
