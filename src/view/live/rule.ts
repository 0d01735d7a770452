import { displayWidth, truncate } from '../graph/text.ts';
import type { Pen } from './pen.ts';

/** A line across the screen, with a word in it. */
export function rule(word: string, columns: number, { style, marks }: Pen): string {
  if (word === '') return style.dim(marks.rule.repeat(columns));
  const text = truncate(`${marks.rule.repeat(2)} ${word} `, columns, marks.ellipsis);
  return style.dim(text + marks.rule.repeat(Math.max(0, columns - displayWidth(text))));
}
