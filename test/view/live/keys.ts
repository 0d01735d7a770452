import { press, START } from '../../../src/view/live/press.ts';
import type { Key, Scene, Screen, Ui, Wish } from '../../../src/view/live/scene.ts';
import { screenOf } from './scenes.ts';

const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  enter: 'return',
  pgup: 'pageup',
  pgdn: 'pagedown',
};
const NAMED = new Set(['up', 'down', 'home', 'end', 'backspace', 'tab', 'f1', ...Object.keys(NAMES)]);

/** A key as people write it: `a`, `G`, `up`, `shift+up`, `ctrl+c`, `space`. */
function keyOf(written: string): Key {
  const parts = written.length === 1 ? [written] : written.split('+');
  const last = parts.at(-1)!;
  const ctrl = parts.includes('ctrl');
  const isNamed = NAMED.has(last);
  const text = last === 'space' ? ' ' : isNamed || ctrl ? '' : last;
  const isLetter = /^[a-z]$/i.test(last);
  return {
    name: NAMES[last] ?? (isNamed || isLetter || last === 'space' ? last.toLowerCase() : undefined),
    ctrl,
    shift: parts.includes('shift') || /^[A-Z]$/.test(last),
    text,
  };
}

/** The screen after these keys, written with spaces between them, and all that they asked for. */
export function pressAll(
  scene: Scene,
  keys: string,
  start: Partial<Ui> = {},
  screen: Screen = screenOf(80, 24),
): { ui: Ui; wishes: readonly Wish[] } {
  let ui: Ui = { ...START, ...start };
  const wishes: Wish[] = [];
  for (const key of keys.split(' ').filter(Boolean)) {
    const pressed = press(ui, keyOf(key), scene, screen);
    ui = pressed.ui;
    if (pressed.wish) wishes.push(pressed.wish);
  }
  return { ui, wishes };
}
