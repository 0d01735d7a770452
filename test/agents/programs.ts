import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the real agent programs are installed: not among the package's own dependencies. */
const FOLDER = fileURLToPath(new URL('../../.cache/agents', import.meta.url));
const LISTED = fileURLToPath(new URL('./programs', import.meta.url));
const BIN = join(FOLDER, 'node_modules', '.bin');

/**
 * Installs what the lock file lists, unless that is there. Before all tests, once. Not `npm ci`, which wants packages for
 * other machines to be listed that the registry may not have.
 */
export default function setup(): void {
  const lock = readFileSync(join(LISTED, 'package-lock.json'), 'utf8');
  const stamp = join(FOLDER, 'installed');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(LISTED, name), join(FOLDER, name));
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
    writeFileSync(stamp, lock);
  }
  process.env.PATH = `${BIN}:${process.env.PATH}`;
}
