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

const once = ['--max-attempts', '1'];

const results = ({ of }: Story): { verdict: string; note: string; outcome: string; outputFile: string }[] =>
  of('checks_ended').flatMap(event => event.results as ReturnType<typeof results>);

/** Why the phase failed. */
const lastWords = ({ of }: Story): string =>
  (of('phase_failed')[0]!.failure as { readonly message: string }).message;

describe('a check', () => {
  it('that hangs is ended with everything it started, and that is told', async () => {
    const shop = workshop(ONE);
    const command = 'trap "" TERM; setsid sleep 600 & sleep 600 & echo waiting; wait; sleep 600';
    const ended = await checkedBy(shop, { command, timeoutSeconds: 1 }, ...once);
    expect(ended.code).toBe(1);
    expect(ended.of('phase_failed')).toMatchObject([
      {
        failure: {
          category: 'checks',
          message: expect.stringMatching(/still running after 1 s; .*\nwaiting/),
        },
      },
    ]);
    expect(results(ended)).toMatchObject([
      { verdict: 'failed', note: expect.stringContaining('does not come to its end here') },
    ]);
    // A second time, and one without the phase, would each take as long.
    expect(ended.of('baseline_ended')).toEqual([]);
    expect(processesOf(shop.home)).toEqual([]);
  });

  it.each([
    ['nosuchprogram --all', 'exit status 127', 'nosuchprogram: not found'],
    ['npm run tset', 'exit status 1', 'Missing script: "tset"'],
    ['echo working; kill -SEGV $$', 'ended by SIGSEGV', 'does not come to its end here'],
    ["echo working; sh -c 'kill -SEGV $$'; exit $?", 'exit status 139', 'ended by a signal here'],
  ])('that cannot be run excuses nothing: %s', async (command, outcome, note) => {
    const shop = workshop({ ...ONE, 'package.json': '{}' });
    const ended = await checkedBy(shop, { command }, ...once);
    expect(ended.code).toBe(1);
    expect(results(ended)).toMatchObject([
      { verdict: 'failed', outcome, note: expect.stringContaining(note) },
    ]);
    expect(lastWords(ended)).toContain(outcome);
    expect(lastWords(ended)).toContain(note);
    expect((await shop.run('show', ended.run, '1')).out).toContain(`${outcome}; the check itself`);
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

  it.each([
    [
      'hides something new behind much else',
      'test ! -e 1.txt || echo "ERROR: new"; seq 20000 | sed s/^/noise/; exit 1',
      'prints more than can be compared',
    ],
    [
      'fails in another file with a number',
      'test -e 1.txt && echo "case2.bad failed" || echo "case1.bad failed"; echo "1 problems found"; exit 1',
      'now also: case2.bad failed',
    ],
    [
      'counts more failures',
      'test -e 1.txt && echo "Found 51 errors." || echo "Found 1 errors."; exit 1',
      'now also: Found 51 errors.',
    ],
    [
      'stops at a failure',
      'echo "FAILED a.py::test_old"; echo "!!!! stopping after 1 failures !!!!"; exit 1',
      'stops at a failure (stopping after 1 failures)',
    ],
  ])('that failed before blocks where it %s', async (_, command, note) => {
    const ended = await checkedBy(workshop(ONE), { command }, ...once);
    expect(ended.code).toBe(1);
    expect(results(ended)).toMatchObject([{ verdict: 'failed', note: expect.stringContaining(note) }]);
  });

  it('is told to the next attempt with all that it printed, and where that is very much, that it is not all', async () => {
    const shop = workshop(ONE);
    const told = { shell: 'cat > prompt.txt; cat docs/phasewright/*/phase-1/review-feedback.md > told.txt' };
    const lines = (last: number) =>
      `test ! -e 1.txt || test -e prompt.txt || { seq -f 'FAIL in line %06g of it' ${last}; exit 1; }`;
    const run = (last: number): Promise<Story> =>
      carryOut(
        shop,
        { developer: { '*': [[write], [write, told]] } },
        '--no-review',
        '--check',
        lines(last),
        '--branch',
        `of-${last}`,
      );
    expect((await run(400)).code).toBe(0);
    for (const file of ['prompt.txt', 'told.txt'])
      expect(shop.git('show', `of-400:${file}`).match(/^FAIL in line 0/gm)).toHaveLength(400);
    expect((await run(9_000)).code).toBe(0);
    for (const file of ['prompt.txt', 'told.txt']) {
      const text = shop.git('show', `of-9000:${file}`);
      expect(text).toMatch(/\[what was printed before this is left out\]\nFAIL in line/);
      expect(text).toContain('FAIL in line 009000');
    }
  });

  it('that prints more than is kept hands over its real end', { timeout: 120_000 }, async () => {
    const command = 'yes "$(printf %1000s x)" | head -c 80000000; echo "the end"; exit 1';
    const ended = await checkedBy(workshop(ONE), { command }, ...once, '--set', 'checkReruns=0');
    expect(lastWords(ended)).toMatch(/the end$/);
    expect(statSync(results(ended)[0]!.outputFile).size).toBeLessThanOrEqual(65 * 1024 * 1024);
  });

  it('that failed as before is told at the end, and its logs in their order', async () => {
    const shop = workshop({ 'plan.md': tasks('One', 'Two') });
    const ended = await checkedBy(shop, { command: 'echo "old problem"; exit 1' });
    const words = '`echo "old problem"; exit 1` failed in 2 phases that landed, as it did before';
    expect(ended.code).toBe(0);
    expect(ended.err).toContain(words);
    expect((await shop.run('status', ended.run)).out).toContain(words);
    const [head] = (await shop.run('report', ended.run)).out.split('## ');
    expect(head).toContain('failed in 2 phases that landed, as it did before');
    const { out } = await shop.run('logs', ended.run, '1');
    expect(out.match(/^attempt 1, (?:check|baseline).*$/gm)).toEqual([
      'attempt 1, check.attempt.1.log',
      'attempt 1, check.attempt.1.again-1.log',
      'attempt 1, baseline.attempt.1.log',
    ]);
  });

  it('is tried without phases that are under way together once', async () => {
    const none = '\n\nDepends on: none';
    const shop = workshop({ 'plan.md': tasks(`One${none}`, `Two${none}`, `Three${none}`) });
    // All come to their checks before one of them has landed, and none is through before all have begun.
    const command =
      'touch "$HOME/$$"; until test "$(ls "$HOME" | grep -c "^[0-9]*$")" -ge 3; do sleep 0.05; done; echo old; exit 1';
    const words = ['--set', 'checkReruns=0', '--set', 'checkSlots=3'];
    const ended = await checkedBy(shop, { command, timeoutSeconds: 60 }, ...words);
    expect(ended.code).toBe(0);
    const commits = ended.of('baseline_ended').map(({ commit }) => commit);
    expect(new Set(commits).size).toBe(commits.length);
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
