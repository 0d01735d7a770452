/** Colours as functions, so that views stay the same text with and without them. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly green: (text: string) => string;
  readonly inverse: (text: string) => string;
}

const wrap =
  (open: number, close: number) =>
  (text: string): string =>
    `\x1B[${open}m${text}\x1B[${close}m`;
/** Of what has no colour. */
export const same = (text: string): string => text;

export const coloured: Style = {
  bold: wrap(1, 22),
  dim: wrap(2, 22),
  red: wrap(31, 39),
  yellow: wrap(33, 39),
  blue: wrap(34, 39),
  green: wrap(32, 39),
  inverse: wrap(7, 27),
};

/** For a light background, on which yellow cannot be read. */
export const colouredOnLight: Style = { ...coloured, yellow: wrap(35, 39) };

export const uncoloured: Style = {
  bold: same,
  dim: same,
  red: same,
  yellow: same,
  blue: same,
  green: same,
  inverse: same,
};
