import { unreachable } from '../../base/unreachable.ts';
import { MAX_MESSAGE } from '../../run/command.ts';
import { graphemes } from '../graph/text.ts';
import type { Pressed } from './press.ts';
import type { Key, Question, Ui } from './scene.ts';

/** What a key does to the question at the foot of the screen. */
export function answered(ui: Ui, question: Question, key: Key): Pressed {
  const closed: Ui = { ...ui, question: null };
  switch (question.kind) {
    case 'sure':
      if (key.text === 'y' || key.text === 'Y') return { ui: closed, wish: question.wish };
      return { ui: { ...closed, notice: 'no: all stays as it is' }, wish: null };
    case 'words':
      return typed(ui, closed, question, key);
    default:
      return unreachable(question);
  }
}

type Words = Extract<Question, { kind: 'words' }>;

function typed(ui: Ui, closed: Ui, question: Words, key: Key): Pressed {
  const changed = (words: string): Pressed => ({
    ui: { ...ui, question: { ...question, typed: words.slice(0, MAX_MESSAGE).toWellFormed() } },
    wish: null,
  });
  if (key.ctrl) return changed(edited(question.typed, key.name));
  switch (key.name) {
    case 'escape':
      return { ui: { ...closed, notice: 'nothing was asked' }, wish: null };
    case 'return':
    case 'enter':
      if (question.needed && question.typed.trim() === '')
        return { ui: { ...ui, notice: 'words are needed here; esc asks for nothing' }, wish: null };
      return { ui: closed, wish: { kind: 'ask', command: commandOf(question) } };
    case 'backspace':
      return changed(withoutLast(question.typed));
    default:
      return changed(question.typed + key.text.replace(CONTROLS, ' '));
  }
}

/** What was typed, after a key with Ctrl. */
function edited(typed: string, name: string | undefined): string {
  switch (name) {
    case 'u':
      return '';
    case 'w': {
      const words = typed.trimEnd();
      return words.slice(0, words.lastIndexOf(' ') + 1);
    }
    default:
      return typed;
  }
}

const withoutLast = (typed: string): string => [...graphemes(typed)].slice(0, -1).join('');

const CONTROLS = /[\0-\x1F\x7F-\x9F]/g;

/** Without words where none were given. */
function commandOf({ about, typed: words }: Words): Words['about'] {
  const message = words.trim();
  if (about.type === 'reject') return { ...about, message };
  return message === '' ? about : { ...about, message };
}
