import { widthOf } from './width.ts';

/** What a cell looks like; `null` is the terminal's own colour. */
export interface Look {
  readonly foreground: Colour | null;
  readonly background: Colour | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strike: boolean;
}

/** One of the 256, or red, green and blue. */
export type Colour = number | readonly [number, number, number];

/** A character with what combines with it, in one column or two. */
export interface Cell {
  readonly text: string;
  readonly column: number;
  readonly width: number;
  readonly look: Look;
}

export const PLAIN: Look = {
  foreground: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
};

/** A control sequence, a string for the terminal, another escape, or a character with what combines with it. */
const TOKEN =
  /\x1b\[([0-9:;?]*)[ -/]*([@-~])|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\0-\x1f\x7f]|\P{Mark}(?:\p{Mark}|\u200d\p{Extended_Pictographic})*|\p{Mark}/gu;

/** The cells of each row of what `tmux capture-pane -e -p` prints. A look goes on in the next row. */
export function cellsOf(captured: string): Cell[][] {
  let look = PLAIN;
  return captured.split('\n').map(row => {
    const cells: Cell[] = [];
    let column = 0;
    for (const [text, parameters, final] of row.matchAll(TOKEN)) {
      if (final === 'm') look = changed(look, parameters ?? '');
      if (/^[\x1b\0-\x1f\x7f]/.test(text)) continue;
      const width = widthOf(text);
      cells.push({ text, column, width, look });
      column += width;
    }
    return cells;
  });
}

/** The look after a sequence such as `1;38;5;208` (select graphic rendition). */
function changed(look: Look, parameters: string): Look {
  const words = parameters.split(';');
  let now = look;
  for (let at = 0; at < words.length; at++) {
    const [code, ...inner] = words[at]!.split(':').map(Number);
    if (code === 38 || code === 48) {
      const values = inner.length > 0 ? inner : words.slice(at + 1).map(Number);
      const { colour, taken } = extended(values);
      now = { ...now, [code === 38 ? 'foreground' : 'background']: colour };
      if (inner.length === 0) at += taken;
    } else if (code === 4 && inner.length > 0) {
      now = { ...now, underline: inner[0] !== 0 };
    } else {
      now = { ...now, ...simple(code!) };
    }
  }
  return now;
}

function extended([kind, ...values]: readonly number[]): { colour: Colour | null; taken: number } {
  if (kind === 5) return { colour: values[0] ?? 0, taken: 2 };
  if (kind === 2) return { colour: [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0], taken: 4 };
  return { colour: null, taken: 0 };
}

const SIMPLE: Readonly<Record<number, Partial<Look>>> = {
  0: PLAIN,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { foreground: null },
  49: { background: null },
};

function simple(code: number): Partial<Look> {
  if (code >= 30 && code <= 37) return { foreground: code - 30 };
  if (code >= 90 && code <= 97) return { foreground: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { background: code - 40 };
  if (code >= 100 && code <= 107) return { background: code - 100 + 8 };
  return SIMPLE[code] ?? {};
}
