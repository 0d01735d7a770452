import { setTimeout as delay } from 'node:timers/promises';
import { type LoadedRun, since } from '../../engine/load.ts';
import { condition, doneWords } from '../../view/run/status.ts';
import { lookAgain } from '../run/look-again.ts';
import type { Home } from '../run/open-store.ts';
import { type Telling, telling } from '../run/telling.ts';
import type { Terminal } from '../terminal.ts';
import type { Parting } from './live.ts';
import { stopDriver } from './stop-driver.ts';
import type { StopSignals } from './stop-signals.ts';

const POLL_MS = 200;

/** Tells in lines what happens in a run that another process drives. Programs hear it from the beginning. */
export async function followInLines(
  home: Home,
  start: LoadedRun,
  { isOwner, signals, ...how }: Telling & { readonly isOwner: boolean; readonly signals: StopSignals },
  terminal: Terminal,
): Promise<Parting> {
  const { run } = start.state;
  const isGone = interruptions(home, run, isOwner, signals, terminal);
  let { loaded, driver } = await lookAgain(home, start);
  let told: LoadedRun | null = how.json ? null : start;
  const tell = telling(start.state, how, terminal);
  if (!how.json) {
    const now = { state: start.state, driver };
    terminal.err(`run ${run}: ${condition(now)}, ${doneWords(start.state)}\n`);
  }
  for (;;) {
    for (const { entry, state } of since(told, loaded)) tell(entry, state);
    told = loaded;
    if (isGone()) return { loaded, view: { state: loaded.state, driver }, isLeft: true };
    if (driver === null || (!how.stays && loaded.state.status === 'waiting'))
      return { loaded, view: { state: loaded.state, driver }, isLeft: false };
    await delay(POLL_MS);
    ({ loaded, driver } = await lookAgain(home, loaded));
  }
}

/** Ctrl-C stops the run of whoever is its owner, and ends the watching of everybody else, which the answer tells. */
function interruptions(
  home: Home,
  run: string,
  isOwner: boolean,
  signals: StopSignals,
  { err }: Terminal,
): () => boolean {
  let isGone = false;
  let isStopping = false;
  const leave = (): void => {
    isGone = true;
  };
  const stop = (): void => {
    if (!isStopping) err('stopping; once more stops at once\n');
    isStopping = true;
    void stopDriver(home, run).catch(() => {});
  };
  signals.hear(isOwner ? stop : leave, leave);
  return () => isGone;
}
