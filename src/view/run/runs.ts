import { shortCount, shortDollars } from '../../base/amounts.ts';
import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import { tokensOf, usdOf } from '../../run/policy/budget.ts';
import type { RunState } from '../../run/state.ts';
import type { Look } from '../look.ts';
import { duration, moment } from '../time.ts';
import { fitted } from '../wrapped.ts';
import { conditionLook } from './condition.ts';
import { wantedOf } from './next-step.ts';
import { landedOf } from './phase-words.ts';
import type { RunView } from './status.ts';
import { type Cell, table } from './table.ts';

const HEAD = ['RUN', 'STATUS', 'DONE', 'BEGAN', 'TOOK', 'COST', 'PLAN'];

/** One line a run, and below them what people are waited for. */
export function runsText(runs: readonly RunView[], look: Look, now: number): string {
  const { style, unicode, columns } = look;
  const rows = runs.map((view): Cell[] => {
    const { state, driver, endedAt = state.now } = view;
    return [
      state.run,
      statusCell(view, look),
      `${landedOf(state)}/${state.phases.length}`,
      columns === Infinity ? moment(state.createdAt) : ago(now - state.createdAt),
      duration((driver === null ? endedAt : now) - state.createdAt),
      costOf(state, unicode),
      printable(state.plan.title),
    ];
  });
  const wanted = runs.flatMap(view => {
    const words = wantedOf(view);
    return words === null ? [] : [fitted(`${style.yellow(view.state.run)}: ${words}`, columns)];
  });
  const titles = HEAD.map(text => ({ text, colour: style.dim }));
  const list = table([titles, ...rows], { columns, unicode, flexible: [HEAD.length - 1] });
  return `${list}${wanted.length === 0 ? '' : '\n'}${wanted.map(line => `${line}\n`).join('')}`;
}

function statusCell(view: RunView, { style, unicode }: Look): Cell {
  const { text, colour } = conditionLook(view, unicode);
  return { text, colour: colour(style) };
}

/** What is known of it, in money or else in tokens; what nobody told is not nothing. */
function costOf({ usage, tally }: RunState, unicode: boolean): string {
  const usd = usdOf(usage);
  if (usd > 0) {
    const isMore = usage.unpriced > 0;
    return `${isMore ? (unicode ? '≥' : '>=') : usage.estimatedUsd > 0 ? '~' : ''}${shortDollars(usd)}`;
  }
  const tokens = tokensOf(usage);
  if (tokens > 0) return `${shortCount(tokens)} tokens`;
  return tally.sessions > 0 ? 'unknown' : '';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, to the largest unit. */
function ago(ms: number): string {
  if (ms < MINUTE) return 'just now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${counted(Math.floor(ms / DAY), 'day')} ago`;
}
