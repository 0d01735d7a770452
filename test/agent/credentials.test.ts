import { existsSync, lstatSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handBack, lend } from '../../src/agent/credentials.ts';
import { scratch } from '../cli/phasewright.ts';

const place = () => ({ original: join(scratch(), 'auth.json'), link: join(scratch(), 'home', 'auth.json') });
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
    const folder = scratch();
    const login = { original: join(folder, 'auth.json'), link: join(folder, 'home.json') };
    lend(login);
    writeFileSync(login.link, '{}');
    writeFileSync(login.original, 'logged in');
    lend(login);
    handBack(login);
    expect(text(login.original)).toBe('logged in');
    expect(text(login.link)).toBe('logged in');
  });
});
