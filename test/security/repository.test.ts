import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  BRANCH,
  filesOf,
  type Ground,
  ground,
  landing,
  message,
  must,
  phase,
  put,
  refusal,
  run,
} from '../git/ground.ts';

function canary(made: Ground): { readonly program: string; readonly sprung: () => boolean } {
  const program = join(made.root, 'program');
  put(program, `#!/bin/sh\ntouch '${join(made.root, 'canary')}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, sprung: () => existsSync(join(made.root, 'canary')) };
}

describe('a repository, or an agent through it, cannot have us run a program', () => {
  it.each(['clean', 'smudge', 'process'])(
    'by a filter that is added to the configuration while a run is under way: %s [A43]',
    async kind => {
      const made = ground();
      const { program, sprung } = canary(made);
      const { work, base, git } = await run(made);
      const { path } = must(await work.open({ slot: 0, base, contents: null }));
      git('-C', path, 'config', `filter.evil.${kind}`, program);
      put(join(path, '.gitattributes'), '* filter=evil\n');
      put(join(path, 'one'), '1');
      const refused = refusal(await work.capture({ slot: 0, base, phase: '1', attempt: 1, lane: null }));
      expect(refused).toMatchObject({ reason: 'config_changed' });
      expect(refused.message).toContain(`filter.evil.${kind}`);
      expect(refusal(await work.open({ slot: 0, base, contents: null })).reason).toBe('config_changed');
      expect(sprung()).toBe(false);
      git('config', '--remove-section', 'filter.evil');
      must(await work.capture({ slot: 0, base, phase: '1', attempt: 1, lane: null }));
    },
  );

  it('by a file that the configuration is made to include, or one of the workspace alone [A44]', async () => {
    const made = ground();
    const { program, sprung } = canary(made);
    const { work, base, git } = await run(made);
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    put(join(path, 'included'), `[filter "evil"]\n\tclean = ${program}\n`);
    put(join(path, '.gitattributes'), '* filter=evil\n');
    const capture = () => work.capture({ slot: 0, base, phase: '1', attempt: 1, lane: null });
    git('config', 'include.path', join(path, 'included'));
    expect(refusal(await capture()).reason).toBe('config_changed');
    git('config', '--unset', 'include.path');
    git('config', 'extensions.worktreeConfig', 'true');
    git('-C', path, 'config', '--worktree', 'filter.evil.clean', program);
    expect(refusal(await capture()).reason).toBe('config_changed');
    expect(sprung()).toBe(false);
  });

  it('by a merge driver that is added while a run is under way [A45]', async () => {
    const made = ground();
    const { program, sprung } = canary(made);
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path => put(join(path, 'a.txt'), 'one\n'));
    const two = await attempt(work, base, '2', path => put(join(path, 'a.txt'), 'two\n'));
    git('config', 'merge.evil.driver', `${program} %A`);
    put(join(made.checkout, '.git/info/attributes'), '* merge=evil\n');
    const request = landing('2', { base, head: one.head, snapshot: two.commit });
    expect(refusal(await work.land(request)).reason).toBe('config_changed');
    expect(sprung()).toBe(false);
  });

  it('by attributes that name a filter or a driver which nothing defines [A46]', async () => {
    const made = ground({
      '.gitattributes': '* filter=nowhere merge=nowhere diff=nowhere ident export-subst\n',
      'x.txt': '1\n2\n3\n4\n5\n',
    });
    // Merges take place outside of a checkout, where git heeds these alone.
    made.write('.git/info/attributes', '* merge=nowhere\n');
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path =>
      put(join(path, 'x.txt'), '$Id$ $Format:%H$\n2\n3\n4\n5\n'),
    );
    const two = await attempt(work, base, '2', path => put(join(path, 'x.txt'), '1\n2\n3\n4\nfive\n'));
    const request = landing('2', { base, head: one.head, snapshot: two.commit });
    expect(must(await work.land(request)).outcome).toBe('landed');
    expect(git('show', `${BRANCH}:x.txt`)).toBe('$Id$ $Format:%H$\n2\n3\n4\nfive');
  });

  it('by an encoding that does not exist: git cannot store the file, which is told, and the next workspace is a new one [A46]', async () => {
    const { work, base, git } = await run();
    const opened = () => work.open({ slot: 0, base, contents: null });
    const capture = () => work.capture({ slot: 0, base, phase: '1', attempt: 1, lane: null });
    const { path } = must(await opened());
    put(join(path, '.gitattributes'), '*.u working-tree-encoding=NO-SUCH\n');
    put(join(path, 'x.txt'), 'x');
    put(join(path, 'x.u'), 'x');
    const problem = expect.stringContaining("failed to encode 'x.u' from NO-SUCH to UTF-8");
    expect(refusal(await capture())).toMatchObject({ reason: 'unstorable', message: problem });
    expect(must(await opened())).toMatchObject({ path, anew: true, setAside: problem });
    put(join(path, 'y.txt'), 'y');
    expect(git('show', `${must(await capture()).commit}:y.txt`)).toBe('y');
    const { rescued } = must(await work.closeRun({ message: null, record: null }));
    expect(rescued.map(ref => git('show', `${ref}:x.u`))).toEqual(['x']);
  });

  it('by a submodule whose address is an option or a command [A49]', async () => {
    const made = ground();
    const { program, sprung } = canary(made);
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path => {
      const modules = ['--upload-pack=touch x', `ext::${program}`, '-u./x'].map(
        (url, at) => `[submodule "../../m${at}"]\n\tpath = m${at}\n\turl = ${url}\n\tupdate = !${program}\n`,
      );
      put(join(path, '.gitmodules'), modules.join(''));
      git('-C', path, 'update-index', '--add', '--cacheinfo', `160000,${base},m0`);
      put(join(path, 'one'), '1');
    });
    must(await work.open({ slot: 0, base: one.head, contents: null }));
    must(await work.closeRun({ message: null, record: null }));
    expect(sprung()).toBe(false);
    expect(readdirSync(join(made.checkout, '.git'))).not.toContain('modules');
  });
});

describe('a trailer lands nothing', () => {
  it('in the history that the run begins with [A62]', async () => {
    const made = ground();
    made.git('commit', '--quiet', '--allow-empty', '--message', message('1'));
    const { work, base } = await run(made);
    const one = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    expect(one.commit).not.toBe(base);
    expect(made.git('show', `${BRANCH}:one`)).toBe('1');
  });

  it("in a commit of an agent's own, which becomes part of the attempt [A63]", async () => {
    const made = ground();
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path => {
      put(join(path, 'one'), '1');
      git('-C', path, 'add', '--all');
      git('-C', path, 'commit', '--quiet', '--message', message('2'));
    });
    expect(git('log', '--format=%s', `${base}..${BRANCH}`)).toBe('feat: phase 1');
    const two = await attempt(work, one.head, '2', path => put(join(path, 'two'), '2'));
    must(await work.land(landing('2', { base: one.head, head: one.head, snapshot: two.commit })));
    expect(git('show', `${BRANCH}:two`)).toBe('2');
  });

  it.each(['', ', also on top of what landed meanwhile'])(
    'in a commit on the branch with other files%s [A64]',
    async meanwhile => {
      const made = ground();
      const { work, base, git } = await run(made);
      const two = await attempt(work, base, '2', path => put(join(path, 'two'), '2'), 1);
      const head =
        meanwhile === '' ? base : (await phase(work, base, '1', path => put(join(path, 'one'), '1'))).head;
      const forged = git('commit-tree', `${head}^{tree}`, '-p', head, '-m', message('2'));
      git('update-ref', `refs/heads/${BRANCH}`, forged);
      // The run may have seen the branch before or after the other phase landed.
      for (const seen of new Set([base, head])) {
        const landed = must(await work.land(landing('2', { base, head: seen, snapshot: two.commit })));
        expect(landed).toMatchObject({ outcome: 'landed', ...(seen === base ? { foreign: [forged] } : {}) });
      }
      const files = Object.keys(filesOf(made, BRANCH));
      expect(files).toContain('two');
      expect(files.includes('one')).toBe(meanwhile !== '');
      expect(git('rev-parse', `${BRANCH}^`)).toBe(forged);
    },
  );

  it('and a branch that is turned back or deleted halts the run [A65]', async () => {
    const made = ground();
    const { work, base, git } = await run(made);
    const one = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    const two = await attempt(work, one.head, '2', path => put(join(path, 'two'), '2'));
    const request = landing('2', { base: one.head, head: one.head, snapshot: two.commit });
    git('update-ref', `refs/heads/${BRANCH}`, base);
    expect(refusal(await work.land(request)).reason).toBe('branch_moved');
    git('update-ref', '-d', `refs/heads/${BRANCH}`);
    expect(refusal(await work.land(request)).reason).toBe('branch_gone');
  });
});
