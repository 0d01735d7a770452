import { ASCII, type Ink, UNICODE } from './ascii/ink.ts';
import { list } from './ascii/list.ts';
import { picture } from './ascii/picture.ts';
import type { GraphView } from './input.ts';
import { shapeOf } from './shape.ts';
import { clean, displayWidth, truncate } from './text.ts';

export interface AsciiOptions {
  /** Columns to stay within. Ids are never cut, so a very long one may stand out. */
  readonly width?: number;
  /** Box-drawing characters and arrows. */
  readonly unicode?: boolean;
}

/**
 * The order from top to bottom, a row for each level. A line between rows stands for every edge between what it
 * joins; what lines cannot show exactly is said in words beside the phase.
 */
export function ascii(view: GraphView, options: AsciiOptions = {}): string {
  const width = Math.max(MIN_COLUMNS, options.width ?? DEFAULT_COLUMNS);
  const ink = options.unicode ? UNICODE : ASCII;
  const shape = shapeOf(view);
  const body = shape.nodes.length > MAX_DRAWN_PHASES ? list(shape, width, ink) : picture(shape, width, ink);
  const lines = [...heading(view.title, width, ink), ...(shape.nodes.length === 0 ? ['(no phases)'] : body)];
  return `${lines.map(line => line.trimEnd()).join('\n')}\n`;
}

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 40;
/** More than this no longer reads as a picture; a list says it better. */
const MAX_DRAWN_PHASES = 200;

function heading(title: string, width: number, ink: Ink): string[] {
  const text = truncate(clean(title), width, ink.ellipsis);
  return text === '' ? [] : [text, ink.rule.repeat(displayWidth(text)), ''];
}
