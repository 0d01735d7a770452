import { describe, expect, vi } from 'vitest';
import { isAlive, PATIENCE, RUN, shows, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

describe('the live view in a real terminal', () => {
  inTerminal('is started, looked around in, answered, left, come back to, stopped and resumed', async () => {
    const shop = terminalShop();
    const before = shop.fingerprint();
    const first = shop.open([...RUN, '--approve', 'landing']);
    await first.until(shows('Garden', '0/4 done', '● 1', 'gate-1', 'waits for 1'), 'the tree');
    expect(first.modes()).toMatchObject({ alternateScreen: true, cursorVisible: false });

    // Selecting: from the phase under way to the one below, and what is known of it.
    first.keys('Down');
    await first.until(text => /^› .*2 +Sow/m.test(text), 'the selection');
    first.keys('Enter');
    await first.until(shows('Sow: pending', 'depends on 1', 'esc back'), 'the details');
    first.keys('Escape');
    await first.until(shows('select', 'detach'), 'the tree again');

    // Approving, with a look at the changes.
    shop.pass('1');
    await first.until(shows('1 waits for you'), 'the question');
    first.keys('Up');
    first.keys('d');
    await first.until(shows('changes of phase 1', '+work of phase 1'), 'the diff');
    first.keys('q');
    await first.until(shows('1 waits for you'), 'the tree again');
    first.keys('a');
    await first.until(shows('let 1 Dig land?'), 'whether it is meant');
    first.keys('y');
    await first.until(shows('1/4 done', 'gate-2', 'gate-3'), 'the next phases');

    // Leaving: the run goes on.
    first.keys('q');
    expect(await first.ended()).toBe(0);
    expect(first.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    const [run] = await shop.runs();
    expect(first.screen().join('\n')).toContain(`phasewright attach ${run!.run}`);
    expect(run).toMatchObject({ status: 'running' });
    expect(isAlive(run!.pid!)).toBe(true);

    // Coming back, and stopping it.
    const second = shop.open(['attach']);
    await second.until(shows('1/4 done', 'gate-2'), 'the tree in another terminal');
    second.keys('C-c');
    expect(await second.ended()).toBe(130);
    expect(second.screen().join('\n')).toContain(`go on: phasewright resume ${run!.run}`);
    await vi.waitFor(() => expect(isAlive(run!.pid!)).toBe(false), PATIENCE);
    expect(await shop.runs()).toMatchObject([{ status: 'paused', pid: null }]);

    // Resuming, to the end: what is on the screen stays there.
    for (const gate of ['2', '3', '4']) shop.pass(gate);
    const third = shop.open(['resume']);
    for (const phase of ['2', '3', '4']) {
      await third.until(shows(`${phase} waits for you`), `phase ${phase}`);
      const selected = ['2', '3', '4'].indexOf(phase) + 1;
      third.keys('Home', ...Array.from({ length: selected }, () => 'Down'), 'a');
      await third.until(shows(`let ${phase} `, 'land?'), `the question about ${phase}`);
      third.keys('y');
      await third.until(shows(`✓ ${phase} `), `the landing of ${phase}`);
    }
    expect(await third.ended()).toBe(0);
    const last = third.screen().join('\n');
    expect(last).toContain('4/4 done');
    expect(last).toContain('completed: 4 of 4 phases landed');
    const subjects = shop.git('log', '--format=%s', `main..${run!.branch}`).trim().split('\n');
    expect(subjects).toHaveLength(4);
    expect(shop.fingerprint()).toBe(before);
  });
});
