import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptDiff, branchLog, commitDiff, listRefs, removeRun } from '../../src/git/records.ts';
import { openRepository } from '../../src/git/repository.ts';
import { attempt, BRANCH, type Ground, ground, landing, must, phase, put, RUN, run } from './ground.ts';

/** Something that a repository says, by which git would run a program. */
interface Trap {
  readonly title: string;
  readonly set: (made: Ground, program: string) => void;
  /** A git command of the user's that springs the trap: without it the test would prove nothing. */
  readonly proof: readonly string[] | null;
}

const script = (path: string, text: string): void => {
  put(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
};

const hook = (name: string, proof: readonly string[] | null, folder = '.git/hooks'): Trap => ({
  title: `the hook ${name}`,
  set: ({ checkout }, program) => script(join(checkout, folder, name), `exec ${program}`),
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
const DETACH = ['checkout', '--quiet', '--detach'];

/** Traps that do not spring one another lie in one repository, each with a program of its own. */
const TRAPS: Readonly<Record<string, readonly Trap[]>> = {
  hooks: [
    hook('pre-commit', COMMIT),
    hook('prepare-commit-msg', COMMIT),
    hook('commit-msg', COMMIT),
    hook('post-commit', COMMIT),
    hook('post-checkout', DETACH),
    hook('post-index-change', ['add', '--renormalize', '.']),
    hook('reference-transaction', ['update-ref', 'refs/x/y', 'HEAD']),
    hook('post-rewrite', ['commit', '--quiet', '--amend', '--allow-empty', '--message', 'y']),
  ],
  'core.hooksPath': [
    hook('post-checkout', DETACH, 'planted'),
    hook('reference-transaction', DETACH, 'planted'),
    setting('core.hooksPath', null, () => 'planted'),
  ],
  'settings that name a program': [
    setting('core.fsmonitor', ['status']),
    setting('diff.external', ['diff', 'HEAD~1', 'HEAD']),
    setting('core.editor', null),
    setting('core.pager', null),
    setting('pager.diff', null),
    setting('pager.log', null),
    setting('core.askPass', null),
    setting('core.sshCommand', null),
    setting('core.alternateRefsCommand', null),
    setting('credential.helper', null),
    setting('core.gitProxy', null),
    setting('alias.status', null, program => `!${program}`),
    setting('gc.recentObjectsHook', null),
    setting('interactive.diffFilter', null),
  ],
  'settings that sign or convert': [
    setting('commit.gpgSign', null, () => 'true'),
    setting('log.showSignature', null, () => 'true'),
    setting('gpg.program', COMMIT),
    setting('diff.evil.textconv', null),
    {
      title: 'diff.evil.command',
      set: ({ git, write }, program) => {
        write('.git/info/attributes', '* diff=evil\n');
        git('config', 'diff.evil.command', program);
      },
      proof: ['diff', 'HEAD~1', 'HEAD'],
    },
  ],
};

describe('a repository cannot make us run a program by', () => {
  for (const [title, traps] of Object.entries(TRAPS)) {
    it(title, async () => {
      const made = ground();
      made.write('a.txt', 'second');
      made.git('commit', '--quiet', '--all', '--message', 'second');
      const canaries = join(made.root, 'canaries');
      mkdirSync(canaries);
      for (const [at, trap] of traps.entries()) {
        const program = join(made.root, `program-${at}`);
        script(program, `touch '${join(canaries, trap.title)}'`);
        trap.set(made, program);
      }
      for (const { title: canary, proof } of traps) {
        if (proof === null) continue;
        made.tryGit(...proof);
        expect(readdirSync(canaries)).toContain(canary);
      }
      made.tryGit('switch', '--quiet', 'main');
      for (const canary of readdirSync(canaries)) rmSync(join(canaries, canary));
      await everything(made);
      expect(readdirSync(canaries)).toEqual([]);
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
