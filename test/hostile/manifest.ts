/**
 * Notes what lies in the current folder, as a hostile agent leaves it: `node manifest.ts FILES COMMITS GIT-FOLDER`. A line of
 * JSON for each file that is not to be lost: no part of git's own folders, not ignored by intent, and readable. A line for each
 * commit of repositories that are whole and borrow nothing, and of the workspace if it still belongs to the GIT-FOLDER.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Noted } from './noted.ts';

/** `ign-` is ignored everywhere, `noise-` where the user has it ignored, `moving-` changes at any time. */
const LEFT_OUT = /^(?:ign2?-|noise-|moving-)/;
const RECORD = 'docs';

const blobOf = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

const withoutOutput = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll(/^OUT .*\n/gm, ''), 'latin1');

function entriesOf(folder: Buffer): Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
}

const GIT_MS = 3_000;

function git(folder: string, ...words: readonly string[]): string {
  // Where a repository is none for git it would take the one around it.
  const GIT_CEILING_DIRECTORIES = dirname(resolve(folder));
  const env = { ...process.env, HOSTILE_AGENT: '1', GIT_OPTIONAL_LOCKS: '0', GIT_CEILING_DIRECTORIES };
  const { status, stdout } = spawnSync('git', ['-C', folder, '-c', 'core.fsmonitor=', ...words], {
    env,
    encoding: 'utf8',
    timeout: GIT_MS,
  });
  return status === 0 ? stdout : '';
}

const BORROWED = ['commondir', 'objects/info/alternates', 'shallow'];
const OWN = ['objects', 'refs'];

function commitsOf(folder: string, isTop: boolean): string {
  const kind = (path: string) => lstatSync(`${folder}/.git${path}`, { throwIfNoEntry: false });
  if (kind('')?.isDirectory()) {
    const isOwn =
      OWN.every(name => kind(`/${name}`)?.isDirectory()) && !BORROWED.some(name => kind(`/${name}`));
    return isOwn ? commitsIn(folder) || commitsInSpiteOf(`${folder}/.git`) : '';
  }
  const common = isTop && kind('')?.isFile() ? git(folder, 'rev-parse', '--git-common-dir').trim() : '';
  return common !== '' && common === gitFolder ? git(folder, 'rev-list', 'HEAD') : '';
}

const commitsIn = (folder: string): string =>
  git(folder, 'rev-list', '--all', '--objects') === ''
    ? ''
    : git(folder, 'rev-list', '--all') + git(folder, 'log', '-g', '--format=%H', 'refs/stash', '--');

/** Those of a repository that git takes for none, by another one with its objects and names. */
function commitsInSpiteOf(gitFolder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    git(copy, 'init', '-q', '--template=');
    for (const name of ['refs', 'packed-refs']) {
      const from = join(gitFolder, name);
      if (existsSync(from)) cpSync(from, join(copy, '.git', name), { recursive: true, filter: isPlain });
    }
    rmSync(join(copy, '.git/objects'), { recursive: true });
    symlinkSync(resolve(gitFolder, 'objects'), join(copy, '.git/objects'));
    return commitsIn(copy);
  } catch {
    return '';
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isPlain(path: string): boolean {
  const found = lstatSync(path);
  return found.isFile() || found.isDirectory();
}

function note(folder: Buffer, file: string, isTop: boolean): void {
  appendFileSync(commits, commitsOf(folder.toString(), isTop));
  for (const name of entriesOf(folder)) {
    const text = name.toString('latin1');
    if (text === '.git' || LEFT_OUT.test(text) || (isTop && text === RECORD)) continue;
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    try {
      const found = lstatSync(path);
      if (found.isDirectory()) note(path, file, false);
      if (!found.isFile()) continue;
      const content = readFileSync(path);
      const noted: Noted = {
        path: path.toString('latin1'),
        blobs: [blobOf(content), ...(text.endsWith('.nb') ? [blobOf(withoutOutput(content))] : [])],
      };
      appendFileSync(file, `${JSON.stringify(noted)}\n`);
    } catch {
      // What cannot be read by who made it cannot be kept by others.
    }
  }
}

const [, , files = '', commits = '', gitFolder = ''] = process.argv;
note(Buffer.from('.'), files, true);
