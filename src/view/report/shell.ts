import { printable } from '../../base/printable.ts';

/** A word for a POSIX shell that means exactly this text, whatever a plan or repository calls its things. */
export function shellWord(text: string): string {
  const word = printable(text);
  return /^[\w./:@%+=,][\w./:@%+=,-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
