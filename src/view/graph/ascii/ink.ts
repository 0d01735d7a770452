/** The characters that a picture is drawn with. */
export interface Ink {
  /** Boxes have borders of their own, so that a row takes three lines. */
  readonly bordered: boolean;
  /** Columns that a box takes besides its label. */
  readonly frame: number;
  readonly done: string;
  readonly ellipsis: string;
  readonly rule: string;
  /** Leads to the words beside a phase. */
  readonly aside: string;
  readonly head: string;
  /** First, middle and last line of a bracket around phases that stand below each other. */
  readonly bracket: readonly [string, string, string];
  /** By the sides a line leaves to: up 1, down 2, left 4, right 8. */
  readonly joins: string;
}

export const ASCII: Ink = {
  bordered: false,
  frame: 2,
  done: ' (done)',
  ellipsis: '...',
  rule: '=',
  aside: '<- ',
  head: 'v',
  bracket: ['/', '|', '\\'],
  joins: ' |||-+++-+++-+++',
};

export const UNICODE: Ink = {
  bordered: true,
  frame: 4,
  done: ' ✓',
  ellipsis: '…',
  rule: '═',
  aside: '← ',
  head: '▼',
  bracket: ['╭', '│', '╰'],
  joins: ' │││─╯╮┤─╰╭├─┴┬┼',
};
