import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf, guarded } from '../../src/git/failure.ts';
import { attempt, landing, must, put, refusal, run } from './ground.ts';

describe('what git says becomes a reason', () => {
  it.each([
    ["fatal: detected dubious ownership in repository at '/x'", 'unsafe_ownership'],
    ['fatal: not a git repository (or any of the parent directories): .git', 'not_a_repository'],
    ['error: unable to write file x: No space left on device', 'disk_full'],
    ["fatal: Unable to create '/x/index.lock': File exists.\n\nAnother git process", 'locked'],
    ["fatal: cannot lock ref 'refs/x': Unable to create '/x/refs/x.lock': File exists.", 'locked'],
    ["fatal: Unable to create '/x/index.lock': Read-only file system", 'read_only'],
    ['error: insufficient permission for adding an object to repository database', 'read_only'],
    ['fatal: something new', 'other'],
    ['', 'other'],
  ])('%j', (text, reason) => {
    const failure = failureOf('add', text);
    expect(failure.reason).toBe(reason);
    expect(failure.hint).not.toBe('');
  });

  it('tells causes rather than advice, and nothing that acts on a terminal', () => {
    const { message } = failureOf('add', 'hint: long\nwarning: much\nerror: the \x1b[31mcause\nfatal: end');
    expect(message).toBe('git add failed: error: the \\x1b[31mcause; fatal: end');
  });

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EROFS', 'read_only'],
    ['EACCES', 'read_only'],
    ['EIO', 'other'],
  ])('as does the system error %s', async (code, reason) => {
    const work = () => Promise.reject(Object.assign(new Error('refused'), { code }));
    expect(refusal(await guarded(work)).reason).toBe(reason);
  });

  it('as does a process that cannot be started since too many files are open', async () => {
    const script = fileURLToPath(new URL('./without-files.ts', import.meta.url));
    const few = ['-c', 'ulimit -n 64; exec "$0" "$1"', process.execPath, script];
    const { stdout } = await promisify(execFile)('/bin/sh', few, { env: { PATH: process.env.PATH ?? '' } });
    expect(JSON.parse(stdout)).toEqual(Array(3).fill(expect.stringContaining('EMFILE')));
  });

  it('but a bug stays one', async () => {
    await expect(guarded(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  });
});

describe('what stands in the way', () => {
  it("is named where it is another process's lock", async () => {
    const made = await run(undefined, { mode: 'here', branch: 'main' });
    const { work, base, checkout, git } = made;
    const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    writeFileSync(join(checkout, '.git/index.lock'), '');
    const request = landing('1', { base, head: base, snapshot: commit });
    const failure = refusal(await work.land(request));
    expect(failure.reason).toBe('locked');
    expect(failure.message).toContain('.git/index.lock');
    rmSync(join(checkout, '.git/index.lock'));
    expect(must(await work.land(request))).toMatchObject({ outcome: 'landed' });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-list', '--count', `${base}..main`)).toBe('1');
  });

  it('is named where it is a folder in the place of a ref', async () => {
    const { work, base, checkout } = await run();
    mkdirSync(join(checkout, '.git/refs/phasewright/r1/1/1/x'), { recursive: true });
    writeFileSync(join(checkout, '.git/refs/phasewright/r1/1/1/x/y'), `${base}\n`);
    must(await work.open({ slot: 0, base, contents: null }));
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(refusal(await work.capture(request)).message).toContain('refs/phasewright/r1/1/1');
  });
});
