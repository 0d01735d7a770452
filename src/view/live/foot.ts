import type { RunState } from '../../run/state.ts';
import { cut } from '../ink.ts';
import { isPlanReady, waitingPhases } from '../run/people.ts';
import { condition } from '../run/status.ts';
import { canRetry, isOver } from './operate.ts';
import { fitted, type Part } from './parts.ts';
import type { Pen } from './pen.ts';
import { questionLines } from './question.ts';
import type { Scene, Screen, Ui } from './scene.ts';

/** The end of the screen: a question, a word, or else the keys that do something here. */
export function footLines(scene: Scene, state: RunState, ui: Ui, pen: Pen, screen: Screen): string[] {
  const width = screen.columns;
  const { style, marks } = pen;
  const notice =
    ui.notice === null ? [] : [` ${style.yellow(cut(pen.text(ui.notice), width - 1, marks.ellipsis))}`];
  if (ui.question) return [...notice, ...questionLines(ui.question, pen, screen)];
  if (notice.length > 0) return notice;
  const parts = ui.page ? pageKeys(pen) : treeKeys(scene, state, pen);
  return [` ${fitted(parts, width - 1, style.dim(marks.dot))}`];
}

const key = (pen: Pen, name: string, what: string, worth: number): Part => ({
  text: `${pen.style.bold(name)} ${what}`,
  worth,
});

const pageKeys = (pen: Pen): readonly Part[] => [
  key(pen, pen.marks.arrows, 'scroll', 3),
  key(pen, 'pgup/pgdn', 'page', 2),
  key(pen, 'home/end', 'ends', 1),
  key(pen, 'esc', 'back', 4),
];

function treeKeys(scene: Scene, state: RunState, pen: Pen): readonly Part[] {
  const { view } = scene;
  const waiting = waitingPhases(state);
  const isPlan = isPlanReady(state);
  const isApprovable = isPlan || waiting.some(({ for: what }) => what !== 'help');
  const isReturnable = isPlan || waiting.some(({ for: what }) => what === 'landing' || what === 'proposal');
  const over = isOver(state);
  const isAsleep = !over && view.driver === null;
  return [
    ...(state.draft ? [] : [key(pen, pen.marks.arrows, 'select', 6)]),
    key(pen, 'enter', state.draft ? 'plan' : 'details', 6),
    ...(isApprovable ? [key(pen, 'a', 'approve', 9)] : []),
    ...(isReturnable ? [key(pen, 'x', 'send back', 8)] : []),
    ...(canRetry(state) ? [key(pen, 'r', 'retry', 8)] : []),
    ...(state.draft ? [] : [key(pen, 'd', 'diff', 4)]),
    key(pen, 'l', 'log', 4),
    ...(over || state.draft ? [] : [key(pen, 's', 'skip', 3)]),
    ...(isAsleep ? [key(pen, 'p', 'resume', 7)] : []),
    ...(condition(view) === 'running' ? [key(pen, 'p', 'pause', 3)] : []),
    key(pen, 'q', condition(view) === 'running' ? 'detach' : 'leave', 5),
    key(pen, '?', 'help', 7),
  ];
}
