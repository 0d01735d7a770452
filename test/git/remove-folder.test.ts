import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../cli/phasewright.ts';
import { put } from './ground.ts';

/** Root may do anything anywhere, so that a test of rights has to become somebody else. */
const SOMEBODY = 12_345;

/** Runs a program of ours as a user without special rights, in a folder of theirs. */
function asUser(folder: string, script: string): { readonly code: number | null; readonly err: string } {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o700);
    chownSync(folder, SOMEBODY, SOMEBODY);
  }
  const source = resolve(import.meta.dirname, '../../src/git/worktree.ts');
  const program = `import { removeFolder } from ${JSON.stringify(source)};\n${PRELUDE}\n${script}`;
  const user = isRoot ? { uid: SOMEBODY, gid: SOMEBODY } : {};
  const words = ['--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', ...user });
  return { code: status, err: stderr };
}

const PRELUDE = `
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
const file = path => { mkdirSync(path.split('/').slice(0, -1).join('/'), { recursive: true }); writeFileSync(path, 'x'); };
`;

const LOCKED = `
for (let i = 0; i < 9; i += 1) file(\`top/m/\${i}/f\`);
file('top/m/none/inner/f');
file('top/m/write/inner/f');
chmodSync('top/m/none', 0o000);
chmodSync('top/m/write/inner', 0o200);
for (let i = 0; i < 9; i += 1) chmodSync(\`top/m/\${i}\`, 0o555);
chmodSync('top/m', 0o555);
chmodSync('top', 0o000);
await removeFolder('top');
`;

const LEVELS = 3000;

const DEEP = `
mkdirSync('top');
process.chdir('top');
for (let i = 0; i < ${LEVELS}; i += 1) { mkdirSync('dddddddddd'); process.chdir('dddddddddd'); }
writeFileSync('f', 'x');
chmodSync('.', 0o000);
process.chdir(${JSON.stringify('/')});
`;

it('a folder without rights goes, at any depth', () => {
  const folder = scratch();
  expect(asUser(folder, LOCKED)).toEqual({ code: 0, err: '' });
  expect(existsSync(join(folder, 'top'))).toBe(false);
});

it('a folder that is deeper than paths reach goes', () => {
  const folder = scratch();
  const top = join(folder, 'top');
  expect(asUser(folder, `${DEEP}await removeFolder(${JSON.stringify(top)});`)).toEqual({ code: 0, err: '' });
  expect(existsSync(top)).toBe(false);
}, 120_000);

it('links in it lead nowhere, and what they lead to keeps its mode', () => {
  const folder = scratch();
  const outside = join(folder, 'outside');
  put(join(outside, 'precious.txt'), 'precious');
  mkdirSync(join(folder, 'top/inner'), { recursive: true });
  symlinkSync(outside, join(folder, 'top/inner/link'));
  symlinkSync(outside, join(folder, 'link'));
  chmodSync(outside, 0o555);
  const { mode } = lstatSync(outside);
  const script = `chmodSync('top/inner', 0o555); await removeFolder('top'); await removeFolder('link');`;
  if (process.getuid?.() === 0) chownSync(join(folder, 'top/inner'), SOMEBODY, SOMEBODY);
  if (process.getuid?.() === 0) chownSync(join(folder, 'top'), SOMEBODY, SOMEBODY);
  expect(asUser(folder, script)).toEqual({ code: 0, err: '' });
  expect(readFileSync(join(outside, 'precious.txt'), 'utf8')).toBe('precious');
  expect(lstatSync(outside).mode).toBe(mode);
  expect(existsSync(dirname(join(folder, 'top/inner')))).toBe(false);
  chmodSync(outside, 0o755);
});
