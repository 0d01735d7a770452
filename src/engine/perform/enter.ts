import { markerFrom } from '../../agent/process/marker.ts';
import type { GitFailure, GitResult, Opened, OpenRequest, Workspaces } from '../../git/port.ts';
import { slotName } from '../../git/slot-name.ts';
import type { Check } from '../../run/settings.ts';
import { recordFiles } from '../../view/record/record.ts';
import type { Context } from '../perform.ts';
import type { CheckRun } from '../ports.ts';

/** Slots that this process has made ready, for each run that it drives. */
const ready = new WeakMap<Workspaces, Set<number>>();

/** A workspace for an agent or a check: opened, made ready by the user's commands, with the run's record in it. */
export async function enterSlot(
  request: OpenRequest,
  name: { readonly phase: string; readonly attempt: number },
  context: Context,
): Promise<GitResult<Opened>> {
  const { workspaces } = context.ports;
  const first = await workspaces.open(request);
  if (!first.ok) return first;
  let opened: GitResult<Opened> = first;
  // What the commands installed in the workspace before is gone with it.
  if (first.anew) ready.get(workspaces)?.delete(request.slot);
  const setup = await makeReady(request.slot, first.path, name, context);
  if (typeof setup === 'object') return { ok: false, failure: setup };
  // What the commands left outside of ignored files is not the work of whoever comes next.
  if (setup === 'done') opened = await workspaces.open(request);
  if (!opened.ok) return opened;
  const placed = await placeRecordIn(request.slot, context);
  return placed.ok ? { ...first, ...opened } : placed;
}

/** Puts the run's record as it stands into an open workspace. Whatever else lies in its place goes. */
export async function placeRecordIn(slot: number, { ports, state }: Context): Promise<GitResult<object>> {
  if (state.origin.record === null) return { ok: true };
  const placed = await ports.workspaces.placeRecord(slot, recordFiles(state));
  // The work itself may have put something else where the record belongs; then agents do without it.
  return placed.ok || placed.failure.reason === 'misplaced' ? { ok: true } : placed;
}

/** Slots keep their ignored files, so the commands run once in each. */
async function makeReady(
  slot: number,
  cwd: string,
  name: { readonly phase: string; readonly attempt: number },
  context: Context,
): Promise<GitFailure | 'done' | 'nothing'> {
  const { workspaces } = context.ports;
  const { setup } = context.state.settings;
  if (setup.length === 0) return 'nothing';
  const done = ready.get(workspaces) ?? new Set();
  ready.set(workspaces, done);
  if (done.has(slot)) return 'nothing';
  const ended = await runSetup(setup, slotName(slot), cwd, name, context);
  if (ended === null) return STOPPED;
  if (ended !== 'done') return notReady(ended);
  done.add(slot);
  return 'done';
}

/** A setup command that did not succeed; `run` is null where it could not even be started. */
export interface SetupFailure {
  readonly command: string;
  readonly why: string;
  readonly run: CheckRun | null;
}

/** The commands one after the other; the first that fails is the last. Null where stopped. */
export async function runSetup(
  commands: readonly Pick<Check, 'command' | 'timeoutMs'>[],
  where: string,
  cwd: string,
  { phase, attempt }: { readonly phase: string; readonly attempt: number },
  { ports, state, signal }: Context,
): Promise<SetupFailure | 'done' | null> {
  for (const [index, command] of commands.entries()) {
    const result = await ports.checks.run(command, {
      cwd,
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, `setup.${where}`),
      outputFile: ports.records.file(phase, attempt, `setup.${where}.${index + 1}.log`),
      signal,
    });
    if (!result) return null;
    if ('notRun' in result) return { command: command.command, why: result.notRun, run: null };
    const why = result.passed ? '' : `${result.outcome}\n${result.tail}`.trimEnd();
    if (!result.passed) return { command: command.command, why, run: result };
  }
  return 'done';
}

export const STOPPED: GitFailure = { reason: 'other', message: 'stopped while it was made ready', hint: '' };

export const notReady = ({ command, why }: SetupFailure, where = 'workspace'): GitFailure => ({
  reason: 'not_ready',
  message: `the ${where} could not be made ready: \`${command}\`: ${why}`,
  hint: 'Mend the setup command in phasewright.yaml, or what it needs.',
});
