import type { Repository } from '../../git/repository.ts';
import { apply } from '../../run/apply.ts';
import { encode } from '../../run/journal.ts';
import type { Settings } from '../../run/settings.ts';
import { thisProcess } from '../../store/process.ts';
import { progressLine } from '../../view/run/progress.ts';
import { wireLine } from '../../view/run/wire.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { whenOutputIsLost } from '../lost-output.ts';
import { placeOf } from '../settings/origin.ts';
import type { Resolved } from '../settings/resolve.ts';
import type { Terminal } from '../terminal.ts';
import { carryOn, type Manner } from './carry-on.ts';
import type { RunCreated } from './new-run.ts';
import type { Home } from './open-store.ts';
import { newRunId } from './run-id.ts';

/** Writes the run down and drives it. From here on everything can be resumed. */
export async function beginRun(
  home: Home,
  { commonDir }: Repository,
  created: RunCreated,
  how: Manner,
  terminal: Terminal,
): Promise<ExitCode> {
  const at = Date.now();
  const entry = { at, event: created };
  const state = apply(null, entry);
  const title = created.plan.title || created.origin.goal || '';
  const record = { id: created.run, repository: commonDir, title, createdAt: at };
  const result = await home.store.create(record, [encode(created, at)], thisProcess());
  if (!result.ok) throw new Error(`run ${created.run} exists already`);
  whenOutputIsLost(`The run is kept: phasewright resume ${created.run}`, EXIT.interrupted);
  if (how.json && !how.detach) terminal.out(wireLine(created.run, entry));
  terminal.err(`${progressLine(entry, state, terminal.errStyle, terminal.unicode)}\n`);
  return carryOn(home, created.run, how, terminal);
}

export async function unusedRunId({ store }: Home): Promise<string> {
  const taken = new Set((await store.runs()).map(({ id }) => id));
  return newRunId(id => taken.has(id));
}

/**
 * The settings as far as they may be followed before anybody has looked at them: that nobody is to be asked is for the
 * user to say, not for a file that came with the repository and that names the commands to be run.
 */
export function trustedSettings({ settings, origins }: Resolved): Settings {
  const origin = origins.get('approve');
  const isForeign = origin?.from === 'profile' || (origin?.from === 'file' && origin.whose === 'repository');
  return isForeign && settings.approve === 'never' ? { ...settings, approve: 'plan' } : settings;
}

/** Whoever wants tests to be verified without fail has to say which command runs them. */
export function assertTested({ settings, origins }: Resolved): void {
  if (settings.tdd !== 'enforce' || settings.checks.some(({ kind }) => kind === 'test')) return;
  const origin = origins.get('tdd');
  throw new UsageError(
    `${origin ? `${placeOf(origin)}: ` : ''}tdd is enforce, but no check runs tests, so nothing would be verified`,
    'Name the command that runs them with --check COMMAND or in the settings, there with kind: test where its words do not say so; or set tdd to warn.',
  );
}

/** Whoever sits at a terminal is there to answer; a run in a pipe ends with the exit code for waiting. */
export const staysByDefault = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;
