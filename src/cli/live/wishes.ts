import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../../base/printable.ts';
import { unreachable } from '../../base/unreachable.ts';
import { loadRun } from '../../engine/load.ts';
import type { Command } from '../../run/event.ts';
import type { RunState } from '../../run/state.ts';
import type { Wish } from '../../view/live/scene.ts';
import { ask } from '../command/operate.ts';
import { UsageError } from '../exit.ts';
import { driveInBackground } from '../run/background.ts';
import type { Home } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import type { Viewing } from './live.ts';
import { stopDriver } from './stop-driver.ts';

interface Means {
  readonly home: Home;
  readonly stays: boolean;
  readonly view: Viewing;
  readonly terminal: Terminal;
}

/** Does what a key asked for. What takes a while does not keep the screen waiting. */
export async function fulfil(
  wish: Exclude<Wish, { kind: 'open' | 'suspend' }>,
  { home, stays, view, terminal }: Means,
): Promise<void> {
  const { state } = view.sight.loaded;
  switch (wish.kind) {
    case 'leave':
      view.isLeft = true;
      return;
    case 'stop':
      view.rest = 'ends';
      if (view.sight.view.driver === null) return;
      notice(view, view.isStopping ? 'stopping at once' : 'stopping; once more stops at once');
      view.isStopping = true;
      return stopDriver(home, state.run);
    case 'resume':
      void goOn(home, state, stays, view);
      return;
    case 'ask':
      if (wish.command.type === 'pause') {
        view.rest = 'stays';
        notice(view, 'pausing');
        // Asked twice it would stop at once.
        if (view.pausing === view.sight.view.driver) return;
        view.pausing = view.sight.view.driver;
        return stopDriver(home, state.run);
      }
      notice(view, 'asking');
      void request(home, state.run, wish.command, terminal).then(words =>
        notice(view, view.sight.view.driver === null ? `${words}; p has the run go on` : words),
      );
      return;
    default:
      return unreachable(wish);
  }
}

/** Nobody drives the run until the new driver has it, which is no end. */
async function goOn(home: Home, state: RunState, stays: boolean, view: Viewing): Promise<void> {
  if (view.rest === 'starts') return;
  view.rest = 'starts';
  notice(view, 'the run goes on');
  try {
    if (!(await loadRun(home.store, state.run)))
      throw new UsageError(`run ${state.run} was forgotten`, 'Begin a new one: phasewright run PLAN');
    await pausedDriverGone(view);
    if (view.sight.view.driver === null) await driveInBackground(home, state, { stays });
    await view.refresh();
    view.rest = 'ends';
  } catch (error) {
    view.rest = 'stays';
    notice(view, wordsOf(error));
  }
}

const POLL_MS = 50;
/** How long a driver may take to end once its run is paused. */
const END_MS = 60_000;

/** A driver lets go of a paused run a moment after it has said so. Where another has begun meanwhile nothing is to be done. */
async function pausedDriverGone(view: Viewing): Promise<void> {
  for (let waited = 0; waited < END_MS; waited += POLL_MS) {
    await view.refresh();
    const { loaded, view: now } = view.sight;
    if (now.driver === null || loaded.state.status !== 'paused') return;
    await delay(POLL_MS);
  }
  throw new UsageError('the process that drove the run has not ended yet', 'Press p again in a while.');
}

function notice(view: Viewing, words: string): void {
  view.ui = { ...view.ui, notice: words };
  view.bell.resolve();
}

/** What came of a request, in words. */
async function request(home: Home, run: string, command: Command, screen: Terminal): Promise<string> {
  const said: string[] = [];
  const terminal = { ...screen, out: (text: string) => void said.push(text), err: () => {} };
  try {
    const refusal = await ask(home, run, command, terminal);
    return refusal === null ? (said.join(' ').split('\n')[0] ?? '') : `refused: ${printable(refusal)}`;
  } catch (error) {
    return wordsOf(error);
  }
}

const wordsOf = (error: unknown): string => {
  if (error instanceof UsageError) return printable(`${error.message}. ${error.hint}`);
  return printable(error instanceof Error ? error.message : String(error));
};
