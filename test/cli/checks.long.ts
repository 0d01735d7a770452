import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTimeOf } from '../../src/agent/process/sweep.ts';
import { processesOf } from '../torture/scene.ts';
import { carryOut, type Story, tasks } from './story.ts';
import { type Workshop, workshop } from './workshop.ts';

const write = { write: { path: '{phase}.txt', content: '{phase} {attempt}\n' } };
const ONE = { 'plan.md': tasks('Work') };

interface Check {
  readonly command: string;
  readonly kind?: 'test' | 'other';
  readonly timeoutSeconds?: number;
}

/** Carries the plan out with one check, and nobody to review it. */
const checkedBy = (shop: Workshop, check: Check, ...words: string[]): Promise<Story> => {
  shop.write('../config.yaml', JSON.stringify({ checks: [check] }));
  return carryOut(
    {
      ...shop,
      run: (...all) => shop.runWith({ PHASEWRIGHT_CONFIG: join(shop.home, '..', 'config.yaml') }, ...all),
    },
    { developer: { '*': [[write]] } },
    ...['--no-review', ...words],
  );
};

const once = ['--max-attempts', '1', '--set', 'checkReruns=0', '--set', 'baseline=false'];

const results = ({ of }: Story): { verdict: string; note: string; outcome: string; outputFile: string }[] =>
  of('checks_ended').flatMap(event => event.results as ReturnType<typeof results>);

describe('a check', () => {
  it('that hangs is ended with everything it started, and that is told', async () => {
    const shop = workshop(ONE);
    const command = 'trap "" TERM; setsid sleep 600 & sleep 600 & echo waiting; wait; sleep 600';
    const ended = await checkedBy(shop, { command, timeoutSeconds: 1 }, ...once);
    expect(ended.code).toBe(1);
    expect(ended.of('phase_failed')).toMatchObject([
      { failure: { category: 'checks', message: expect.stringMatching(/still running after 1 s\nwaiting/) } },
    ]);
    expect(processesOf(shop.home)).toEqual([]);
  });

  it('that prints without end is ended, and its output kept in part', { timeout: 300_000 }, async () => {
    const shop = workshop(ONE);
    const ended = await checkedBy(shop, { command: 'yes "$(printf %1000s x)"; sleep 600' }, ...once);
    expect(ended.code).toBe(1);
    const [result] = results(ended);
    expect(result).toMatchObject({ outcome: 'printed too much' });
    expect(statSync(result!.outputFile).size).toBeLessThanOrEqual(65 * 1024 * 1024);
    expect(processesOf(shop.home)).toEqual([]);
  });

  it('that reads finds nothing to read, and does not wait', async () => {
    const ended = await checkedBy(
      workshop(ONE),
      { command: 'test -z "$(cat)"', timeoutSeconds: 30 },
      ...once,
    );
    expect(ended.code).toBe(0);
    expect(results(ended)).toMatchObject([{ verdict: 'passed' }]);
  });

  it('that leaves children behind is over when it ends, and they are gone', async () => {
    const shop = workshop(ONE);
    const command =
      '(trap "" HUP TERM; sleep 600) & setsid sleep 600 & nohup sleep 600 >/dev/null 2>&1 & true';
    const ended = await checkedBy(shop, { command, timeoutSeconds: 60 }, ...once);
    expect(ended.code).toBe(0);
    expect(results(ended)).toMatchObject([{ verdict: 'passed' }]);
    expect(processesOf(shop.home)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'that leaves a server without an environment behind has it ended, and that is told',
    async () => {
      const shop = workshop(ONE);
      const file = join(shop.home, 'pid');
      const command = `env -i setsid sleep 600 >/dev/null 2>&1 & echo $! >${file}; sleep 0.5`;
      const ended = await checkedBy(shop, { command }, ...once);
      expect(ended.code).toBe(0);
      expect(results(ended)).toMatchObject([{ verdict: 'passed', note: 'left running, and ended: sleep' }]);
      expect(startTimeOf(Number(readFileSync(file, 'utf8')))).toBeNull();
      expect((await shop.run('report', ended.run)).out).toContain('left running, and ended: sleep');
    },
  );

  it('that fails once and then passes is flaky: the phase lands, and that is told', async () => {
    const shop = workshop(ONE);
    const command = 'test -e "$HOME/again" || { touch "$HOME/again"; echo unlucky; exit 7; }';
    const ended = await checkedBy(shop, { command });
    expect(ended.code).toBe(0);
    expect(results(ended)).toMatchObject([
      { verdict: 'flaky', note: expect.stringContaining('exit status 7') },
    ]);
    expect((await shop.run('report', ended.run)).out).toContain('flaky');
  });

  it('that fails in silence blocks, although it did so before', async () => {
    const ended = await checkedBy(workshop(ONE), { command: 'false' }, '--max-attempts', '1');
    expect(ended.code).toBe(1);
    expect(results(ended)).toMatchObject([
      { verdict: 'failed', note: 'failed before this phase, too, and does not say where' },
    ]);
  });

  it('that fails in the same words as before does not, until it says something more', async () => {
    const shop = workshop({ ...ONE, 'lint.txt': 'a.c:1: unused\n' });
    const ended = await checkedBy(shop, { command: 'cat lint.txt; exit 1' });
    expect(ended.code).toBe(0);
    expect(results(ended)).toMatchObject([
      { verdict: 'known', note: expect.stringContaining('in the same way') },
    ]);
    const worse = workshop({ ...ONE, 'lint.txt': 'a.c:1: unused\n' });
    const command = 'cat lint.txt; test ! -e 1.txt || echo "b.c:9: unused"; exit 1';
    const failed = await checkedBy(worse, { command }, '--max-attempts', '1');
    expect(results(failed)).toMatchObject([
      { verdict: 'failed', note: expect.stringContaining('b.c:9: unused') },
    ]);
  });

  it('is tried without the phase once for each commit, not for each phase', async () => {
    const none = '\n\nDepends on: none';
    const shop = workshop({ 'plan.md': tasks(`One${none}`, `Two${none}`) });
    // Both begin at the same commit, and the second comes to its checks when the first has landed.
    const wait = { shell: 'until test "$(git rev-list --count work)" -gt 1; do sleep 0.05; done' };
    const developer = { 1: [[write]], 2: [[wait, write]] };
    const words = ['--no-review', '--set', 'checkReruns=0', '--check', 'echo "always red"; exit 1'];
    const ended = await carryOut(shop, { developer }, ...words);
    expect(ended.code).toBe(0);
    const begun = ended.of('phase_started').map(({ base }) => base);
    expect(begun).toHaveLength(2);
    expect(new Set(begun).size).toBe(1);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(['known', 'known', 'known']);
    // One for where both began, one for what the second lands on.
    const [landed] = ended.of('phase_landed');
    expect(ended.of('baseline_ended').map(({ commit }) => commit)).toEqual([begun[0], landed!.head]);
  });

  it('that changes files changes neither what it is compared with nor what lands', async () => {
    const shop = workshop({ ...ONE, 'README.md': 'Hello\n' });
    const command = 'cat README.md; ls dirt; echo dirt >> README.md; touch dirt; exit 1';
    const ended = await checkedBy(shop, { command }, '--set', 'checkReruns=0');
    expect(ended.code).toBe(0);
    expect(results(ended)).toMatchObject([{ verdict: 'known' }]);
    expect(shop.git('show', 'work:README.md')).toBe('Hello\n');
    expect(shop.git('ls-tree', '--name-only', 'work').split('\n')).not.toContain('dirt');
  });
});
