import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attemptFolder } from '../../src/engine/records.ts';
import { checkBranchName } from '../../src/git/begin.ts';
import { attemptRef } from '../../src/git/ref-names.ts';
import { resolveBase } from '../../src/git/repository.ts';
import { parse } from '../../src/plan/parse.ts';
import { workshop } from '../cli/workshop.ts';
import { ground } from '../git/ground.ts';
import { looking } from './looking.ts';

/** Names that every object answers to. */
const INHERITED = ['__proto__', 'constructor', 'toString'];

const planWith = (id: string): string => JSON.stringify({ phases: [{ id, title: 'A' }] });

describe('a name is never more than a name', () => {
  it.each([
    '../../x',
    '/etc/passwd',
    '--upload-pack=touch x',
    '-rf',
    '.',
    '..',
    '.git',
    'a b',
    'a\nb',
    'a;touch x',
    '$(touch x)',
    'a\u0301',
    'ﬁ',
    'a'.repeat(65),
    '',
  ])('an id that is a path, an option or a command is refused: %j [A01]', async id => {
    const { diagnostics } = await parse(planWith(id));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).not.toEqual([]);
  });

  it.each([
    'a/../../x',
    'a/.git/x',
    'a//b',
    'CON',
    'a.lock',
    'a..b',
    'a.',
    'base',
    'work',
    'rescue',
    'x/-rf',
  ])('an id that may be used cannot leave the place of the run: %s [A02]', async id => {
    const { plan, diagnostics } = await parse(planWith(id));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { id: used } = plan.phases[0]!;
    const ref = attemptRef('r', { phase: used, attempt: 1, lane: null });
    expect(spawnSync('git', ['check-ref-format', ref]).status).toBe(0);
    expect(ref.split('/')).toHaveLength(5);
    expect(ref).not.toMatch(/^refs\/phasewright\/r\/(?:base|work|single|rescue)\//);
    const folder = attemptFolder('/run', used, 1);
    expect(relative('/run', folder).split(sep)).toHaveLength(3);
    expect(dirname(dirname(folder))).toBe('/run/phases');
  });

  it('a branch that is an option, a path or an expression is refused [A03]', async () => {
    const { commonDir, environment } = await ground().repository();
    const place = { cwd: commonDir, environment };
    for (const name of [
      '--force',
      '-',
      '-D',
      '../x',
      '../../HEAD',
      'a..b',
      'HEAD',
      'a b',
      'x.lock',
      '@{-1}',
      'a\nb',
      '',
    ]) {
      expect([name, (await checkBranchName(place, name)).ok]).toEqual([name, false]);
    }
    expect((await checkBranchName(place, 'phasewright/x')).ok).toBe(true);
  });

  it('a base that is an option is refused [A04]', async () => {
    const repository = await ground().repository();
    for (const name of [
      '--output=x',
      '--upload-pack=touch x',
      '-',
      '--all',
      'HEAD\n',
      'HEAD\0',
      '../../x',
      '',
    ]) {
      expect([name, (await resolveBase(repository, name)).ok]).toEqual([name, false]);
    }
    expect((await resolveBase(repository, 'main')).ok).toBe(true);
  });

  it('a run is looked up, whatever its name looks like, and nothing is made [A05]', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: A\n' });
    const before = shop.fingerprint();
    const run = ['run', 'plan.md', '--agent', 'scripted', '--yes'];
    await looking(shop, async look => {
      for (const words of [
        [...run, '--branch=--upload-pack=touch x'],
        [...run, '--base=--upload-pack=touch x'],
        ['show', '../../x'],
        ['logs', '--', '--upload-pack=touch x'],
        ['clean', ';touch x', '../..'],
        ['retry', '__proto__', 'constructor'],
      ]) {
        const { code, err } = await look(words);
        expect([words, code, err.includes('internal error')]).toEqual([words, 2, false]);
      }
    });
    expect(shop.fingerprint()).toBe(before);
    expect(shop.git('for-each-ref', 'refs/phasewright')).toBe('');
    expect(readdirSync(join(shop.repository, '..')).sort()).toEqual(['.gitconfig', 'repository', 'state']);
  });

  it('a phase of a run is looked up in its plan, whatever its name looks like [A05]', async () => {
    const shop = workshop({
      'plan.json': JSON.stringify({ phases: [{ id: '1', title: 'A', gated: true }] }),
    });
    expect((await shop.run('run', 'plan.json', '--agent', 'scripted', '--yes')).code).toBe(3);
    const all = (): string[] => [
      shop.fingerprint(),
      shop.git('for-each-ref'),
      ...readdirSync(join(shop.repository, '..'), { recursive: true, encoding: 'utf8' })
        .filter(path => !/(?:^|\/)journal\.db/.test(path))
        .sort(),
    ];
    const before = all();
    await looking(shop, async look => {
      for (const [command, refused, says] of [
        ...['show', 'logs', 'diff'].map(word => [word, 2, 'has no phase'] as const),
        ...['retry', 'skip', 'approve'].map(word => [word, 1, 'refused: there is no phase'] as const),
      ]) {
        for (const phase of ['../../x', '--upload-pack=touch x', ';touch x', '$(touch x)', ...INHERITED]) {
          const { code, err } = await look([command, 'last', '--', phase]);
          expect([command, phase, code]).toEqual([command, phase, refused]);
          expect(err).toContain(`${says} ${phase}\n`);
        }
      }
    });
    expect(all()).toEqual(before);
  });
});
