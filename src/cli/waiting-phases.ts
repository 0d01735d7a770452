import { printable } from '../base/printable.ts';
import type { RunState } from '../run/state.ts';
import { type Waiting, waitingPhases } from '../view/run/people.ts';
import { EXIT, type ExitCode, UsageError } from './exit.ts';
import { findRun } from './run/find-run.ts';
import { withHome } from './run/open-store.ts';
import type { Terminal } from './terminal.ts';

/** The run that is meant, by its whole id: while a person thinks about it another one may become the last. */
export const meantRun = (name: string | undefined): Promise<string> =>
  withHome(async home => (await findRun(home, name)).state.run);

/** The phases that wait for one of these; none while there is a draft of a plan. */
export async function thoseWaiting(run: string, kinds: readonly Waiting['for'][]) {
  const { state } = await withHome(home => findRun(home, run));
  const all = state.draft ? [] : waitingPhases(state);
  return { state, waiting: all.filter(({ for: what }) => kinds.includes(what)) };
}

/** No phase was named, and nobody can be asked which is meant. */
export function unnamed(
  verb: 'approve' | 'reject',
  { run }: RunState,
  waiting: readonly Waiting[],
): UsageError {
  const ids = waiting.map(({ id }) => printable(id));
  const [who, those] = ids.length === 1 ? ['a phase waits', 'it'] : [`${ids.length} phases wait`, 'them'];
  const words = verb === 'reject' ? ' --message TEXT' : '';
  return new UsageError(
    `${who} in run ${run}, and the command names none`,
    `Name ${those}: phasewright ${verb} ${run} ${ids.join(' ')}${words}`,
  );
}

/** The person chose nothing, or would rather not. */
export function nothingDone(what: 'approved' | 'sent back', { err }: Terminal): ExitCode {
  err(`Nothing was ${what}.\n`);
  return EXIT.interrupted;
}
