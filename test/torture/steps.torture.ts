import { describe, expect, it } from 'vitest';
import { developers, SCRIPTED_RUN, workshop } from '../cli/workshop.ts';
import { MINUTES } from './rounds.ts';
import { assertClean } from './scene.ts';
import { tally } from './tally.ts';

describe('SIGKILL', () => {
  it.each(['before', 'after'])(
    '%s each effect is as if nothing had happened',
    { timeout: 10 * MINUTES },
    async moment => {
      for (let step = 1; ; step += 1) {
        const shop = workshop({ 'plan.md': '### Task 1: One\n### Task 2: Two\n' });
        shop.write(
          'script.json',
          developers({ '*': [[{ write: { path: '{phase}.txt', content: '{phase}' } }]] }),
        );
        const killed = await shop.runWith(
          { PHASEWRIGHT_TEST_KILL: `${moment}:${step}` },
          ...SCRIPTED_RUN,
          '--check',
          'true',
        );
        if (killed.code === 0) {
          expect(step).toBeGreaterThan(10);
          return;
        }
        expect(killed.code).toBe(null);
        const resumed = await shop.run('resume', '--json');
        expect({ step, ...resumed }).toMatchObject({ code: 0 });
        expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
          'Phase 1: One\nPhase 2: Two\n',
        );
        expect(shop.git('show', 'work:1.txt', 'work:2.txt')).toBe('12');
        const attempts = shop.git(
          'log',
          '--format=%(trailers:key=Phasewright-Attempt,valueonly,separator=)',
          'main..work',
        );
        expect(attempts).toBe('1\n1\n');
        await assertClean(shop);
        tally('kills', 1);
      }
    },
  );
});
