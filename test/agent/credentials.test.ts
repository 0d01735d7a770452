import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handBack, lend } from '../../src/agent/credentials.ts';
import { scratch } from '../cli/phasewright.ts';

/** A user's folder with the login, and an agent's home. */
function place(below = '.') {
  const home = join(scratch(), 'home');
  mkdirSync(home);
  return { original: join(scratch(), 'auth.json'), home, link: join(home, below, 'auth.json') };
}
const text = (file: string): string => readFileSync(file, 'utf8');

describe('a login that is lent', () => {
  it('is the very file, so that what is renewed through the link is renewed', () => {
    const login = place();
    writeFileSync(login.original, 'old', { mode: 0o600 });
    lend(login);
    writeFileSync(login.link, 'new');
    handBack(login);
    expect(text(login.original)).toBe('new');
    expect(lstatSync(login.link).isSymbolicLink()).toBe(true);
  });

  it('is brought home where another file was put in its place', () => {
    const login = place();
    writeFileSync(login.original, 'old', { mode: 0o600 });
    lend(login);
    writeFileSync(`${login.link}.new`, 'renewed', { mode: 0o600 });
    renameSync(`${login.link}.new`, login.link);
    handBack(login);
    expect(text(login.original)).toBe('renewed');
    expect(statSync(login.original).mode & 0o777).toBe(0o600);
    expect(lstatSync(login.link).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['half a file', '{"token": {"access": "ne'],
    ['something else', '[]'],
    ['another object', '{"greeting": "hello"}'],
  ])('stays as it was where %s was put in its place', (_, put) => {
    const login = place();
    const own = '{"token": {"access": "old"}}';
    writeFileSync(login.original, own);
    lend(login);
    rmSync(login.link);
    writeFileSync(login.link, put);
    handBack(login);
    expect(text(login.original)).toBe(own);
    expect(text(login.link)).toBe(put);
    writeFileSync(login.link, '{"token": {"access": "new"}, "more": 1}');
    handBack(login);
    expect(text(login.original)).toContain('"new"');
  });

  it('is brought home before the next session, if this process did not live to do it', () => {
    const login = place();
    writeFileSync(login.original, 'old');
    lend(login);
    writeFileSync(`${login.link}.new`, 'renewed');
    renameSync(`${login.link}.new`, login.link);
    lend(login);
    expect(text(login.original)).toBe('renewed');
  });

  it('is not made up where there is none', () => {
    const login = place();
    lend(login);
    handBack(login);
    expect([existsSync(login.link), existsSync(login.original)]).toEqual([false, false]);
  });

  it('takes the place of what an agent made while the user was not logged in', () => {
    const login = place();
    lend(login);
    writeFileSync(login.link, '{}');
    writeFileSync(login.original, 'logged in');
    lend(login);
    handBack(login);
    expect(text(login.original)).toBe('logged in');
    expect(text(login.link)).toBe('logged in');
  });
});

describe('a login in a home in which the agent did as it liked', () => {
  type Tampering = (login: ReturnType<typeof place>, users: string) => void;
  const tampering: readonly (readonly [string, Tampering])[] = [
    [
      'the folder is a link to that of the user',
      ({ link }, users) => {
        rmSync(dirname(link), { recursive: true });
        symlinkSync(users, dirname(link));
      },
    ],
    [
      'the folder is a link to nothing',
      ({ link }) => {
        rmSync(dirname(link), { recursive: true });
        symlinkSync('/nonexistent/folder', dirname(link));
      },
    ],
    [
      'a file stands in the place of the folder',
      ({ link }) => {
        rmSync(dirname(link), { recursive: true });
        writeFileSync(dirname(link), 'x');
      },
    ],
    [
      'a folder stands in the place of the link',
      ({ link }) => {
        rmSync(link);
        mkdirSync(link);
        writeFileSync(join(link, 'mine'), 'x');
      },
    ],
    [
      'the link leads elsewhere',
      ({ link }, users) => {
        rmSync(link);
        symlinkSync(join(users, 'other.json'), link);
      },
    ],
    [
      'a pipe stands in the place of the link',
      ({ link }) => {
        rmSync(link);
        execFileSync('mkfifo', [link]);
      },
    ],
    [
      'the file in its place is empty',
      ({ link }) => {
        rmSync(link);
        writeFileSync(link, '');
      },
    ],
    [
      'the file in its place is far too large',
      ({ link }) => {
        rmSync(link);
        writeFileSync(link, 'x'.repeat(2 << 20));
      },
    ],
  ];

  it.each(tampering)('%s: the user keeps all, and the agent gets the link again', (_, tamper) => {
    const login = place('deep/config');
    const users = dirname(login.original);
    writeFileSync(login.original, 'my login');
    writeFileSync(join(users, 'other.json'), 'another');
    lend(login);
    tamper(login, users);
    handBack(login);
    expect(text(login.original)).toBe('my login');
    lend(login);
    expect(readdirSync(users).sort()).toEqual(['auth.json', 'other.json']);
    expect([text(login.original), text(join(users, 'other.json'))]).toEqual(['my login', 'another']);
    expect(readlinkSync(login.link)).toBe(login.original);
    expect(lstatSync(dirname(login.link)).isDirectory()).toBe(true);
  });

  it('takes nothing for renewed that was never lent, whatever the agent says', () => {
    const login = place();
    lend(login);
    writeFileSync(login.link, 'of the agent');
    writeFileSync(`${login.link}.lent`, '');
    writeFileSync(login.original, 'my login');
    handBack(login);
    expect(text(login.original)).toBe('my login');
  });

  it('keeps the link by which the user has the login elsewhere', () => {
    const login = place();
    const elsewhere = join(scratch(), 'kept.json');
    writeFileSync(elsewhere, 'old');
    symlinkSync(elsewhere, login.original);
    lend(login);
    writeFileSync(`${login.link}.new`, 'renewed');
    renameSync(`${login.link}.new`, login.link);
    handBack(login);
    expect(readlinkSync(login.original)).toBe(elsewhere);
    expect(text(elsewhere)).toBe('renewed');
  });
});
