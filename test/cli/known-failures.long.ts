import { describe, expect, it } from 'vitest';
import { PRIVATE_KEY } from '../base/secrets/planted.ts';
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

  it('are judged by what they printed, secrets included, which stay out of all that is kept', async () => {
    const token = 'tok-3fA9zQ71LmnoP4x8';
    const shop = workshop({
      ...SUITE,
      'secret.test.mjs': `import { test } from 'node:test';\nfor (const word of ['one', 'two']) test(word + ' ${token}', () => { throw new Error('${token}'); });\n`,
      'plan.md': tasks('Break something', 'Mend nothing'),
    });
    const known = { ...shop, run: (...words: string[]) => shop.runWith({ MY_TOKEN: token }, ...words) };
    // The first word of what the check prints is the beginning of a key without an end.
    const check = `echo '${PRIVATE_KEY.split('\n')[0]}'; node --test`;
    const steps = [
      [{ write: { path: 'broken.txt', content: 'x' } }],
      [{ write: { path: 'fine.txt', content: 'x' } }],
    ];
    const script = { developer: { 1: steps, 2: [[{ write: { path: 'other.txt', content: 'x' } }]] } };
    const { code, of, events } = await carryOut(known, script, '--check', check, '--no-review');
    expect(code).toBe(0);
    expect(JSON.stringify(events)).not.toContain(token);
    const results = of('checks_ended').flatMap(event => event.results as { verdict: string; note: string }[]);
    expect(results.map(({ verdict }) => verdict).slice(0, 2)).toEqual(['failed', 'known']);
    expect(results[0]!.note).toMatch(/now also: new\.test\.mjs > nothing is broken$/);
    expect(results[1]!.note).toContain('secret.test.mjs > one [redacted: MY_TOKEN]');
    expect(new Set(results.slice(1).map(({ verdict }) => verdict))).toEqual(new Set(['known']));
    expect(of('phase_completed')).toMatchObject([
      { phase: '1', attempt: 2 },
      { phase: '2', attempt: 1 },
    ]);
  });
});
