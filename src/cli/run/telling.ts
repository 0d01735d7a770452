import type { Entry } from '../../run/apply.ts';
import type { RunState, RunStatus } from '../../run/state.ts';
import { progressLine } from '../../view/run/progress.ts';
import { groupText } from '../../view/run/status.ts';
import { answersTo } from '../../view/run/summary.ts';
import { wireLine } from '../../view/run/wire.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Terminal } from '../terminal.ts';

/** How a run is told as it goes on. */
export interface Telling {
  readonly json: boolean;
  /** Whether to stay while the run waits for a person. */
  readonly stays?: boolean;
}

/** Tells what happens in a run from `start` on: lines for people, and for programs where they are asked for. */
export function telling(
  start: RunState,
  { json, stays }: Telling,
  { out, err, errStyle, unicode }: Terminal,
): (entry: Entry, state: RunState) => void {
  const { run } = start;
  let { group } = start;
  return (entry, state) => {
    if (json) out(wireLine(run, entry));
    const line = progressLine(entry, state, errStyle, unicode);
    if (line !== null) err(`${line}\n`);
    // Whoever sits here answers in another terminal.
    if (stays && entry.event.type === 'run_waiting') err(`${answersTo(state, true).join('\n')}\n`);
    // A barrier that falls, or the end of the run, is when the results of a batch are known.
    const isOver = entry.event.type === 'run_ending';
    if (state.shape.groups && (state.group > group || isOver)) err(groupText(state, group));
    group = state.group;
  };
}

/** What the command that was with a run to its rest ends with. */
export function exitCodeOf(status: RunStatus): ExitCode {
  switch (status) {
    case 'completed':
      return EXIT.completed;
    case 'waiting':
      return EXIT.waiting;
    case 'paused':
    case 'running':
      return EXIT.interrupted;
    case 'halted':
    case 'failed':
    case 'cancelled':
      return EXIT.failed;
  }
}
