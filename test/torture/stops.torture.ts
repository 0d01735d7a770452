import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { developers, SCRIPTED_RUN, workshop } from '../cli/workshop.ts';
import { random } from '../fuzz/random.ts';
import { ordeal } from './ordeal.ts';
import { MINUTES, rounds, SEED } from './rounds.ts';
import { assertClean, scene } from './scene.ts';
import { agentsOf, moment, standStill, tell, whileRunning } from './signals.ts';
import { tally } from './tally.ts';

const RUNS = rounds(3);
const LONGEST_MS = 120;

describe('SIGSTOP and SIGCONT', () => {
  it(`of the program, many times in each of ${RUNS} runs, change nothing (seed ${SEED})`, {
    timeout: RUNS * MINUTES,
  }, async () => {
    const next = random(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const ends = await ordeal(scene(), async program => {
        let stops = 0;
        await whileRunning(program, async () => {
          await moment(program, next, LONGEST_MS);
          if (await standStill(program.pid)) stops += 1;
          await moment(program, next, LONGEST_MS);
          tell(program.pid, 'SIGCONT');
        });
        tally('stops', stops);
        expect(stops).toBeGreaterThan(3);
      });
      expect(ends).toHaveLength(1);
    }
  });

  it('of the program leave the run to it: another one is refused', async () => {
    const shop = scene();
    const ends = await ordeal(shop, async program => {
      for (const phase of ['1', '4', '9']) {
        await program.seen('session_started', phase);
        expect(await standStill(program.pid)).toBe(true);
        const { code, err } = await shop.run('resume', '--json');
        // One that was stopped in the middle of a write holds up all who would look who drives the run.
        const isHeldUp = code === 1 && err.includes('is locked by another program');
        if (!isHeldUp) {
          expect({ code, err }).toMatchObject({
            code: 2,
            err: expect.stringContaining(`is driven by process ${program.pid}`),
          });
        }
        expect(err).toMatch(/^hint: (Be with it: phasewright attach|Close what holds it open)/m);
        tell(program.pid, 'SIGCONT');
        tally('stops', 1);
      }
    });
    expect(ends).toHaveLength(1);
  });

  it(`of agents delay the run and no more (seed ${SEED})`, async () => {
    const next = random(SEED);
    const shop = scene();
    let stopped = 0;
    const ends = await ordeal(shop, program =>
      whileRunning(program, async () => {
        await moment(program, next, LONGEST_MS);
        const agent = next.pick([0, ...agentsOf(shop, program)]);
        if (agent === 0 || !(await standStill(agent))) return;
        stopped += 1;
        await moment(program, next, LONGEST_MS);
        tell(agent, 'SIGCONT');
      }),
    );
    tally('stopped agents', stopped);
    expect(stopped).toBeGreaterThan(0);
    expect(ends).toHaveLength(1);
  });
});

describe('an agent that stands still', () => {
  it.each(['SIGINT', 'SIGKILL'] as const)('is ended after a %s of the program', async signal => {
    // Of the first session alone, so that it is there to be stopped.
    const once = 'test -e "$HOME/slept" || { touch "$HOME/slept"; sleep 600; }';
    const shop = scene({ 3: { shell: once } });
    let stopped = 0;
    const ends = await ordeal(shop, async (program, drive) => {
      if (drive > 0) return;
      await program.seen('session_started', '3');
      await expect.poll(() => existsSync(join(shop.home, '..', 'slept')), { timeout: 30_000 }).toBe(true);
      for (const agent of agentsOf(shop, program)) if (await standStill(agent)) stopped += 1;
      program.signal(signal);
    });
    tally('stopped agents', stopped);
    expect(stopped).toBeGreaterThan(0);
    expect(ends).toHaveLength(2);
  });
});

describe('a program that stood still for too long', () => {
  it('judges a check by its result, not by when it got to look at it', async () => {
    const shop = workshop({ 'plan.md': '### Task 1: One\n' });
    const [begun, ended] = ['begun', 'ended'].map(name => join(shop.home, '..', name)) as [string, string];
    const timeoutSeconds = 2;
    shop.write('script.json', developers({ '*': [[{ write: { path: 'one.txt', content: '1' } }]] }));
    // It waits to be told, so that it is certain to be under way when the program stops.
    const command = `touch ${begun}; until test -e ${begun}.go; do sleep 0.02; done; touch ${ended}`;
    shop.write('phasewright.yaml', JSON.stringify({ checks: [{ command, timeoutSeconds }] }));
    const program = shop.start(...SCRIPTED_RUN, '--no-review', '--max-attempts', '1');
    await expect.poll(() => existsSync(begun), { timeout: 30_000 }).toBe(true);
    expect(await standStill(program.pid)).toBe(true);
    shop.write(`../begun.go`, '');
    await expect.poll(() => existsSync(ended), { timeout: 30_000 }).toBe(true);
    await delay(timeoutSeconds * 1000);
    tell(program.pid, 'SIGCONT');
    tally('stops', 1);
    expect(await program.end).toMatchObject({ code: 0 });
    await assertClean(shop);
  });
});
