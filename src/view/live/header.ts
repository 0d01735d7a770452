import type { RunState } from '../../run/state.ts';
import { displayWidth, truncate } from '../graph/text.ts';
import { inkWidth } from '../ink.ts';
import { conditionLook } from '../run/condition.ts';
import { landedOf } from '../run/phase-words.ts';
import { shortened } from '../run/shortened.ts';
import { type RunView, seen } from '../run/status.ts';
import { waitLines } from '../run/waits.ts';
import { duration, secondsOf } from '../time.ts';
import { attentionLines, type Naming } from './attention.ts';
import { progressParts, spendingParts } from './figures.ts';
import { fitted, type Part } from './parts.ts';
import type { Pen } from './pen.ts';

/** Lines of each kind that are told. */
const MAX_ALIKE = 3;
/** With no more lines than this, all figures share one. */
const TIGHT = 2;

/** What is told of the run above its tree, on at most `most` lines: what matters least is given up first. */
export function headerLines(view: RunView, naming: Naming, pen: Pen, width: number, most: number): string[] {
  const state = seen(view);
  const { style, marks } = pen;
  const line = (text: string): string => ` ${truncate(pen.text(text), width - 1, marks.ellipsis)}`;
  const figures = (parts: readonly Part[]): string => ` ${fitted(parts, width - 1, style.dim(marks.dot))}`;
  const progress = progressParts(state, pen);
  const spending = spendingParts(view, state, pen);
  const isTight = most <= TIGHT;
  const alike = (texts: readonly string[], first: number, others: number): Part[] =>
    texts
      .slice(0, MAX_ALIKE)
      .map((text, index) => ({ text: style.yellow(line(text)), worth: index === 0 ? first : others }));
  const lines: Part[] = [
    { text: titleLine(view, state, pen, width), worth: 100 },
    ...alike(attentionLines(state, naming), 90, 40),
    ...alike(reasonOf(state), 85, 85),
    { text: figures(isTight ? [...progress, ...spending] : progress), worth: 80 },
    ...(isTight ? [] : [{ text: figures(spending), worth: 50 }]),
    ...alike(waitLines(state), 60, 30),
  ];
  return mostWorthy(
    lines.filter(({ text }) => text.trim() !== ''),
    most,
  );
}

function mostWorthy(lines: readonly Part[], most: number): string[] {
  const kept = new Set(lines.toSorted((a, b) => b.worth - a.worth).slice(0, most));
  return lines.filter(part => kept.has(part)).map(({ text }) => text);
}

/** What a run waits for is told with the keys that answer. */
const reasonOf = ({ status, reason }: RunState): readonly string[] =>
  reason === '' || status === 'waiting' || status === 'running' ? [] : [shortened(reason)];

/** Of a run that has ended as its summary says it. While a run waits for a person the clock goes on. */
function tookWords({ driver, now }: RunView, { status, now: last, createdAt }: RunState): string {
  if (status === 'running') return secondsOf(last - createdAt);
  if (status !== 'waiting') return duration(last - createdAt);
  return secondsOf((driver === null ? last : Math.max(last, now ?? last)) - createdAt);
}

/** The title gives way to how the run is doing. */
const MIN_TITLE = 8;

function titleLine(view: RunView, state: RunState, pen: Pen, width: number): string {
  const { style, marks } = pen;
  const condition = conditionLook(view, pen.unicode);
  const run = truncate(pen.text(state.run), Math.max(1, width - 2), marks.ellipsis);
  const room = width - 2 - displayWidth(run);
  const how = fitted(
    [
      { text: condition.colour(style)(condition.text), worth: 3 },
      { text: state.draft ? '' : `${landedOf(state)}/${state.phases.length} done`, worth: 2 },
      { text: tookWords(view, state), worth: 1 },
    ],
    Math.max(0, room - MIN_TITLE),
    style.dim(marks.dot),
  );
  const left = room - inkWidth(how) - 2;
  const title = truncate(
    pen.text(state.plan.title || (state.origin.goal ?? '')),
    Math.max(0, left),
    marks.ellipsis,
  );
  const blank = ' '.repeat(
    Math.max(1, width - 2 - displayWidth(run) - displayWidth(title) - inkWidth(how) - 1),
  );
  return ` ${style.bold(run)} ${title}${blank}${how}`;
}
