import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Survey } from '../../src/view/survey.ts';
import { scratch } from '../cli/phasewright.ts';

/** Here, and nowhere else, the user's own environment is used: it has the logins. */
const PROGRAM = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

const phasewright = (cwd: string, home: string, ...words: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd,
    env: { ...process.env, PHASEWRIGHT_HOME: home },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

const PLAN = `# A tiny library

### Task 1: Add numbers
Write add.mjs, which exports a function add(a, b) that returns the sum of two numbers.

### Task 2: Test it
Write add.test.mjs, which tests add with node:test: two positive numbers, and a negative one.
`;

const { PHASEWRIGHT_LIVE: named, PHASEWRIGHT_LIVE_MODEL: model } = process.env;

/** Those that were named, or else all that are installed and have access. */
function agents(): readonly string[] {
  if (named) return named.split(',').map(name => name.trim());
  const { stdout } = phasewright(process.cwd(), scratchless(), 'env', '--json');
  const survey: Survey = JSON.parse(stdout);
  return survey.agents.filter(({ version, login }) => version.ok && login !== null).map(({ name }) => name);
}

const scratchless = (): string => join(process.cwd(), '.cache', 'live');

describe('with a real model', () => {
  const found = agents();
  if (found.length === 0) it.skip('nobody has access: see phasewright env', () => {});

  it.each(found)('%s carries a plan out', agent => {
    const folder = scratch();
    const repository = join(folder, 'repository');
    const git = (...words: string[]) => execFileSync('git', words, { cwd: repository, encoding: 'utf8' });
    mkdirSync(repository);
    git('init', '-q', '-b', 'main');
    writeFileSync(join(repository, 'plan.md'), PLAN);
    git('add', '-A');
    git('-c', 'user.name=Live', '-c', 'user.email=live@example.test', 'commit', '-q', '-m', 'Begin');
    const run = phasewright(
      repository,
      join(folder, 'state'),
      ...['run', 'plan.md', '--agent', agent, ...(model ? ['--model', model] : [])],
      ...['--branch', 'work', '--yes', '--check', 'node --check add.mjs', '--set', 'budgets.run.usd=2'],
      ...['--set', 'commit.author={name: Live, email: live@example.test}'],
    );
    expect([run.status, run.status === 0 ? '' : run.stdout + run.stderr]).toEqual([0, '']);
    git('checkout', '-q', 'work');
    expect(spawnSync(process.execPath, ['--test'], { cwd: repository }).status).toBe(0);
  });
});
