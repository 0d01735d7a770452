import { describe, expect, it } from 'vitest';
import { approved, carryOut } from './story.ts';
import { workshop } from './workshop.ts';

const PLAN = JSON.stringify({
  title: 'Add',
  phases: [
    {
      id: 'code',
      title: 'Implement it',
      subtasks: [{ id: 'i', title: 'Implement add', type: 'impl', dependsOn: ['t'] }],
    },
    { id: 'tests', title: 'Test it', subtasks: [{ id: 't', title: 'Test add', type: 'test' }] },
  ],
});

const HEAD = `import assert from 'node:assert';\nimport { test } from 'node:test';\n`;
/** One does not even load without what it tests. */
const TESTS = [
  `${HEAD}import add from './add.mjs';\ntest('adds', () => assert.equal(add(1, 2), 3));\n`,
  `${HEAD}test('doubles', async () => assert.equal((await import('./double.mjs')).default(2), 4));\n`,
].map((content, at) => ({ write: { path: `${at}.test.mjs`, content } }));
const ADD = { write: { path: 'add.mjs', content: 'export default (a, b) => a + b;\n' } };
const DOUBLE = { write: { path: 'double.mjs', content: 'export default a => a * 2;\n' } };
const look = { shell: 'cat > "$HOME/review-{phase}-{attempt}"' };

describe('tests first', () => {
  it('land red, before the implementation, which lands only once they pass [001-26] [001-28] [001-29]', async () => {
    const shop = workshop({ 'plan.md': PLAN });
    const { code, of, events } = await carryOut(
      shop,
      {
        developer: {
          tests: [TESTS],
          code: [[ADD], [ADD, DOUBLE]],
        },
        reviewer: { '*': [[look, approved]] },
      },
      ...['--check', 'node --test', '--tdd', 'enforce'],
    );
    expect(code).toBe(0);
    const verdicts = of('checks_ended').map(({ phase, attempt, results }) => {
      const [{ verdict, passed }] = results as [{ verdict: string; passed: boolean }];
      return `${phase}.${attempt} ${verdict} ${passed}`;
    });
    // The test that still fails failed before the implementation began, too: that is no excuse for it.
    expect(verdicts).toEqual(['tests.1 red true', 'code.1 failed false', 'code.2 passed true']);
    expect(of('phase_landed').map(({ phase }) => phase)).toEqual(['tests', 'code']);
    const at = (type: string, phase: string): number =>
      events.findIndex(event => event.type === type && event.phase === phase);
    expect(at('phase_started', 'code')).toBeGreaterThan(at('phase_landed', 'tests'));
    expect(of('phase_retry')).toMatchObject([{ phase: 'code', failure: { category: 'import' } }]);
    expect(shop.read('../review-tests-1')).toMatch(/Judge how good the tests are[\s\S]*`node --test`: red/);
    expect(shop.read('../review-code-2')).toMatch(
      /Judge both the code and the tests[\s\S]*`node --test`: passed/,
    );
  });

  it('are what the implementation has to satisfy: one that rewrites them is sent back', async () => {
    const shop = workshop({ 'plan.md': PLAN });
    const hollow = TESTS.map(({ write: { path } }) => ({
      write: { path, content: `${HEAD}test('${path}', () => assert.equal(1, 1));\n` },
    }));
    const { code, of } = await carryOut(
      shop,
      {
        developer: {
          tests: [TESTS],
          code: [
            [{ write: { path: 'add.mjs', content: '' } }, ...hollow],
            [ADD, DOUBLE],
          ],
        },
        reviewer: { '*': [[approved]] },
      },
      ...['--check', 'node --test', '--tdd', 'enforce'],
    );
    expect(code).toBe(0);
    expect(of('phase_retry')).toMatchObject([
      {
        failure: {
          category: 'tests',
          message:
            '- 3 lines of tests that were written first were changed or removed: 0.test.mjs (2), 1.test.mjs',
        },
      },
    ]);
    expect(shop.git('show', 'work:0.test.mjs')).toContain('add(1, 2)');
  });

  it('are not promised where no check runs tests: enforced ones are refused, others told of', async () => {
    const shop = workshop({
      'plan.md': PLAN,
      'phasewright.yaml': 'agent: scripted\nchecks: [npm run lint]\n',
    });
    const told = 'warning: the plan has tests that are written first, but no check runs tests';
    for (const words of [
      ['run', 'plan.md', '--yes'],
      ['run', 'plan.md', '--dry-run'],
      ['plan', 'Add.'],
    ]) {
      const { code, out, err } = await shop.run(...words, '--set', 'tdd=enforce');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('error: --set: tdd is enforce, but no check runs tests');
      expect(err).toContain('--check COMMAND');
    }
    expect((await shop.run('run', 'plan.md', '--dry-run')).out).toContain(told);
    const asked = await shop.run('run', 'plan.md');
    expect(asked.code).toBe(3);
    expect(asked.err).toContain(told);
    for (const words of [
      ['--tdd', 'off'],
      ['--check', 'npm test'],
    ]) {
      expect((await shop.run('run', 'plan.md', '--dry-run', ...words)).out).not.toContain('warning:');
    }
  });
});
