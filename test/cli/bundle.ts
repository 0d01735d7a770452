import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(ROOT, 'src/bin.ts');
const MAKER = fileURLToPath(new URL('make-bundle.ts', import.meta.url));
const BUNDLES = join(ROOT, '.cache/bundles');
/** Of this many states of the sources the bundles are left for later; others may be at work with the newest. */
const MAX_BUNDLES = 20;

let made: string | null = null;

/**
 * The program's first file. Hundreds of sources take three times as long to load as all else that most commands do, so
 * they are put together in a few files, once for each state of the sources. Where that cannot be done it is the source.
 */
export function program(): string {
  made ??= bundle();
  return made;
}

function bundle(): string {
  const folder = join(BUNDLES, digest());
  const first = join(folder, 'bin.js');
  if (existsSync(first)) return first;
  mkdirSync(BUNDLES, { recursive: true });
  dropOldest();
  const draft = mkdtempSync(join(BUNDLES, 'draft-'));
  try {
    execFileSync(process.execPath, [MAKER, SOURCE, draft], { stdio: 'ignore' });
    renameSync(draft, folder);
  } catch {
    // Another worker was faster, or the sources are broken, which the program itself shows best.
    rmSync(draft, { recursive: true, force: true });
  }
  return existsSync(first) ? first : SOURCE;
}

function digest(): string {
  const hash = createHash('sha256');
  const names = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = names.filter(name => name.endsWith('.ts')).map(name => join('src', name));
  for (const path of [...sources.sort(), 'package.json', MAKER.slice(ROOT.length)]) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex').slice(0, 32);
}

function dropOldest(): void {
  const bundles = readdirSync(BUNDLES).map(name => join(BUNDLES, name));
  const byAge = bundles.map(path => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { path } of byAge.slice(MAX_BUNDLES)) rmSync(path, { recursive: true, force: true });
}
