import type { Style } from './style.ts';

/** How a text is to be seen. */
export interface Look {
  readonly style: Style;
  readonly unicode: boolean;
  /** No line is wider; infinite in a file or a pipe. */
  readonly columns: number;
}

export const ellipsisOf = (unicode: boolean): string => (unicode ? '…' : '...');

/** Our own words with marks that the screen has; foreign ones are left as they are. */
export const typed = (words: string, unicode: boolean): string =>
  unicode ? words : words.replaceAll('…', '...').replaceAll('—', '-');
