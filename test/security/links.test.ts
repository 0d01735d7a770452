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
import { openPrivate } from '../../src/agent/process/raw-file.ts';
import { readPlanFile } from '../../src/cli/plan-file.ts';
import { readRepositoryFile } from '../../src/cli/settings/load.ts';
import { readTextFile } from '../../src/cli/text-file.ts';
import { scratch } from '../cli/phasewright.ts';
import { workshop } from '../cli/workshop.ts';
import {
  attempt,
  filesOf,
  type Ground,
  ground,
  landing,
  must,
  phase,
  put,
  refusal,
  run,
} from '../git/ground.ts';
import { looking } from './looking.ts';

/** A repository of the user's that no run has anything to do with. */
function victim(made: Ground): { readonly path: string; readonly state: () => string } {
  const path = join(made.root, 'victim');
  mkdirSync(path);
  made.git('-C', path, 'init', '--quiet');
  put(join(path, 'precious.txt'), 'precious');
  made.git('-C', path, 'add', '--all');
  made.git('-C', path, 'commit', '--quiet', '--message', 'precious');
  const state = (): string =>
    [
      made.git('-C', path, 'status', '--porcelain'),
      made.git('-C', path, 'for-each-ref'),
      made.git('-C', path, 'rev-parse', 'HEAD'),
      readdirSync(path).join(),
    ].join('\n');
  return { path, state };
}

describe('a link leads nowhere', () => {
  it('a folder that becomes a link out of the workspace is kept as a link, and nothing behind it is read or lost [A34]', async () => {
    const made = ground();
    const { path: outside, state } = victim(made);
    const before = state();
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path => {
      rmSync(join(path, 'dir'), { recursive: true });
      symlinkSync(outside, join(path, 'dir'));
      put(join(path, 'more.txt'), 'more');
    });
    expect(git('ls-tree', one.head, 'dir')).toMatch(/^120000 blob /);
    expect(git('show', `${one.head}:dir`)).toBe(outside);
    expect(Object.keys(filesOf(made, one.head))).not.toContain('dir/precious.txt');
    // The next attempt in the same slot wants a folder where the link is.
    must(await work.open({ slot: 0, base, contents: null }));
    must(await work.closeRun({ message: null, record: null }));
    expect(state()).toBe(before);
  });

  it('a link in the place of a workspace is not followed: it is set aside, and what it leads to stays [A35]', async () => {
    const made = ground();
    const { path: outside, state } = victim(made);
    const before = state();
    const { work, base, folder } = await run(made);
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    rmSync(path, { recursive: true });
    symlinkSync(outside, path);
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(refusal(await work.capture(request)).reason).toBe('unstorable');
    expect(must(await work.open({ slot: 0, base, contents: null }))).toMatchObject({ path, anew: true });
    expect([readdirSync(path).includes('precious.txt'), lstatSync(path).isDirectory()]).toEqual([
      false,
      true,
    ]);
    must(await work.closeRun({ message: null, record: null }));
    expect([state(), existsSync(folder)]).toEqual([before, false]);
  });

  it.each([
    ['a pointer', (path: string, to: string) => writeFileSync(path, `gitdir: ${join(to, '.git')}\n`)],
    ['a link', (path: string, to: string) => symlinkSync(join(to, '.git'), path)],
  ])('a .git that is %s to another repository does not take us there [A36]', async (_, swap) => {
    const made = ground();
    const { path: outside, state } = victim(made);
    const before = state();
    const { work, base } = await run(made);
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    rmSync(join(path, '.git'));
    swap(join(path, '.git'), outside);
    put(join(path, 'new.txt'), 'new');
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(refusal(await work.capture(request)).reason).toBe('unstorable');
    must(await work.open({ slot: 0, base, contents: null }));
    const again = await phase(work, base, '1', slot => put(join(slot, 'right.txt'), 'right'));
    expect(Object.keys(filesOf(made, again.head))).toContain('right.txt');
    expect(state()).toBe(before);
  });

  it('a submodule whose path goes through a link is neither read nor emptied [A37]', async () => {
    const made = ground();
    const { state } = victim(made);
    const before = state();
    symlinkSync(made.root, join(made.checkout, 'out'));
    made.write('.gitmodules', '[submodule "x"]\n\tpath = out/victim\n\turl = ../x\n');
    made.git('add', '--all');
    made.git('commit', '--quiet', '--message', 'hostile');
    const { work, base } = await run(made);
    const one = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.open({ slot: 0, base: one.head, contents: null }));
    must(await work.closeRun({ message: null, record: null }));
    expect(state()).toBe(before);
    expect(made.tryGit('cat-file', '-e', `${one.snapshot.commit}^2`).code).not.toBe(0);
  });

  it('a link where our copy of the index is put does not lead the copy elsewhere [A38]', async () => {
    const made = ground();
    const precious = join(made.root, 'precious.txt');
    put(precious, 'precious');
    const { work, base, git } = await run(made);
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    const own = git('-C', path, 'rev-parse', '--absolute-git-dir');
    symlinkSync(precious, join(own, 'phasewright.copy'));
    symlinkSync(precious, join(own, 'HEAD.lock'));
    must(await work.open({ slot: 0, base, contents: null }));
    expect(readFileSync(precious, 'utf8')).toBe('precious');
  });

  it('a link or a pipe where an output is written is refused [A39]', () => {
    const folder = scratch();
    const precious = join(folder, 'precious.txt');
    writeFileSync(precious, 'precious');
    symlinkSync(precious, join(folder, 'check.log'));
    execFileSync('mkfifo', [join(folder, 'pipe.log')]);
    expect(() => openPrivate(join(folder, 'check.log'))).toThrow('ELOOP');
    expect(() => openPrivate(join(folder, 'pipe.log'))).toThrow('ENXIO');
  });
});

describe('what is not a file', () => {
  it('a plan that is a pipe, a device or a folder is refused without waiting [A40]', async () => {
    const folder = scratch();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/dev/zero', join(folder, 'zero'));
    for (const path of [join(folder, 'pipe'), join(folder, 'zero'), folder]) {
      const { parsed } = await readPlanFile(path, {});
      expect(parsed.diagnostics).toMatchObject([{ severity: 'error', code: 'unreadable' }]);
    }
  });

  it('nor are settings or scripts read from one, or from a file without end [A41]', () => {
    const folder = scratch();
    execFileSync('mkfifo', [join(folder, 'phasewright.yaml')]);
    expect(() => readRepositoryFile(folder)).toThrow('is not a regular file');
    rmSync(join(folder, 'phasewright.yaml'));
    symlinkSync('/dev/zero', join(folder, 'phasewright.yaml'));
    expect(() => readRepositoryFile(folder)).toThrow('is not a regular file');
    rmSync(join(folder, 'phasewright.yaml'));
    writeFileSync(join(folder, 'phasewright.yaml'), `#${'x'.repeat(2 << 20)}`);
    expect(() => readRepositoryFile(folder)).toThrow('is larger than 1 MB');
    expect(readTextFile(folder, 10)).toMatchObject({ ok: false });
  });

  it('nor is a script that the command line names [A41]', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: A\n' });
    execFileSync('mkfifo', [join(shop.repository, 'pipe')]);
    shop.write('long', `#${'x'.repeat(2 << 20)}`);
    await looking(shop, async look => {
      for (const [script, problem] of [
        ['pipe', 'is not a regular file'],
        ['/dev/zero', 'is not a regular file'],
        ['.', 'is not a regular file'],
        ['long', 'is larger than'],
      ] as const) {
        const { code, err } = await look([
          'run',
          'plan.md',
          '--agent',
          'scripted',
          '--yes',
          '--script',
          script,
        ]);
        expect([script, code]).toEqual([script, 2]);
        expect(err).toContain(problem);
      }
    });
  });

  it('a .gitmodules that is a link or a pipe, and a .git that goes on and on, do not hold us up [A42]', async () => {
    const made = ground();
    const { work, base } = await run(made);
    const one = await attempt(work, base, '1', path => {
      execFileSync('mkfifo', [join(path, '.gitmodules')]);
      put(join(path, 'one'), '1');
    });
    expect(one.changes.map(({ path }) => path)).toEqual(['one']);
    const linked = must(await work.open({ slot: 1, base, contents: null })).path;
    execFileSync('mkfifo', [join(made.root, 'pipe')]);
    symlinkSync(join(made.root, 'pipe'), join(linked, '.gitmodules'));
    const request = { slot: 1, base, phase: '2', attempt: 1, lane: null };
    expect(refusal(await work.capture(request))).toMatchObject({
      reason: 'unstorable',
      message: expect.stringContaining("invalid path '.gitmodules'"),
    });
    expect(must(await work.open({ slot: 1, base, contents: null }))).toMatchObject({ anew: true });
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    writeFileSync(join(path, '.git'), `gitdir: ${'\n'.repeat(1_000_000)}x`);
    must(await work.open({ slot: 0, base, contents: null }));
    expect(must(await work.land(landing('1', { base, head: base, snapshot: one.commit }))).outcome).toBe(
      'landed',
    );
  });
});
