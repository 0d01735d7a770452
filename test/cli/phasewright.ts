import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { program } from './bundle.ts';

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Another script than the sources' own. */
  readonly script?: string;
  readonly nodeArguments?: readonly string[];
  /** What a shell does instead of starting it, which is `"$@"`. */
  readonly shell?: string;
}

/** Sources are compiled once, not at each start. */
export const CACHE = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
/** A command that needs longer than this hangs. */
const HANG_MS = 60_000;

/** Runs the program as a user does, in an environment built from scratch. */
export function phasewright(words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const shell = options.shell === undefined ? [] : ['/bin/sh', '-c', options.shell, 'sh'];
    const node = [process.execPath, ...(options.nodeArguments ?? [])];
    const [command, ...rest] = [...shell, ...node, options.script ?? program(), ...words];
    const child = spawn(command!, rest, {
      cwd: options.cwd ?? scratch(),
      env: {
        PATH: process.env.PATH ?? '',
        HOME: scratch(),
        LANG: 'C.UTF-8',
        NODE_COMPILE_CACHE: CACHE,
        ...options.env,
      },
      timeout: HANG_MS,
      killSignal: 'SIGKILL',
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', text => (out += text));
    child.stderr.setEncoding('utf8').on('data', text => (err += text));
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', reject);
    child.on('close', code => resolve({ code, out, err }));
  });
}

/** A folder that is gone when the test ends. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
