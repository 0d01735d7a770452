import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shellWord } from '../base/shell-word.ts';
import {
  type CommandOptions,
  HANG_MS,
  killGroup,
  MAX_OUTPUT_BYTES,
  MAX_STDERR_BYTES,
  notStarted,
  type Output,
  outputOf,
  type Place,
  type Runner,
  stopped,
} from './command.ts';
import { keepAlive } from './conversation.ts';
import type { Environment } from './environment.ts';
import { refused } from './failure.ts';

/**
 * A shell that stays up and starts git processes, so that the walls around it are built once and not for each of them.
 * It is started by the first command and again after it was ended, and ends when its input does, hence also with us.
 */
export interface WalledGit {
  readonly runner: Runner;
  end(): Promise<void>;
}

export interface WalledGitOptions {
  /** The command line that starts the shell, made when it is needed. */
  readonly commandLine: () => readonly [program: string, ...words: string[]];
  readonly environment: Environment;
  /** A folder of ours for input and output, which the shell sees under the same name. */
  readonly scratch: string;
  /** Tells the folders that the shell sees from others that came in their place. */
  readonly identity: () => string;
}

interface Shell {
  readonly child: ChildProcess;
  readonly closed: Promise<void>;
  readonly identity: string;
  /** Who waits for a command, by its number; null stands for a shell that died. */
  readonly waiting: Map<number, (status: number | null) => void>;
  alive: boolean;
  /** Whether it is being killed, with all that runs in it. */
  dying: boolean;
  stderr: string;
}

/** What a shell adds to the number of the signal that ended a command. */
const SIGNALLED = 128;
const SIGKILL = 9;

export function walledGit(options: WalledGitOptions): WalledGit {
  let shell: Shell | null = null;
  let count = 0;

  const end = async (): Promise<void> => {
    if (!shell?.alive) return;
    keepAlive(shell.child, true);
    shell.child.stdin!.end();
    await shell.closed;
  };

  const runner: Runner = async (place, words, request) => {
    if (place.stop?.aborted) return stopped(words);
    if (shell?.dying) await shell.closed;
    if (shell?.alive && shell.identity !== options.identity()) await end();
    if (!shell?.alive) {
      // Without waiting: of two commands that come together only one starts a shell.
      mkdirSync(options.scratch, { recursive: true, mode: 0o700 });
      shell = start(options);
    }
    count += 1;
    const number = count;
    const file = join(options.scratch, String(number));
    if (request.input !== undefined) await writeFile(`${file}.in`, request.input);
    try {
      const text = commandText(place, words, request, options.environment, file);
      const status = await told(shell, number, text, place.stop);
      if (status === null) return diedWith(shell, words, place.stop);
      return await resultIn(file, status, place, words, request);
    } finally {
      await Promise.all(['in', 'out', 'err'].map(ending => rm(`${file}.${ending}`, { force: true })));
    }
  };

  return { runner, end };
}

/** What a command left in its files. */
async function resultIn(
  file: string,
  status: number,
  place: Place,
  words: readonly string[],
  request: CommandOptions,
): Promise<Output> {
  // Without its folder it was not even begun.
  if (!existsSync(`${file}.out`)) return { ok: false, failure: notStarted(new Error('no folder'), place) };
  const signal = status === SIGNALLED + SIGKILL ? 'SIGKILL' : null;
  const stdout = await beginningOf(`${file}.out`, (request.cutAtBytes ?? MAX_OUTPUT_BYTES) + 1);
  const stderr = (await beginningOf(`${file}.err`, MAX_STDERR_BYTES)).toString('utf8');
  return outputOf(words, request, { code: signal ? null : status, signal, stdout, stderr });
}

function start({ commandLine, environment, identity }: WalledGitOptions): Shell {
  const [program, ...words] = commandLine();
  const child: ChildProcess = spawn(program, words, { env: environment, detached: true });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const shell: Shell = {
    child,
    closed,
    identity: identity(),
    waiting: new Map(),
    alive: true,
    dying: false,
    stderr: '',
  };
  const die = (why: string): void => {
    shell.alive = false;
    shell.stderr += why;
    for (const answer of shell.waiting.values()) answer(null);
    shell.waiting.clear();
    resolve();
  };
  let received = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (received + text).split('\n');
    received = lines.pop() ?? '';
    for (const line of lines) {
      const [number, status] = line.split(' ').map(Number);
      shell.waiting.get(number!)?.(status!);
      shell.waiting.delete(number!);
    }
    if (shell.waiting.size === 0) keepAlive(child, false);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (shell.stderr.length < MAX_STDERR_BYTES) shell.stderr += text;
  });
  child.stdin?.on('error', () => {});
  // Git is not ended half-way where our process is.
  child.stdin?.write('trap wait EXIT\n');
  child.on('error', error => die(error.message));
  child.on('close', () => die(''));
  return shell;
}

/** The exit status of a command; null where the shell died of it, or before it. */
function told(
  shell: Shell,
  number: number,
  text: string,
  stop: AbortSignal | undefined,
): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  // Processes in there have numbers of their own. What they were doing is done again, if at all, by another shell.
  const kill = (): void => {
    shell.dying = true;
    killGroup(shell.child);
  };
  const hang = setTimeout(kill, HANG_MS);
  stop?.addEventListener('abort', kill);
  shell.waiting.set(number, resolve);
  keepAlive(shell.child, true);
  shell.child.stdin?.write(`{ ${text}; echo "${number} $?"; } &\n`);
  return promise.finally(() => {
    clearTimeout(hang);
    stop?.removeEventListener('abort', kill);
  });
}

/** The shell's own words to run git in the place. Variables that the shell has already are left out. */
function commandText(
  { cwd, environment }: Place,
  words: readonly string[],
  request: CommandOptions,
  inherited: Environment,
  file: string,
): string {
  const wanted = { ...environment, ...request.environment };
  const assigned = Object.entries(wanted).filter(([name, value]) => inherited[name] !== value);
  const input = request.input === undefined ? '/dev/null' : `${file}.in`;
  const git = [
    ...assigned.map(([name, value]) => `${name}=${shellWord(value)}`),
    ...['git', ...words.map(shellWord)],
    ...[`<${shellWord(input)}`, `>${shellWord(`${file}.out`)}`, `2>${shellWord(`${file}.err`)}`],
  ];
  return `cd ${shellWord(cwd)} && ${git.join(' ')}`;
}

function diedWith({ stderr }: Shell, words: readonly string[], stop: AbortSignal | undefined): Output {
  if (stop?.aborted) return stopped(words);
  if (stderr.trim() === '') return outputOf(words, {}, { ...NOTHING, signal: 'SIGKILL' });
  const hint = 'Look at it with: phasewright env. Without walls: sandbox.mode: none.';
  return refused('other', `the sandbox of git cannot be started: ${stderr.trim()}`, hint);
}

const NOTHING = { code: null, stdout: Buffer.alloc(0), stderr: '' } as const;

async function beginningOf(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
