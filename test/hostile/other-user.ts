import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { program } from '../cli/bundle.ts';
import { FOLDER_VARIABLE } from './places.ts';

/** Root's own home is closed to others, and folders for temporary files are empty in the sandbox. */
const FOLDER = '/var/lib/phasewright-hostile';

/** Runs this program again as another user, since no rights are missing to root; the exit code. */
export function runAs(user: string): number {
  const [uid, gid] = ['-u', '-g'].map(option => Number(execFileSync('id', [option, user])));
  const folder = process.env[FOLDER_VARIABLE] ?? FOLDER;
  // Only we may write where bundles are, and read them as they are made.
  spawnSync('chmod', ['-R', 'a+rX', dirname(program())]);
  mkdirSync(folder, { recursive: true });
  chownSync(folder, uid!, gid!);
  const who = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const { status } = spawnSync('setpriv', [...who, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, HOME: folder, [FOLDER_VARIABLE]: folder },
    stdio: 'inherit',
  });
  // With `--keep` something is in it.
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  return status ?? 1;
}
