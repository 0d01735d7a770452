import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Outcome, phasewright } from './phasewright.ts';
import { developers, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

/** What takes no byte: a disk that is full. */
const FULL = '/dev/full';

const PLAN = {
  'README.md': 'Hello\n',
  'plan.md': '### Task 1: One\n\n### Task 2: Two\n',
  'script.json': developers({ '*': [[{ write: { path: '{phase}.txt', content: 'x' } }]] }),
};
const PLAIN = SCRIPTED_RUN.filter(word => word !== '--json');

/** Runs the program by a shell, with its outputs as the words behind it say. */
const shell = ({ repository, env }: Workshop, words: readonly string[], outputs: string): Promise<Outcome> =>
  phasewright(words, { cwd: repository, env, shell: `"$@" ${outputs}` });

describe.runIf(existsSync(FULL))('output that nobody takes', () => {
  it('for people is done without: the run goes on', async () => {
    const shop = workshop(PLAN);
    const { code, out } = await shell(shop, PLAIN, `2>${FULL}`);
    expect(code).toBe(0);
    expect(out).toContain('2 of 2 phases landed');
  });

  it('of a run that is over is told as an error, and the run is over', async () => {
    const shop = workshop(PLAN);
    const { code, err } = await shell(shop, PLAIN, `>${FULL}`);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: standard output cannot be written to: ENOSPC/m);
    expect(err).not.toContain('    at ');
    expect(JSON.parse((await shop.run('status', 'last', '--json')).out).status).toBe('completed');
  });

  it('for programs stops the run, which says how to go on, and goes on', async () => {
    const shop = workshop(PLAN);
    const { code, err } = await shell(shop, SCRIPTED_RUN, `>${FULL}`);
    expect(code).toBe(130);
    const [, run] = /^hint: The run is kept: phasewright resume (\w+)$/m.exec(err) ?? [];
    expect(err).not.toContain('    at ');
    expect((await shop.run('resume', run!)).code).toBe(0);
  });

  it('of any other command is told as an error', async () => {
    const shop = workshop(PLAN);
    for (const words of [['graph', 'plan.md'], ['--version'], ['--help'], ['status']]) {
      const { code, err } = await shell(shop, words, `>${FULL}`);
      expect([code, err], words[0]).toEqual([
        1,
        expect.stringMatching(/^error: standard output .*\nhint: Free some space/),
      ]);
    }
  });

  it('nowhere at all leaves the exit code', async () => {
    const shop = workshop(PLAN);
    expect((await shell(shop, SCRIPTED_RUN, `>${FULL} 2>&1`)).code).toBe(130);
    expect((await shop.run('resume')).code).toBe(0);
  });
});

it('a reader of results that goes away is told of, and the run is kept', async () => {
  const shop = workshop(PLAN);
  const { err } = await shell(shop, SCRIPTED_RUN, '| head -n 1');
  expect(err).toMatch(/^error: standard output was closed\nhint: The run is kept: phasewright resume \w+$/m);
  expect((await shop.run('resume')).code).toBe(0);
});

it('a reader that is gone before the version is told hears of no error', async () => {
  expect((await shell(workshop(PLAN), ['--version'], '| true')).err).toBe('');
});
