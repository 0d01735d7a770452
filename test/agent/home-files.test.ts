import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, makeOwnFolder, putFile, readFile, removeOwn } from '../../src/agent/home-files.ts';
import { followFile } from '../../src/agent/talk/follow-file.ts';
import { scratch } from '../cli/phasewright.ts';

/** What an agent can put where a folder or a file of ours is to be; `users` is a folder of the user's. */
const OBSTACLES: readonly (readonly [string, (path: string, users: string) => void])[] = [
  ['nothing', () => {}],
  ['a link to a folder', (path, users) => symlinkSync(users, path)],
  ['a link to a file', (path, users) => symlinkSync(join(users, 'settings.json'), path)],
  ['a link to nothing', path => symlinkSync('/nonexistent/x', path)],
  ['a link to itself', path => symlinkSync(path, path)],
  ['a pipe', path => execFileSync('mkfifo', [path])],
  ['a file', path => writeFileSync(path, 'of the agent')],
  [
    'a folder',
    path => {
      mkdirSync(path);
      writeFileSync(join(path, 'mine'), 'x');
    },
  ],
];

function place() {
  const home = scratch();
  const users = scratch();
  writeFileSync(join(users, 'settings.json'), 'of the user');
  return { home, users };
}

const isUntouched = (users: string): boolean =>
  readdirSync(users).join() === 'settings.json' &&
  readFileSync(join(users, 'settings.json'), 'utf8') === 'of the user';

describe.each(OBSTACLES)('where the agent put %s', (_, put) => {
  it('in the place of a folder, a file is written below it and read again', () => {
    const { home, users } = place();
    put(join(home, 'config'), users);
    const file = join(home, 'config', 'deep', 'settings.json');
    putFile(home, file, 'ours');
    expect(readFile(home, file)).toBe('ours');
    expect(lstatSync(join(home, 'config')).isDirectory()).toBe(true);
    expect(isUntouched(users)).toBe(true);
  });

  it('in the place of a file, it is written anew', () => {
    const { home, users } = place();
    const file = join(home, 'settings.json');
    put(file, users);
    putFile(home, file, 'ours');
    expect(lstatSync(file).isFile()).toBe(true);
    expect(readFile(home, file)).toBe('ours');
    expect(isUntouched(users)).toBe(true);
  });

  it('nothing of the user is read through it, nor waited for', () => {
    const { home, users } = place();
    put(join(home, 'answer'), users);
    expect([null, 'of the agent']).toContain(readFile(home, join(home, 'answer')));
    const lines: string[] = [];
    followFile(join(home, 'answer'), line => lines.push(line))();
    expect(lines).toEqual([]);
  });

  it('in a folder that we made, that is removed and nothing else', () => {
    const { home, users } = place();
    const own = makeOwnFolder(home, join(home, 'answers'), 'answer-');
    put(join(own, 'x'), users);
    removeOwn(home, own);
    expect(existsSync(own)).toBe(false);
    expect(isUntouched(users)).toBe(true);
  });

  it('in the place of a folder that we made, nothing behind it is removed', () => {
    const { home, users } = place();
    const own = makeOwnFolder(home, join(home, 'answers'), 'answer-');
    rmSync(own, { recursive: true });
    put(own, users);
    removeOwn(home, own);
    expect(isUntouched(users)).toBe(true);
    rmSync(join(home, 'answers'), { recursive: true });
    put(join(home, 'answers'), users);
    removeOwn(home, join(home, 'answers', 'settings.json'));
    expect(isUntouched(users)).toBe(true);
  });
});

describe('the home of an agent', () => {
  it('is not left by any path', () => {
    const { home } = place();
    expect(() => putFile(home, join(home, '..', 'x'), 'x')).toThrow('is not below');
    expect(() => makeFolder(home, join(home, '..'))).toThrow('is not below');
  });

  it('is furnished whatever the agent did to the rights in it', () => {
    const { home } = place();
    mkdirSync(join(home, 'config'));
    execFileSync('chmod', ['000', join(home, 'config'), home]);
    putFile(home, join(home, 'config', 'x'), 'ours');
    expect(readFile(home, join(home, 'config', 'x'))).toBe('ours');
  });
});
