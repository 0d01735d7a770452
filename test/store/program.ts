import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A real process that a test starts, steers by lines and may kill. */
export interface Program {
  readonly child: ChildProcess;
  readonly lines: AsyncIterable<string>;
  say(line: string): void;
  /** How it ended, with all that it wrote to standard error. */
  readonly end: Promise<{ code: number | null; signal: string | null; errors: string }>;
}

export const APPENDER = new URL('./programs/appender.ts', import.meta.url);
export const CONTENDER = new URL('./programs/contender.ts', import.meta.url);
export const OPENER = new URL('./programs/opener.ts', import.meta.url);
export const FULL_DISK = new URL('./programs/full-disk.ts', import.meta.url);
export const READ_ONLY = new URL('./programs/read-only.ts', import.meta.url);

/** `prefix` is a command that runs the program under other circumstances. */
export function start(program: URL, args: readonly string[], prefix: readonly string[] = []): Program {
  const [command = '', ...rest] = [...prefix, process.execPath, fileURLToPath(program), ...args];
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  // A program that was killed does not read what is said to it.
  child.stdin.on('error', () => {});
  const end = once(child, 'close').then(([code, signal]) => ({ code, signal, errors }));
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  return { child, lines, end, say: line => child.stdin.write(`${line}\n`) };
}

/** What a program that is left alone prints. */
export async function printed(program: Program): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of program.lines) lines.push(line);
  const { code, errors } = await program.end;
  if (code !== 0) throw new Error(`ended with ${code}: ${errors}`);
  return lines;
}
