import { printable } from '../../base/printable.ts';
import type { LoadedRun } from '../../engine/load.ts';
import type { RunState } from '../../run/state.ts';
import { finalText } from '../../view/live/final.ts';
import { endOf } from '../../view/run/end.ts';
import type { RunView } from '../../view/run/status.ts';
import { answersTo, summaryText } from '../../view/run/summary.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { lastWords } from '../run/background.ts';
import type { Home } from '../run/open-store.ts';
import { exitCodeOf } from '../run/telling.ts';
import type { Terminal } from '../terminal.ts';
import { canLive } from './can-live.ts';
import { followInLines } from './lines.ts';
import { type LiveOptions, live } from './live.ts';
import { catchSignals, type StopSignals } from './stop-signals.ts';

export interface WithOptions extends Omit<LiveOptions, 'signals'> {
  readonly json: boolean;
  readonly plain: boolean;
}

interface Circumstances {
  /** Those that came before. */
  readonly signals?: StopSignals;
  /** What is to be done with the state in which the run rests. */
  readonly onRest?: ((state: RunState) => void) | undefined;
}

/** Stays with a run that another process drives, on the screen or in lines, and tells how it stands in the end. */
export async function beWith(
  home: Home,
  start: LoadedRun,
  options: WithOptions,
  terminal: Terminal,
  { signals = catchSignals(), onRest }: Circumstances = {},
): Promise<ExitCode> {
  const isLive = canLive(options.plain || options.json);
  const parting = (isLive ? live : followInLines)(home, start, { ...options, signals }, terminal);
  const { loaded, view, isLeft } = await parting.finally(signals.forget);
  const { state } = loaded;
  if (isLive) leaveTree(view, options.isOwner, terminal);
  if (isLeft && view.driver !== null) {
    if (state.status === 'waiting') terminal.err(`${answersTo(state, true).join('\n')}\n`);
    terminal.err(`run ${state.run} goes on in the background: phasewright attach ${state.run}\n`);
    return EXIT.completed;
  }
  onRest?.(state);
  if (state.status === 'running' && view.driver === null) tellLastWords(home, state.run, terminal);
  const { out, style } = options.json
    ? { out: terminal.err, style: terminal.errStyle }
    : { out: terminal.out, style: terminal.outStyle };
  out(summaryText(state, style, endOf(loaded.entries, state)));
  return isLeft && !options.isOwner ? EXIT.completed : exitCodeOf(state.status);
}

/** What stays on the screen. */
function leaveTree(view: RunView, isOwner: boolean, { err, errStyle, unicode, columns }: Terminal): void {
  const { columns: width = columns, rows = 0 } = process.stderr;
  const scene = { view, activities: [], log: [], isOwner };
  err(finalText(scene, { columns: width, rows, style: errStyle, unicode }));
}

/** A driver that ended in the middle may have said why. */
function tellLastWords(home: Home, run: string, { err, errStyle }: Terminal): void {
  const words = lastWords(home, run);
  const what = words.length > 0 ? '; it said last:' : ', without a word';
  err(`${errStyle.yellow(`the process that drove run ${run} is gone`)}${what}\n`);
  for (const line of words) err(`  ${printable(line)}\n`);
}
