import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { developers, PLAIN_RUN, SCRIPTED_RUN, workshop } from './workshop.ts';

const PLAN = '# Two\n\n### Task 1: First\n### Task 2: Second\n';
const RUN = [...SCRIPTED_RUN, '--no-review'];
const write = { write: { path: '{phase}.txt', content: '{phase}' } };

const shopThat = (steps: Parameters<typeof developers>[0]) =>
  workshop({ 'plan.md': PLAN, 'script.json': developers(steps) });

describe('--here', () => {
  it('works in place, one phase after the other, with a commit each', async () => {
    const shop = shopThat({
      '*': [[write]],
      2: [[write, { fail: { category: 'logic', message: 'no' } }], [write]],
    });
    const { code, err } = await shop.run(
      'run',
      'plan.md',
      '--agent',
      'scripted',
      '--script',
      'script.json',
      '--here',
      '--yes',
    );
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(shop.git('log', '--format=%s', '--reverse', 'HEAD~2..')).toBe('Phase 1: First\nPhase 2: Second\n');
    expect(shop.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(shop.repository, 'docs'))).toBe(false);
    expect(shop.git('branch', '--show-current')).toBe('main\n');
  });

  it('lands changes of files that were there', async () => {
    const change = { shell: 'echo {phase} >> README.md; git rm -q old-{phase}.txt' };
    const shop = workshop({
      'plan.md': PLAN,
      'script.json': developers({ '*': [[change]] }),
      'README.md': 'Hello\n',
      'old-1.txt': '',
      'old-2.txt': '',
    });
    const { code, err } = await shop.run(...PLAIN_RUN, '--no-review', '--here');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(shop.git('show', 'HEAD:README.md')).toBe('Hello\n1\n2\n');
    expect(shop.git('diff', '--name-status', 'HEAD~2', 'HEAD~1')).toBe('M\tREADME.md\nD\told-1.txt\n');
    expect(shop.git('status', '--porcelain')).toBe('');
  });

  it('starts nothing in a tree with changes', async () => {
    const shop = shopThat({ '*': [[write]] });
    shop.write('dirty.txt', '');
    const before = shop.fingerprint();
    const { code, err } = await shop.run(
      'run',
      'plan.md',
      '--agent',
      'scripted',
      '--here',
      '--no-review',
      '--yes',
    );
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('uncommitted changes') });
    expect(shop.fingerprint()).toBe(before);
    expect((await shop.run('status')).out).toContain('no runs');
  });
});

describe('--commit', () => {
  it('runs hooks of the repository only where the settings say so', async () => {
    for (const hooks of [false, true]) {
      const shop = shopThat({ '*': [[write]] });
      const hook = join(shop.repository, '.git', 'hooks', 'pre-commit');
      mkdirSync(join(hook, '..'), { recursive: true });
      writeFileSync(hook, '#!/bin/sh\necho no such commits here >&2\nexit 1\n', { mode: 0o755 });
      shop.write('phasewright.yaml', `commit: { hooks: ${hooks} }\nmaxAttempts: 1\n`);
      const { code, err } = await shop.run(...RUN);
      expect(code).toBe(hooks ? 1 : 0);
      expect(err.includes('no such commits here')).toBe(hooks);
    }
  });
});
