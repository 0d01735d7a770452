import type { RunState } from '../../run/state.ts';
import { seen } from '../run/status.ts';
import { answered } from './answered.ts';
import { focusOf, shownOrder } from './focus.ts';
import { helpPage } from './help.ts';
import { keyOf } from './key.ts';
import { type Aim, type Answer, approve, pause, reject, retry, skip } from './operate.ts';
import type { Key, Scene, Screen, Ui, Wish } from './scene.ts';
import { logHeight } from './screen.ts';
import { turned } from './turned.ts';

/** What a key makes of the screen, and what it asks for besides. */
export interface Pressed {
  readonly ui: Ui;
  readonly wish: Wish | null;
}

export const START: Ui = { selected: null, logBack: 0, page: null, question: null, notice: null };

export function press(before: Ui, key: Key, scene: Scene, screen: Screen): Pressed {
  const ui = { ...before, notice: null };
  if (key.ctrl && key.name === 'c') return { ui, wish: { kind: scene.isOwner ? 'stop' : 'leave' } };
  if (key.ctrl && key.name === 'z') return { ui, wish: { kind: 'suspend' } };
  if (ui.question?.kind === 'words') return answered(ui, ui.question, key);
  // A letter together with Ctrl is not that letter.
  if (key.ctrl) return { ui, wish: null };
  if (ui.question) return answered(ui, ui.question, key);
  if (ui.page) return { ui: turned(ui, ui.page, key, screen), wish: null };
  return onTree(ui, key, scene, screen);
}

function onTree(ui: Ui, key: Key, scene: Scene, screen: Screen): Pressed {
  const state = seen(scene.view);
  const { driver } = scene.view;
  const aim: Aim = { state, position: focusOf(state, ui), isSelected: ui.selected !== null };
  const pressed = keyOf(key);
  const open = (page: Extract<Wish, { kind: 'open' }>['page']): Pressed => ({
    ui,
    wish: { kind: 'open', page, position: page === 'plan' ? null : aim.position },
  });
  const isOfLog = key.shift || pressed === '[' || pressed === ']';
  const lines = isOfLog ? LOG_STEPS[pressed] : undefined;
  const step = STEPS[pressed];
  if (step && !lines) return { ui: moved(ui, aim, step(screen)), wish: null };
  if (lines) return { ui: scrolled(ui, lines(screen), scene, screen), wish: null };
  switch (pressed) {
    case 'escape':
      return { ui: { ...ui, selected: null, logBack: 0 }, wish: null };
    case 'return':
    case 'enter':
      return state.draft ? planPage(ui, state) : open('details');
    case 'd':
      return state.draft ? told(ui, 'nothing is changed before a plan is approved') : open('diff');
    case 'l':
      return open('log');
    case 'a':
      return after(ui, approve(aim, screen));
    case 'x':
      return after(ui, reject(aim));
    case 'r':
      return after(ui, retry(aim));
    case 's':
      return after(ui, skip(aim));
    case 'p':
      return after(ui, pause(state, driver));
    case '?':
    case 'h':
      return { ui: { ...ui, page: helpPage(screen) }, wish: null };
    case 'q':
      return { ui, wish: { kind: 'leave' } };
    default:
      return told(ui, 'this key does nothing; ? lists those that do');
  }
}

const told = (ui: Ui, notice: string): Pressed => ({ ui: { ...ui, notice }, wish: null });

function after(ui: Ui, answer: Answer): Pressed {
  if ('wish' in answer) return { ui, wish: answer.wish };
  if ('question' in answer) return { ui: { ...ui, question: answer.question }, wish: null };
  return told(ui, answer.notice);
}

function planPage(ui: Ui, { draft }: RunState): Pressed {
  if (draft?.text === '') return told(ui, 'the architect has not written a plan yet');
  return { ui, wish: { kind: 'open', page: 'plan', position: null } };
}

const ALL = Number.MAX_SAFE_INTEGER;
const pageOf = ({ rows }: Screen): number => Math.max(1, Math.floor(rows / 2));

/** By how many phases the selection moves. */
const STEPS: Readonly<Record<string, (screen: Screen) => number>> = {
  up: () => -1,
  k: () => -1,
  down: () => 1,
  j: () => 1,
  pageup: screen => -pageOf(screen),
  pagedown: pageOf,
  home: () => -ALL,
  g: () => -ALL,
  end: () => ALL,
  G: () => ALL,
};

function moved(ui: Ui, { state, position }: Aim, by: number): Ui {
  const order = shownOrder(state);
  if (order.length === 0) return { ...ui, notice: 'there are no phases yet' };
  const at = position === null ? (by > 0 ? -1 : order.length) : order.indexOf(position);
  const to = Math.max(0, Math.min(order.length - 1, at + by));
  return { ...ui, selected: order[to]! };
}

/** By how many lines the log moves back. */
const LOG_STEPS: Readonly<Record<string, (screen: Screen) => number>> = {
  up: () => 1,
  down: () => -1,
  '[': screen => Math.max(1, logHeight(screen) - 1),
  ']': screen => -Math.max(1, logHeight(screen) - 1),
};

function scrolled(ui: Ui, by: number, { log }: Scene, screen: Screen): Ui {
  const height = logHeight(screen);
  if (height === 0) return { ...ui, notice: 'the screen is too small for the log; l opens it' };
  const most = Math.max(0, log.length - height);
  return { ...ui, logBack: Math.max(0, Math.min(most, ui.logBack + by)) };
}
