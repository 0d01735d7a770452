import { unreachable } from '../../base/unreachable.ts';
import { displayWidth } from '../graph/text.ts';
import { cut, wrap } from '../ink.ts';
import { type Pen, penOf } from './pen.ts';
import type { Question, Screen } from './scene.ts';

/** Lines that a question may take. */
const MAX_LINES = 6;
const YES_OR_NO = ' (y/n) ';

/** A question at the foot of the screen, with as much of the answer as there is room for. */
export function questionLines(question: Question, pen: Pen, { columns, rows }: Screen): string[] {
  const { style, marks } = pen;
  const width = columns - 1;
  const most = linesFor(rows);
  const text = pen.text(question.text);
  switch (question.kind) {
    case 'sure': {
      const asked = cut(text, width * most - reserve(width, most), marks.ellipsis);
      return drawn(`${asked}${YES_OR_NO}${marks.cursor}`, most);
    }
    case 'words': {
      const need = needRows(question.need, pen, width, most);
      const left = most - need.length;
      const asked = `${cut(text, Math.floor(width / 2), marks.ellipsis)}: `;
      const room = width * left - reserve(width, left) - displayWidth(asked);
      return [...need, ...drawn(`${asked}${tail(pen.text(question.typed), room)}${marks.cursor}`, left)];
    }
    default:
      return unreachable(question);
  }

  function drawn(line: string, lines: number): string[] {
    return wrap(line, width, lines, marks.ellipsis).map(row => ` ${style.bold(row)}`);
  }
}

/** Lines that are kept for an answer in words, where there are that many. */
const ANSWER_LINES = 2;

function needRows(need: string, { style, marks, text }: Pen, width: number, most: number): string[] {
  const room = Math.max(Math.min(1, most - 1), most - ANSWER_LINES);
  const words = text(need.trim());
  if (words === '' || room === 0) return [];
  return wrap(words, width, room, marks.ellipsis).map(row => ` ${style.yellow(row)}`);
}

/** Whether all of a question is to be seen, however its lines are broken. */
export function isSeenWhole(text: string, screen: Screen): boolean {
  const { marks, text: written } = penOf(screen);
  const width = screen.columns - 1;
  const line = `${written(text)}${YES_OR_NO}${marks.cursor}`;
  return wrap(line, width, MAX_LINES + 1, marks.ellipsis).length <= linesFor(screen.rows);
}

/** Something of the run stays in sight. */
const linesFor = (rows: number): number => Math.max(1, Math.min(MAX_LINES, rows - 2));

/** Columns that are kept free for the answer and for what is lost where lines are broken. */
const reserve = (width: number, lines: number): number =>
  Math.min(width - 1, YES_OR_NO.length + 2) + (lines - 1) * Math.floor(width / 2);

/** The end of what was typed. */
function tail(text: string, columns: number): string {
  const characters = Array.from(text);
  let width = displayWidth(text);
  let from = 0;
  for (; width > columns && from < characters.length; from += 1) width -= displayWidth(characters[from]!);
  return characters.slice(from).join('');
}
