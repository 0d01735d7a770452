import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { developers, SCRIPTED_RUN, workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { assertUntouched, ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { assertFinished, scene } from './scene.ts';
import { moment, whileRunning } from './signals.ts';
import { tally } from './tally.ts';
import { hold, OUR_LOCKS, USERS_LOCKS } from './troubles.ts';

const RUNS = rounds(2);
const LONGEST_MS = 150;

describe('a lock in .git', () => {
  it(`that comes and goes, many times in each of ${RUNS} runs, is waited for (seed ${SEED})`, {
    timeout: RUNS * MINUTES,
  }, async () => {
    const next = random(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const shop = scene();
      await ordeal(shop, async program => {
        let held = 0;
        await whileRunning(program, async () => {
          const lock = hold(shop, next.pick([...USERS_LOCKS, ...OUR_LOCKS]));
          await moment(program, next, LONGEST_MS);
          if (lock === null) return;
          rmSync(lock, { force: true });
          held += 1;
        });
        expect(held).toBeGreaterThan(0);
        tally('locks', held);
      });
    }
  });

  it('that the user left is neither in the way nor deleted', async () => {
    const shop = scene();
    const before = shop.fingerprint();
    const program = shop.start(...SCRIPTED_RUN);
    await program.seen('session_started', '1');
    const locks = USERS_LOCKS.map(name => hold(shop, name)!);
    tally('locks', locks.length);
    expect(await program.end).toMatchObject({ code: 0 });
    for (const lock of locks) {
      expect(existsSync(lock)).toBe(true);
      rmSync(lock);
    }
    await assertFinished(shop);
    assertUntouched(shop, before);
  });

  it.each(OUR_LOCKS)('%s that a killed process left is removed', async name => {
    const shop = scene();
    const ends = await ordeal(
      shop,
      async (program, drive) => {
        await program.seen('session_started', drive === 0 ? '1' : '4');
        expect(hold(shop, name)).not.toBeNull();
        tally('locks', 1);
        if (drive === 0) program.signal('SIGKILL');
      },
      { troubles: 2 },
    );
    expect(ends).toHaveLength(2);
  });

  it.each(['HEAD.lock', 'refs/heads/main.lock'])(
    '%s that stays in the way of a run in the user’s own checkout is named, not deleted',
    async name => {
      const shop = workshop({ 'plan.md': '### Task 1: One\n' });
      const lock = join(shop.repository, '.git', name);
      shop.write(
        '../script.json',
        developers({ '*': [[{ shell: `touch '${lock}'` }, { write: { path: 'one.txt', content: '1' } }]] }),
      );
      const words = ['run', 'plan.md', '--agent', 'scripted', '--script', '../script.json'];
      const program = shop.start(...words, '--here', '--no-review', '--yes', '--json');
      await program.seen('operation_failed');
      program.signal('SIGINT');
      const { code, err } = await program.end;
      expect(code).toBe(130);
      expect(err).toContain(lock);
      expect(err).toContain('delete the lock file');
      expect(existsSync(lock)).toBe(true);
      rmSync(lock);
      expect(await shop.run('resume')).toMatchObject({ code: 0 });
      expect(shop.git('log', '--format=%s')).toBe('Phase 1: One\nBegin\n');
      tally('locks', 1);
    },
  );
});
