import { condition } from '../../view/run/status.ts';
import { type ExitCode, UsageError } from '../exit.ts';
import { beWith } from '../live/be-with.ts';
import { staysByDefault } from '../run/begin-run.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';

export interface WatchOptions {
  readonly json?: boolean;
  readonly plain?: boolean;
}

/** `phasewright attach`: takes the place of whoever started a run that is under way. */
export function attach(
  name: string | undefined,
  options: WatchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const loaded = await findRun(home, name);
    const { state } = loaded;
    const driver = await home.store.holder(state.run);
    const isOver = state.status === 'completed' || state.status === 'cancelled';
    if (!driver && !isOver) {
      throw new UsageError(
        `run ${state.run} is ${condition({ state, driver: null })}: no process drives it`,
        `Go on with it: phasewright resume ${state.run}. Look at it: phasewright watch ${state.run}`,
      );
    }
    return beWith(home, loaded, { ...withDefaults(options), isOwner: true }, terminal);
  });
}

/** `phasewright watch`: looks at a run, whether or not a process drives it. */
export function watch(
  name: string | undefined,
  options: WatchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withHome(async home => {
    const loaded = await findRun(home, name);
    return beWith(home, loaded, { ...withDefaults(options), isOwner: false }, terminal);
  });
}

const withDefaults = ({ json = false, plain = false }: WatchOptions) => ({
  json,
  plain,
  stays: staysByDefault(),
});
