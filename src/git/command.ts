import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { failureOf, refused } from './failure.ts';
import type { GitFailure, GitResult } from './port.ts';

/** Where a git process works. The environment is all it gets, and names the git folder. */
export interface Place {
  readonly cwd: string;
  readonly environment: Environment;
  /** The command line that git's own is put behind. */
  readonly behind?: readonly string[];
  /** Runs git for this place, behind walls for instance; a child process of ours where absent. */
  readonly runner?: Runner;
  /** Ends what is under way: the driver has to go. */
  readonly stop?: AbortSignal;
}

/** Runs git once. A lock that somebody else holds is a failure. */
export type Runner = (place: Place, words: readonly string[], options: CommandOptions) => Promise<Output>;

export interface CommandOptions {
  readonly input?: string | Uint8Array;
  /** Exit codes that are answers, not failures. */
  readonly answers?: readonly number[];
  /** Added to the place's own. */
  readonly environment?: Environment;
  /** Output beyond this is cut off instead of being a failure. */
  readonly cutAtBytes?: number;
  /** Gets the output as it comes, all of it, which is then not collected; whoever takes it may take its time. */
  readonly onOutput?: (bytes: Uint8Array) => void;
}

export type Output = GitResult<{
  readonly code: number;
  readonly stdout: Buffer;
  readonly cut: boolean;
  /** What git said beside it, such as warnings. */
  readonly stderr: string;
}>;

export const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
export const MAX_STDERR_BYTES = 64 * 1024;
/** No command of ours takes this long; one that does hangs in a filter, a hook or on the network. */
export const HANG_MS = 15 * 60_000;
/** Other git processes hold their locks for moments. */
export const LOCK_WAITS_MS = [10, 30, 100, 300, 900];

/** Runs git once. A lock that somebody else holds is waited for. */
export async function git(
  place: Place,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<Output> {
  const runner = place.runner ?? runOnce;
  for (const ms of LOCK_WAITS_MS) {
    const output = await runner(place, words, options);
    if (output.ok || output.failure.reason !== 'locked' || place.stop?.aborted) return output;
    await wait(ms);
  }
  return runner(place, words, options);
}

/** The output of a command as one line of text, for what is ASCII or a path that git was given by us. */
export const line = (stdout: Buffer): string => stdout.toString('utf8').replace(/\n$/, '');

/** Runs git as a child process of ours. */
export function runOnce(place: Place, words: readonly string[], options: CommandOptions): Promise<Output> {
  if (place.stop?.aborted) return Promise.resolve(stopped(words));
  return new Promise(resolve => {
    // A session of its own: Ctrl-C in the terminal is for us to handle, not for git to die of.
    const [program, ...arguments_] = [...(place.behind ?? []), 'git', ...words];
    const child = spawn(program!, arguments_, {
      cwd: place.cwd,
      env: { ...place.environment, ...options.environment },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // Node's own timeout outlives a process that could not be started, and would keep us from ending.
    const kill = (): void => killGroup(child);
    const hang = options.onOutput ? undefined : setTimeout(kill, HANG_MS);
    place.stop?.addEventListener('abort', kill);
    const settle = (output: Output): void => {
      clearTimeout(hang);
      place.stop?.removeEventListener('abort', kill);
      resolve(output);
    };
    const limit = options.cutAtBytes ?? MAX_OUTPUT_BYTES;
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
    // Where no file can be opened any more, a child has no streams, only an error.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (options.onOutput) return options.onOutput(chunk);
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) kill();
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MAX_STDERR_BYTES) stderr += text;
    });
    // A command that ends without reading all its input says why in its exit code.
    child.stdin?.on('error', () => {}).end(options.input);
    child.on('error', error => settle({ ok: false, failure: notStarted(error, place) }));
    child.on('close', (code, signal) =>
      settle(outputOf(words, options, { code, signal, stdout: Buffer.concat(chunks), stderr })),
    );
  });
}

/** Ends a git process with the filters, hooks and connections that it started. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** How a git process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** What the end of a git process means for who asked. */
export function outputOf(
  words: readonly string[],
  { answers, cutAtBytes }: CommandOptions,
  { code, signal, stdout, stderr }: Ended,
): Output {
  const limit = cutAtBytes ?? MAX_OUTPUT_BYTES;
  const cut = stdout.length > limit;
  if (cut && cutAtBytes !== undefined)
    return { ok: true, code: 0, stdout: stdout.subarray(0, limit), cut, stderr };
  if (code === 0 || (code !== null && answers?.includes(code)))
    return { ok: true, code, stdout, cut, stderr };
  const cause = cut ? 'its output is too long' : signal ? `ended by ${signal}` : '';
  return { ok: false, failure: failureOf(words[0] ?? '', cause || stderr || `exit code ${code}`) };
}

export const stopped = (words: readonly string[]) =>
  refused('other', `git ${words[0] ?? ''} was stopped`, 'Resume the run.');

const hintFor = (code: string | undefined): string =>
  code === 'EMFILE' || code === 'ENFILE'
    ? 'Allow more open files (ulimit -n), then resume.'
    : 'Free memory or processes, then resume.';

/** Node reports a missing program and a missing folder alike. */
export function notStarted(error: Error, { cwd }: Place): GitFailure {
  const { code } = error as NodeJS.ErrnoException;
  if (!existsSync(cwd))
    return refused('misplaced', `${cwd} is gone`, 'Resume the run to make it anew.').failure;
  const { failure } =
    code === 'ENOENT'
      ? refused('no_git', 'git cannot be started', 'Install git 2.38 or newer and put it on the PATH.')
      : refused('other', `git cannot be started: ${error.message}`, hintFor(code));
  return failure;
}
