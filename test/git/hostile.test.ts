import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptDiff, branchLog, commitDiff, listRefs, removeRun } from '../../src/git/records.ts';
import { attempt, BRANCH, type Ground, ground, landing, must, phase, put, RUN, run } from './ground.ts';

/** Something that a repository says, by which git would run a program. */
interface Trap {
  readonly title: string;
  readonly set: (made: Ground, program: string) => void;
  /** A git command of the user's that springs the trap: without it the test would prove nothing. */
  readonly proof: readonly string[] | null;
}

const hook = (name: string, proof: readonly string[] | null): Trap => ({
  title: `the hook ${name}`,
  set: ({ write, checkout }, program) => {
    write(`.git/hooks/${name}`, `#!/bin/sh\nexec ${program}\n`);
    chmodSync(join(checkout, `.git/hooks/${name}`), 0o755);
  },
  proof,
});

const setting = (
  key: string,
  proof: readonly string[] | null,
  value = (program: string) => program,
): Trap => ({
  title: key,
  set: ({ git }, program) => void git('config', key, value(program)),
  proof,
});

const COMMIT = ['commit', '--quiet', '--allow-empty', '--message', 'x'];

const TRAPS: readonly Trap[] = [
  hook('pre-commit', COMMIT),
  hook('prepare-commit-msg', COMMIT),
  hook('commit-msg', COMMIT),
  hook('post-commit', COMMIT),
  hook('post-checkout', ['checkout', '--quiet', '--detach']),
  hook('post-index-change', ['add', '--renormalize', '.']),
  hook('reference-transaction', ['update-ref', 'refs/x/y', 'HEAD']),
  hook('post-rewrite', ['commit', '--quiet', '--amend', '--allow-empty', '--message', 'y']),
  {
    title: 'core.hooksPath',
    set: (made, program) => {
      put(join(made.root, 'hooks/post-checkout'), `#!/bin/sh\nexec ${program}\n`);
      put(join(made.root, 'hooks/reference-transaction'), `#!/bin/sh\nexec ${program}\n`);
      for (const name of ['post-checkout', 'reference-transaction'])
        chmodSync(join(made.root, 'hooks', name), 0o755);
      made.git('config', 'core.hooksPath', join(made.root, 'hooks'));
    },
    proof: ['checkout', '--quiet', '--detach'],
  },
  setting('core.fsmonitor', ['status']),
  setting('core.editor', null),
  setting('core.pager', null),
  setting('pager.diff', null),
  setting('pager.log', null),
  setting('core.askPass', null),
  setting('core.sshCommand', null),
  setting('core.alternateRefsCommand', null),
  setting('credential.helper', null),
  {
    title: 'commit.gpgSign',
    set: ({ git }, program) => {
      git('config', 'commit.gpgSign', 'true');
      git('config', 'gpg.program', program);
    },
    proof: COMMIT,
  },
  {
    title: 'log.showSignature',
    set: ({ git }, program) => {
      git('config', 'log.showSignature', 'true');
      git('config', 'gpg.program', program);
    },
    proof: null,
  },
  setting('diff.external', ['diff', 'HEAD~1', 'HEAD']),
  {
    title: 'diff drivers with a command or textconv',
    set: ({ git, write }, program) => {
      write('.git/info/attributes', '* diff=evil\n');
      git('config', 'diff.evil.command', program);
      git('config', 'diff.evil.textconv', program);
    },
    proof: ['diff', 'HEAD~1', 'HEAD'],
  },
  setting('alias.status', null, program => `!${program}`),
  setting('gc.recentObjectsHook', null),
  setting('core.gitProxy', null),
  setting('interactive.diffFilter', null),
];

describe('a repository cannot make us run a program by', () => {
  for (const { title, set, proof } of TRAPS) {
    it(title, async () => {
      const made = ground();
      made.write('a.txt', 'second');
      made.git('commit', '--quiet', '--all', '--message', 'second');
      const canary = join(made.root, 'canary');
      const program = join(made.root, 'program');
      put(program, `#!/bin/sh\necho "$0 $*" >>'${canary}'\nexit 0\n`);
      chmodSync(program, 0o755);
      set(made, program);
      if (proof !== null) {
        made.tryGit(...proof);
        expect(existsSync(canary)).toBe(true);
        rmSync(canary);
        made.tryGit('switch', '--quiet', 'main');
        rmSync(canary, { force: true });
      }
      await everything(made);
      expect(existsSync(canary)).toBe(false);
    });
  }

  it('the configuration of a repository that an agent makes inside a workspace', async () => {
    const made = ground();
    const canary = join(made.root, 'canary');
    const { work, base } = await run(made);
    await phase(work, base, '1', path => {
      const inner = join(path, 'inner');
      put(join(inner, 'x'), 'x');
      made.git('-C', inner, 'init', '--quiet');
      made.git('-C', inner, 'add', '--all');
      made.git('-C', inner, 'commit', '--quiet', '--message', 'x');
      made.git('-C', inner, 'config', 'core.fsmonitor', `touch ${canary}; false`);
      put(join(inner, 'x'), 'changed');
    });
    must(await work.open({ slot: 0, base, contents: null }));
    must(await work.closeRun({ message: null }));
    expect(existsSync(canary)).toBe(false);
  });

  it('variables that git would heed', async () => {
    const made = ground();
    const canary = join(made.root, 'canary');
    const bad = {
      GIT_DIR: join(made.root, 'elsewhere'),
      GIT_INDEX_FILE: join(made.root, 'index'),
      GIT_WORK_TREE: made.root,
      GIT_EXTERNAL_DIFF: `touch ${canary}`,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: `touch ${canary}`,
      GIT_TRACE: canary,
      GIT_OBJECT_DIRECTORY: join(made.root, 'objects'),
    };
    await everything({ ...made, environment: { ...made.environment, ...bad } });
    expect(existsSync(canary)).toBe(false);
    expect(existsSync(bad.GIT_INDEX_FILE)).toBe(false);
  });
});

/** All that we ever ask of git, on one repository. */
async function everything(made: Ground): Promise<void> {
  const { openRepository } = await import('../../src/git/repository.ts');
  const { repository } = must(await openRepository(made.checkout, made.environment));
  const { work, base, again } = await run({ ...made, repository: async () => repository });
  const one = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
  const two = await attempt(work, base, '2', path => put(join(path, 'two'), '2'), 1);
  must(await work.land(landing('2', { base, head: one.head, snapshot: two.commit })));
  const request = { phase: '3', attempt: 1, lane: null, base, commits: [two.commit, one.snapshot.commit] };
  must(await work.combine(request));
  const { path } = must(await work.open({ slot: 1, base, contents: two.commit }));
  put(join(path, 'left'), 'left');
  must(await again().open({ slot: 1, base, contents: null }));
  must(await work.closeRun({ message: null }));
  expect(must(await attemptDiff(repository, RUN, { phase: '1', attempt: 1, lane: null })).text).toContain(
    '+++ b/one',
  );
  must(await commitDiff(repository, one.commit));
  expect(must(await branchLog(repository, BRANCH, base)).entries).toHaveLength(2);
  expect(must(await listRefs(repository, RUN)).refs.length).toBeGreaterThan(3);
  must(await removeRun(repository, RUN));
}
