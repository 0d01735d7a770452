import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attemptRange,
  branchLog,
  commitRange,
  listRefs,
  rangeDiff,
  removeRun,
} from '../../src/git/records.ts';
import { openRepository } from '../../src/git/repository.ts';
import { attempt, BRANCH, type Ground, ground, landing, must, phase, put, RUN, run } from './ground.ts';
import { HOOKS, PROGRAM_SETTINGS, PROGRAM_SETTINGS_OF_TWO } from './traps.ts';

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

const hook = (name: string, folder = '.git/hooks'): Trap => ({
  title: `the hook ${name}`,
  set: ({ checkout }, program) => script(join(checkout, folder, name), `exec ${program}`),
  proof: PROOFS[name] ?? null,
});

const setting = (key: string, value = (program: string) => program): Trap => ({
  title: key,
  set: ({ git }, program) => void git('config', key, value(program)),
  proof: PROOFS[key] ?? null,
});

const COMMIT = ['commit', '--quiet', '--allow-empty', '--message', 'x'];
const DETACH = ['checkout', '--quiet', '--detach'];

/** What springs a trap: without it the test would prove nothing. More of it stands in `security/programs.test.ts`. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  'pre-commit': COMMIT,
  'prepare-commit-msg': COMMIT,
  'commit-msg': COMMIT,
  'post-commit': COMMIT,
  'post-checkout': DETACH,
  'post-index-change': ['add', '--renormalize', '.'],
  'reference-transaction': ['update-ref', 'refs/x/y', 'HEAD'],
  'post-rewrite': ['commit', '--quiet', '--amend', '--allow-empty', '--message', 'y'],
  'core.fsmonitor': ['status'],
  'diff.external': ['diff', 'HEAD~1', 'HEAD'],
  'gpg.program': COMMIT,
  'diff.evil.command': ['diff', 'HEAD~1', 'HEAD'],
};

/** Traps that do not hinder one another lie in one repository, each with a program of its own. */
const TRAPS: Readonly<Record<string, readonly Trap[]>> = {
  hooks: HOOKS.map(name => hook(name)),
  'core.hooksPath': [...HOOKS.map(name => hook(name, 'planted')), setting('core.hooksPath', () => 'planted')],
  'settings that name a program': PROGRAM_SETTINGS.map(key => setting(key)),
  'settings that sign or convert': [
    setting('commit.gpgSign', () => 'true'),
    setting('log.showSignature', () => 'true'),
    {
      title: 'attributes',
      set: ({ write }) => write('.git/info/attributes', '* diff=evil\n'),
      proof: null,
    },
    ...PROGRAM_SETTINGS_OF_TWO.map(key => setting(key)),
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
    must(await work.closeRun({ message: null, record: null }));
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

const RECORD = { files: new Map([['plan.md', 'plan']]), message: 'docs: record' };

/** All that we ever ask of git, on one repository. */
async function everything(made: Ground): Promise<void> {
  const { repository } = must(await openRepository(made.checkout, made.environment));
  const { work, base, again } = await run(
    { ...made, repository: async () => repository },
    { record: 'docs/record' },
  );
  const one = await phase(work, base, '1', path => {
    put(join(path, 'one'), '1');
    put(join(path, 'one.test.ts'), 'it("works")');
  });
  must(await work.placeRecord(0, RECORD.files));
  const inspected = { base, snapshot: one.snapshot.commit, deliverables: ['one', 'other/one.test.ts'] };
  expect(must(await work.inspect(inspected)).patches).toHaveLength(1);
  expect(must(await work.diff({ ...inspected, maxBytes: 10_000 })).text).toContain('+++ b/one.test.ts');
  const two = await attempt(work, base, '2', path => put(join(path, 'two'), '2'), 1);
  must(await work.land(landing('2', { base, head: one.head, snapshot: two.commit })));
  const request = { phase: '3', attempt: 1, lane: null, base, commits: [two.commit, one.snapshot.commit] };
  must(await work.combine(request));
  const { path } = must(await work.open({ slot: 1, base, contents: two.commit }));
  put(join(path, 'left'), 'left');
  must(await again().open({ slot: 1, base, contents: null }));
  expect(must(await work.closeRun({ message: null, record: RECORD })).recordProblem).toBe(null);
  expect(
    must(await rangeDiff(repository, attemptRange(RUN, { phase: '1', attempt: 1, lane: null }))).text,
  ).toContain('+++ b/one');
  must(await rangeDiff(repository, commitRange(one.commit)));
  expect(must(await branchLog(repository, BRANCH, base)).entries).toHaveLength(3);
  expect(must(await listRefs(repository, RUN)).refs.length).toBeGreaterThan(3);
  must(await removeRun(repository, RUN));
}
