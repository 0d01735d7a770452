import { describe, expect, it } from 'vitest';
import { carryOut, tasks } from './story.ts';
import { workshop } from './workshop.ts';

/** A repository with a test that fails, and one that passes as long as `broken.txt` is not there. */
const SUITE = {
  'old.test.mjs': `import { test } from 'node:test';\ntest('fails since long ago', () => { throw new Error('old'); });\n`,
  'new.test.mjs': `import { existsSync } from 'node:fs';\nimport { test } from 'node:test';\ntest('nothing is broken', () => { if (existsSync('broken.txt')) throw new Error('new'); });\n`,
};

describe('checks', () => {
  it('do not hold a phase up for what failed before it, and do for what fails since', async () => {
    const shop = workshop({ ...SUITE, 'plan.md': tasks('Break something') });
    const steps = [
      [{ write: { path: 'broken.txt', content: 'x' } }],
      [{ write: { path: 'fine.txt', content: 'x' } }],
    ];
    const { code, of } = await carryOut(
      shop,
      { developer: { 1: steps } },
      '--check',
      'node --test',
      '--no-review',
    );
    expect(code).toBe(0);
    expect(of('baseline_ended')).toMatchObject([
      {
        results: [
          { command: 'node --test', passed: false, failing: ['old.test.mjs > fails since long ago'] },
        ],
      },
    ]);
    expect(of('checks_ended')).toMatchObject([
      {
        attempt: 1,
        results: [
          {
            passed: false,
            verdict: 'failed',
            note: expect.stringContaining('now also: new.test.mjs > nothing is broken'),
          },
        ],
      },
      {
        attempt: 2,
        results: [{ passed: true, verdict: 'known', note: expect.stringContaining('fails since long ago') }],
      },
    ]);
    expect(of('phase_completed')).toMatchObject([{ phase: '1', attempt: 2 }]);
  });
});
