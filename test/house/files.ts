import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '../..');

/** Our own code in these folders of the repository; fixtures are other people's. */
export function codeIn(...folders: string[]): TextFile[] {
  return folders
    .map(folder => join(ROOT, folder))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !path.startsWith('test/fixtures/'))
    .sort()
    .map(readText);
}

/** Every text that git tracks or would add, or null outside of a checkout. */
export function repositoryTexts(): TextFile[] | null {
  if (!existsSync(join(ROOT, '.git'))) return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter(path => path !== '' && statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())
    .map(readText)
    .filter(({ text }) => !text.includes('\0'));
}

const readText = (path: string): TextFile => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });
