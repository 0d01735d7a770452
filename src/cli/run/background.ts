import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPrivate } from '../../agent/process/raw-file.ts';
import type { RunState } from '../../run/state.ts';
import { EXIT, UsageError } from '../exit.ts';
import { type Home, runFolder } from './open-store.ts';
import { assertFree } from './take-run.ts';

export interface Background {
  /** Whether to stay while the run waits for a person. */
  readonly stays: boolean;
  /** Folder in which sessions are recorded; they are not unless given. */
  readonly record?: string;
}

const POLL_MS = 25;

/**
 * Starts a process that drives the run, apart from this one and its terminal, and returns its number once it has taken the
 * run over. Nobody may hold the lease.
 */
export async function driveInBackground(
  home: Home,
  { run, origin }: RunState,
  { stays, record }: Background,
): Promise<number> {
  const words = ['drive', run, stays ? '--wait' : '--no-wait', ...(record ? ['--record', record] : [])];
  mkdirSync(runFolder(home, run), { recursive: true, mode: 0o700 });
  const log = openPrivate(driverLog(home, run));
  attempted(() => writeSync(log, `${BEGINNING}${new Date().toISOString()}\n`));
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...words], {
    // The folder that the command was called in may be gone before the run is over.
    cwd: origin.repository,
    env: { ...process.env, PHASEWRIGHT_HOME: home.folder },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let ended: number | null | undefined;
  child.once('exit', code => (ended = code));
  child.once('error', () => (ended = null));
  child.unref();
  for (;;) {
    if ((await home.store.holder(run))?.owner.pid === child.pid) return child.pid!;
    if (ended !== undefined) break;
    await delay(POLL_MS);
  }
  // It may have driven the run to its rest before anybody looked.
  if (ended !== null && ended !== EXIT.usage) return child.pid!;
  // Somebody else may have been quicker.
  await assertFree(home, run);
  throw new UsageError(
    `the process that was to drive run ${run} did not begin`,
    `The run is kept. Try again: phasewright resume ${run} --plain`,
    lastWords(home, run).join(' ') || null,
  );
}

/** What drivers in the background say. */
const driverLog = (home: Home, run: string): string => join(runFolder(home, run), 'driver.log');

/** What stands before the words of each driver. */
const BEGINNING = '== ';
/** How many lines of a complaint are told. */
const TOLD_LINES = 4;

/** What the last driver in the background complained of at its end, made harmless by whoever shows it. */
export function lastWords(home: Home, run: string): readonly string[] {
  const text = attempted(() => readFileSync(driverLog(home, run), 'utf8')) ?? '';
  const lines = text.slice(text.lastIndexOf(BEGINNING)).split('\n');
  const first = lines.findIndex(line => /^(?:internal )?error: /.test(line));
  return first < 0 ? [] : lines.slice(first, first + TOLD_LINES).filter(line => line.trim() !== '');
}

/** What cannot be written down or read, as on a full disk, must not keep a run from going on. */
function attempted<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
