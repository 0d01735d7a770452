import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A small memory disk in the place of a folder, which keeps its contents. Gone when the test ends. */
export interface Disk {
  /** Takes all room but so many bytes. */
  fill(left?: number): void;
  free(): void;
  /** Makes it read-only, which must wait until no file is open for writing there; false where `isOver` came first. */
  seal(isOver?: () => boolean): Promise<boolean>;
  unseal(): void;
}

const FILLER = '.filler';
const BLOCK_BYTES = 4096;

export function onDisk(folder: string, megabytes: number): Disk {
  const aside = `${folder}.aside`;
  mkdirSync(folder, { recursive: true });
  cpSync(folder, aside, { recursive: true });
  order('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder);
  // Also where processes that are about to die still have their files there.
  onTestFinished(() => order('umount', '--lazy', folder));
  cpSync(aside, folder, { recursive: true });
  rmSync(aside, { recursive: true });
  const filler = join(folder, FILLER);
  return {
    fill: (left = 0) => fill(filler, left),
    free: () => rmSync(filler, { force: true }),
    seal: isOver => sealed(folder, isOver),
    unseal: () => order('mount', '-o', 'remount,rw', folder),
  };
}

function fill(filler: string, left: number): void {
  const file = openSync(filler, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(BLOCK_BYTES));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  if (left > 0) truncateSync(filler, Math.max(0, statSync(filler).size - left));
}

async function sealed(folder: string, isOver = () => false): Promise<boolean> {
  for (; !isOver(); await delay(1)) if (attempt('mount', '-o', 'remount,ro', folder) === null) return true;
  return false;
}

/** Why a test with a disk of its own is skipped; null where it is not. `unshare --map-root-user --mount` gives leave. */
export const noMount: string | null = whyNot();

function whyNot(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-'));
  const refusal = attempt('mount', '-t', 'tmpfs', 'tmpfs', folder);
  if (refusal === null) order('umount', folder);
  rmdirSync(folder);
  return refusal;
}

function order(command: string, ...words: string[]): void {
  const refusal = attempt(command, ...words);
  if (refusal !== null) throw new Error(`${command} ${words.join(' ')}: ${refusal}`);
}

/** What the command objects to; null where it did its work. */
function attempt(command: string, ...words: string[]): string | null {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr).trim() || `exit code ${status}`;
}
