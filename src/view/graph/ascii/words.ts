import type { Node, Shape } from '../shape.ts';
import { clean, displayWidth, truncate } from '../text.ts';
import type { Ink } from './ink.ts';

/** `2a: Backend`, with the title cut to the room; the id and the mark of a done phase always stay. */
export function label({ phase }: Node, room: number, ink: Ink): string {
  const done = phase.done ? ink.done : '';
  const left = room - displayWidth(`${phase.id}: ${done}`);
  const title = left < MIN_TITLE_COLUMNS ? '' : truncate(clean(phase.title), left, ink.ellipsis);
  return (title === '' ? phase.id : `${phase.id}: ${title}`) + done;
}

const MIN_TITLE_COLUMNS = 4;

/** What the lines do not show of a phase's needs; `drawn` are those that they do. */
export function needs(node: Node, drawn: ReadonlySet<number>, shape: Shape): string {
  const untold = node.needs.filter(need => !drawn.has(need));
  if (untold.length === 0) return '';
  return `${untold.length < node.needs.length ? 'also needs' : 'needs'} ${ids(untold.map(at => shape.nodes[at]!))}`;
}

/** The row runs in parallel, all of it and nothing else with it. */
export function isOneGroup(row: readonly Node[], shape: Shape): boolean {
  const { group, level } = row[0]!;
  const members = group === null ? [] : shape.groups[group]!;
  return members.length === row.length && members.every(member => member.level === level);
}

/** The parallel groups of a row, named where they are not the row itself. */
export function parallelMarks(row: readonly Node[], shape: Shape): string[] {
  if (isOneGroup(row, shape)) return ['parallel'];
  const groups = new Set(row.map(node => node.group).filter(group => group !== null));
  return [...groups].map(group => `parallel: ${ids(shape.groups[group]!)}`);
}

function ids(nodes: readonly Node[]): string {
  return nodes.map(node => node.phase.id).join(', ');
}

/** The words broken at spaces into lines of at most `columns`, save for a longer word. */
export function wrap(words: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
