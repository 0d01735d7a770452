import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Redact } from '../../base/secrets/redact.ts';
import { PROCESS_LIMITS, type ProcessLimits } from './limits.ts';
import { addLive, removeLive, signalGroup } from './live.ts';
import { MARKER_VARIABLE } from './marker.ts';
import { collectOutput, type Output, type OutputReaders } from './output.ts';
import { openRawFile, type RawFile } from './raw-file.ts';
import { type StopCause, watchStops } from './stops.ts';
import { namesOf, startTimeOf, sweep } from './sweep.ts';
import { tagged } from './tag.ts';
import { happensWithin } from './within.ts';

export interface ProcessOptions extends OutputReaders {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** The whole environment; only the marker is added. */
  readonly environment: Readonly<Record<string, string>>;
  /** What everything that the process starts is found by; see `sweep`. */
  readonly marker: string;
  readonly input: string;
  /** Leaves standard input open after `input`, for `write`. Most programs hang then. */
  readonly interactive?: boolean;
  /** File to which standard output and standard error are appended as they come. */
  readonly rawOutput: string;
  /** Takes secrets out of what goes into that file. */
  readonly redact?: Redact;
  /** Asks the program in its own protocol to stop, before it is made to. Must not throw. */
  readonly interrupt?: () => void;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly limits?: Partial<ProcessLimits>;
}

export interface RunningProcess {
  /** Null where nothing was started. */
  readonly pid: number | null;
  /** With the id it names the process for ever; null where it was gone too soon to tell. */
  readonly startTime: string | null;
  write(text: string): void;
  /** Ends a program that has said all that it has to say: it is given time to go by itself. */
  dismiss(): void;
  /** Resolves once nothing that the process started is alive any more; never rejects. */
  readonly end: Promise<ProcessEnd>;
}

export interface ProcessEnd {
  readonly death: Death;
  /** The end of what it printed on standard error. */
  readonly errorTail: string;
  /** Why the raw output is not complete; null where it is, up to the limit. */
  readonly rawProblem: string | null;
  /** Names of what it had left running when it ended by itself; that was ended, too. */
  readonly left: readonly string[];
  /** Processes that could not be ended; empty but for the strangest of machines. */
  readonly survivors: readonly number[];
}

/** Why a process ended: what happened first, not what followed from it. */
export type Death =
  | { readonly cause: 'exit'; readonly code: number }
  | { readonly cause: 'signal'; readonly signal: NodeJS.Signals }
  | StopCause
  /** It was told that it is no longer needed. */
  | { readonly cause: 'dismissed' }
  /** Nothing was started. `code` is the system's, such as ENOENT or ENOSPC. */
  | { readonly cause: 'spawn_error'; readonly code: string; readonly message: string };

/** Runs a program in a session and process group of its own, and leaves nothing of it behind. Never throws. */
export function spawnProcess(options: ProcessOptions): RunningProcess {
  const limits = { ...PROCESS_LIMITS, ...options.limits };
  if (options.signal.aborted) return stillborn({ cause: 'aborted' });
  let raw: RawFile | null = null;
  try {
    if (options.marker === '') throw new Error('a process needs a marker');
    raw = openRawFile(options.rawOutput, limits, options.redact);
    const child = start(options);
    if (child.pid !== undefined) return attended(child, child.pid, raw, options, limits);
    const failed = new Promise<Error>(resolve => child.once('error', resolve));
    const death = failed.then(error => spawnError(error, options.cwd));
    raw.close();
    return { ...NOBODY, end: death.then(endWithout) };
  } catch (error) {
    raw?.close();
    return stillborn(spawnError(error as Error, options.cwd));
  }
}

function start(options: ProcessOptions): ChildProcessWithoutNullStreams {
  const line = tagged(options, options.marker, options);
  return spawn(line.command, line.arguments, {
    cwd: options.cwd,
    env: { ...options.environment, [MARKER_VARIABLE]: options.marker },
    detached: true,
    stdio: 'pipe',
  });
}

const NOBODY = { pid: null, startTime: null, write: () => {}, dismiss: () => {} };

const stillborn = (death: Death): RunningProcess => ({ ...NOBODY, end: Promise.resolve(endWithout(death)) });

const endWithout = (death: Death): ProcessEnd => ({
  death,
  errorTail: '',
  rawProblem: null,
  left: [],
  survivors: [],
});

function spawnError(error: NodeJS.ErrnoException, cwd: string): Death {
  const code = error.code ?? 'UNKNOWN';
  // The system blames the program for a missing folder.
  const message = existsSync(cwd) ? error.message : `the working folder ${cwd} does not exist`;
  return { cause: 'spawn_error', code, message };
}

function attended(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  raw: RawFile,
  options: ProcessOptions,
  limits: ProcessLimits,
): RunningProcess {
  const live = addLive(pid, options.marker);
  let left: readonly string[] = [];
  // At once, before another group can have the number.
  child.once('exit', () => {
    live.group = null;
    left = namesOf(options.marker);
    signalGroup(pid, 'SIGKILL');
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  if (options.interactive) child.stdin.write(options.input);
  else child.stdin.end(options.input);
  const output = collectOutput(child, raw, options, limits);
  const { promise: dismissed, resolve: dismiss } = Promise.withResolvers<void>();
  return {
    pid,
    startTime: startTimeOf(pid),
    write: text => void (child.stdin.writable && child.stdin.write(text)),
    dismiss,
    end: attend(child, pid, output, dismissed, options, limits)
      .then(end => ({ ...end, left: end.death.cause === 'exit' || end.death.cause === 'signal' ? left : [] }))
      .finally(() => removeLive(live)),
  };
}

async function attend(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  output: Output,
  dismissed: Promise<void>,
  options: ProcessOptions,
  limits: ProcessLimits,
): Promise<Omit<ProcessEnd, 'left'>> {
  const exited = exitOf(child);
  const stops = watchStops(options.signal, options.timeoutMs, output.overflow);
  const released = dismissed.then((): Death => ({ cause: 'dismissed' }));
  const death = await Promise.race([exited, stops.first, released]);
  stops.dispose();
  const isDead = await isEnded(death, child, pid, exited, options, limits);
  const { survivors } = await sweep(options.marker, limits.deathMs);
  const rawProblem = await output.finish();
  return {
    death,
    errorTail: output.errorTail(),
    rawProblem,
    survivors: isDead ? survivors : [...new Set([pid, ...survivors])],
  };
}

const exitOf = (child: ChildProcessWithoutNullStreams): Promise<Death> =>
  new Promise(resolve =>
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { cause: 'exit', code: code ?? 0 } : { cause: 'signal', signal }),
    ),
  );

/** Whether the process itself is gone in the end. */
async function isEnded(
  { cause }: Death,
  child: ChildProcessWithoutNullStreams,
  pid: number,
  exited: Promise<Death>,
  options: ProcessOptions,
  limits: ProcessLimits,
): Promise<boolean> {
  if (cause === 'exit' || cause === 'signal') return true;
  if (cause !== 'dismissed') return endGroup(child, pid, exited, options, limits);
  // Most servers end when nobody speaks to them any more.
  child.stdin.end();
  if (await happensWithin(exited, limits.partingMs)) return true;
  return endGroup(child, pid, exited, {}, limits);
}

/** Asks, orders, kills; whether the process itself is gone in the end. */
async function endGroup(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  exited: Promise<Death>,
  { interrupt }: Pick<ProcessOptions, 'interrupt'>,
  { interruptMs, graceMs, deathMs }: ProcessLimits,
): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  if (interrupt) {
    interrupt();
    if (await happensWithin(exited, interruptMs)) return true;
  }
  child.stdin.destroy();
  signalGroup(pid, 'SIGTERM');
  if (await happensWithin(exited, graceMs)) return true;
  signalGroup(pid, 'SIGKILL');
  return happensWithin(exited, deathMs);
}
