import { printable } from '../../base/printable.ts';

/** How much of a message stands on its line, in characters; `show` has all of it. */
const MAX_MESSAGE = 200;

/** Foreign text on one line that is not long. */
export function shortened(text: string): string {
  const line = printable(text.trim());
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1)}…`;
}
