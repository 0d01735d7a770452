import type { ExitCode } from '../exit.ts';
import { driveHere } from '../run/carry-on.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';

export interface DriveOptions {
  readonly wait: boolean;
  readonly record?: string;
}

/** `phasewright drive`: what `run --detach` and the live view start. People call `resume`. */
export const drive = (run: string, { wait, record }: DriveOptions, terminal: Terminal): Promise<ExitCode> =>
  withHome(home =>
    driveHere(home, run, { json: false, stays: wait, ...(record === undefined ? {} : { record }) }, terminal),
  );
