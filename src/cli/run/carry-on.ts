import { printableJson } from '../../base/printable.ts';
import { loadRun } from '../../engine/load.ts';
import type { RunState } from '../../run/state.ts';
import { thisProcess } from '../../store/process.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { beWith } from '../live/be-with.ts';
import { canLive } from '../live/can-live.ts';
import { catchSignals } from '../live/stop-signals.ts';
import type { Terminal } from '../terminal.ts';
import { driveInBackground } from './background.ts';
import { driveRun } from './drive-run.ts';
import type { Home } from './open-store.ts';
import { takeRun } from './take-run.ts';

/** How a run is driven, and told. */
export interface Manner {
  readonly json: boolean;
  /** Whether to stay while the run waits for a person. */
  readonly stays: boolean;
  /** Lines instead of the live view. */
  readonly plain?: boolean;
  /** Leave it to a process in the background, and do not wait for it. */
  readonly detach?: boolean;
  /** Folder in which sessions are recorded; they are not unless given. */
  readonly record?: string;
  /** What is to be done with the state in which the drive left the run. */
  readonly onRest?: (state: RunState) => void;
}

/**
 * Drives a run that nobody else drives. Where it is shown live another process drives it, so that the user can go away and
 * come back; in a pipe this one does.
 */
export async function carryOn(home: Home, run: string, how: Manner, terminal: Terminal): Promise<ExitCode> {
  const { json, stays, plain = false, record } = how;
  if (!how.detach && !canLive(plain || json)) return driveHere(home, run, how, terminal);
  // Whoever stops it before it is shown stops the run, not only the showing.
  const signals = catchSignals();
  try {
    await home.store.release(run, thisProcess());
    const { state } = (await loadRun(home.store, run))!;
    const pid = await driveInBackground(home, state, { stays, ...(record === undefined ? {} : { record }) });
    if (how.detach && !signals.isStopped()) return detached(run, pid, json, terminal);
    const loaded = (await loadRun(home.store, run))!;
    const isPlain = plain || how.detach === true;
    const options = { json, plain: isPlain, stays, isOwner: true };
    return await beWith(home, loaded, options, terminal, { signals, onRest: how.onRest });
  } finally {
    signals.forget();
  }
}

/** Drives a run in this process, to its rest. */
export async function driveHere(
  home: Home,
  run: string,
  { json, stays, record, onRest }: Manner,
  terminal: Terminal,
): Promise<ExitCode> {
  const { state, seq, entries } = await takeRun(home, run);
  try {
    const isNew = entries.length === 1;
    const isEnded = state.status === 'completed' || state.status === 'cancelled';
    const request = {
      state,
      seq,
      first: isNew || isEnded ? [] : [{ type: 'run_resumed' } as const],
      json,
      stays,
      ...(record === undefined ? {} : { record }),
      ...(onRest ? { onRest } : {}),
    };
    return await driveRun(home, request, terminal);
  } finally {
    await home.store.release(run, thisProcess()).catch(() => {});
  }
}

function detached(run: string, pid: number, json: boolean, { out, err }: Terminal): ExitCode {
  if (json) out(`${printableJson({ run, pid })}\n`);
  else {
    out(`run ${run} goes on in the background (process ${pid})\n`);
    err(`look: phasewright attach ${run} · stop: phasewright pause ${run}\n`);
  }
  return EXIT.completed;
}
