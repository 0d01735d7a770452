import type { Node, Shape } from '../shape.ts';
import { displayWidth, padEnd } from '../text.ts';
import type { Ink } from './ink.ts';
import { isOneGroup, label, needs, wrap } from './words.ts';

/** Level by level, a line for each phase: what remains readable of any number of phases. */
export function list(shape: Shape, width: number, ink: Ink): string[] {
  return shape.rows.flatMap((row, at) => {
    const whole = isOneGroup(row, shape);
    const count = row.length === 1 ? '1 phase' : `${row.length} phases${whole ? ', parallel' : ''}`;
    const lines = row.flatMap(node => {
      const words = [whole ? '' : groupName(node), needs(node, NOTHING, shape)];
      return entry(label(node, width - 2, ink), joined(words), 0, width - 2, ink);
    });
    return [...(at === 0 ? [] : ['']), `Level ${at + 1} (${count})`, ...lines.map(line => `  ${line}`)];
  });
}

/** A row of phases one below the other, held together by a bracket, for those that do not fit side by side. */
export function fold(
  row: readonly Node[],
  words: (node: Node) => string,
  shape: Shape,
  width: number,
  ink: Ink,
): string[] {
  const notes = notesOf(row, words, shape);
  const room = width - (row.length > 1 ? 2 : 0);
  const longest = Math.max(...notes.map(note => (note === '' ? 0 : note.length + ASIDE_COLUMNS)));
  const cap = Math.max(MIN_LABEL_COLUMNS, room - longest) - 2;
  const labels = row.map(node => `[${label(node, cap, ink)}]`);
  const column = Math.max(...labels.map(displayWidth));
  const lines = labels.flatMap((text, at) => entry(text, notes[at]!, column, room, ink));
  if (row.length === 1) return lines;
  return lines.map((line, at) => `${bracketAt(at, lines.length, ink)} ${line}`);
}

const NOTHING: ReadonlySet<number> = new Set();
const MIN_LABEL_COLUMNS = 26;
/** The gap and the arrow between a label and its words. */
const ASIDE_COLUMNS = 6;

/** Where all run in parallel the first line says so, unless each has something of its own to say. */
function notesOf(row: readonly Node[], words: (node: Node) => string, shape: Shape): string[] {
  const own = row.map(words);
  const whole = isOneGroup(row, shape);
  const each = own.some(note => note !== '');
  return row.map((node, at) => {
    const all = each || at === 0 ? 'parallel' : '';
    return joined([whole ? all : groupName(node), own[at]!]);
  });
}

function groupName({ group }: Node): string {
  return group === null ? '' : `parallel group ${group + 1}`;
}

/** The label with its words beside it or, where they are too long, below. */
function entry(text: string, note: string, column: number, room: number, ink: Ink): string[] {
  if (note === '') return [text];
  const beside = `${padEnd(text, column)}   ${ink.aside}${note}`;
  if (displayWidth(beside) <= room) return [beside];
  const [first, ...rest] = wrap(note, room - 4 - ink.aside.length);
  const under = ' '.repeat(4 + ink.aside.length);
  return [text, `    ${ink.aside}${first}`, ...rest.map(line => under + line)];
}

function bracketAt(at: number, length: number, ink: Ink): string {
  if (at === 0) return ink.bracket[0];
  return ink.bracket[at === length - 1 ? 2 : 1];
}

function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('; ');
}
