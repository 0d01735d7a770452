import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bubblewrap } from '../../src/agent/sandbox/find.ts';
import { openRepository } from '../../src/git/repository.ts';
import { attempt, filesOf, type Ground, ground, must, put, run } from './ground.ts';

/** The user's git with more variables than it has here. */
const withVariables = (on: Ground, variables: Readonly<Record<string, string>>): Ground => ({
  ...on,
  repository: async () =>
    must(await openRepository(on.checkout, { ...on.environment, ...variables })).repository,
});

/** What is captured of a workspace with these files, beside those of the base. */
async function captured(on: Ground, files: Readonly<Record<string, string>>, changed: object = {}) {
  const made = await run(on, changed);
  const snapshot = await attempt(made.work, made.base, '1', path => {
    for (const [name, content] of Object.entries(files)) put(join(path, name), content);
  });
  return filesOf(made, snapshot.commit);
}

describe.runIf(bubblewrap(process.env.PATH ?? '').ok)('behind walls git still follows', () => {
  it.each([
    ['excludesFile = ~/mine # and why', 'mine'],
    ['excludesFile = "~/mine"', 'mine'],
  ])('a list of what is ignored that is named by %s', async (setting, name) => {
    const on = ground();
    put(join(on.home, '.gitconfig'), `[user]\n\tname = a\n\temail = a@b\n[core] ${setting}\n`);
    put(join(on.home, name), '*.noise\n');
    expect(Object.keys(await captured(on, { 'x.noise': 'x', y: 'y' }))).not.toContain('x.noise');
  });

  it('the usual one where XDG_CONFIG_HOME says that settings are kept', async () => {
    const on = ground();
    put(join(on.home, 'settings/git/ignore'), '*.noise\n');
    const moved = withVariables(on, { XDG_CONFIG_HOME: join(on.home, 'settings') });
    expect(Object.keys(await captured(moved, { 'x.noise': 'x', y: 'y' }))).not.toContain('x.noise');
  });

  it('the usual one that is a link, beside a filter that needs the home', async () => {
    const on = ground({ '.gitattributes': '*.loud filter=loud\n' });
    on.git('config', 'filter.loud.clean', 'tr a-z A-Z');
    put(join(on.home, 'dotfiles/ignore'), '*.noise\n');
    put(join(on.home, '.config/git/other'), '');
    symlinkSync(join(on.home, 'dotfiles/ignore'), join(on.home, '.config/git/ignore'));
    const files = await captured(on, { 'x.noise': 'x', 'y.loud': 'y' });
    expect(files['y.loud']).toBe('Y');
    expect(Object.keys(files)).not.toContain('x.noise');
  });

  it('a filter that needs a temporary file, wherever the user keeps those', async () => {
    const on = ground({ '.gitattributes': '*.loud filter=loud\n' });
    on.git('config', 'filter.loud.clean', 'f=$(mktemp) && tr a-z A-Z > $f && cat $f');
    put(join(on.home, 'tmp/x'), '');
    const moved = withVariables(on, { TMPDIR: join(on.home, 'tmp') });
    expect((await captured(moved, { 'y.loud': 'y' }))['y.loud']).toBe('Y');
  });

  it('Git LFS where it has kept nothing yet', async () => {
    const on = ground({ '.gitattributes': '*.big filter=lfs\n' });
    const program = join(on.home, 'bin/git-lfs');
    put(
      program,
      '#!/bin/sh\nd=$(git rev-parse --git-common-dir)/lfs/objects\nmkdir -p $d && tee $d/one | wc -c\n',
    );
    chmodSync(program, 0o755);
    on.git('config', '--global', 'filter.lfs.clean', 'git-lfs clean -- %f');
    on.git('config', '--global', 'filter.lfs.required', 'true');
    const moved = withVariables(on, { PATH: `${join(on.home, 'bin')}:${on.environment.PATH}` });
    expect((await captured(moved, { 'y.big': 'y' }))['y.big']).toBe('1');
    expect(existsSync(join(on.checkout, '.git/lfs/objects/one'))).toBe(true);
  });
});
