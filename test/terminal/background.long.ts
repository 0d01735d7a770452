import { describe, expect, it, vi } from 'vitest';
import { isAlive, PATIENCE, RUN, shows, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

describe('a run in the background', () => {
  it('is started without a terminal, stopped and gone on with', async () => {
    const shop = terminalShop();
    const started = await shop.run(...RUN, '--detach', '--json');
    expect(started.code).toBe(0);
    const { run, pid } = JSON.parse(started.out);
    expect(await shop.runs()).toMatchObject([{ run, pid, status: 'running' }]);
    expect(await shop.run('resume', run)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`phasewright attach ${run}`),
    });
    const paused = await shop.run('pause', run);
    expect(paused).toMatchObject({ code: 0, out: expect.stringContaining(`phasewright resume ${run}`) });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
    expect(await shop.run('pause', run)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no process drives it'),
    });
    for (const gate of ['1', '2', '3', '4']) shop.pass(gate);
    expect((await shop.run('resume', run, '--detach')).out).toContain(`run ${run} goes on in the background`);
    const attached = await shop.run('attach', run);
    expect(attached).toMatchObject({ code: 0, out: expect.stringContaining('4 of 4 phases landed') });
    const events = (await shop.run('attach', run, '--json')).out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'run_created', run });
    expect(events.at(-1)).toMatchObject({ type: 'run_ended' });
  });

  it('ends with the exit code for waiting where nobody sits who could answer', async () => {
    const shop = terminalShop();
    shop.pass('1');
    const { out } = await shop.run(...RUN, '--approve', 'landing', '--detach', '--json');
    const { run } = JSON.parse(out);
    const attached = await shop.run('attach', run);
    expect(attached.code).toBe(3);
    expect(attached.out).toContain(`phasewright approve ${run} PHASE`);
    expect(await shop.runs()).toMatchObject([{ status: 'waiting', pid: expect.any(Number) }]);
    expect((await shop.run('approve', run, '1')).code).toBe(0);
    await vi.waitFor(async () => expect(await shop.runs()).toMatchObject([{ status: 'running' }]), PATIENCE);
  });

  it('is not attached to when nobody drives it', async () => {
    const shop = terminalShop();
    const { out } = await shop.run(...RUN, '--detach', '--json');
    const { run } = JSON.parse(out);
    await shop.run('pause', run);
    expect(await shop.run('attach', run)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`phasewright resume ${run}`),
    });
    expect(await shop.run('watch', run)).toMatchObject({ code: 130 });
  });

  inTerminal('is answered from one terminal while others look on', async () => {
    const shop = terminalShop();
    shop.pass('1');
    const first = shop.open([...RUN, '--approve', 'landing']);
    await first.until(shows('1 waits for you'), 'the question in the first terminal');
    const second = shop.open(['watch'], { columns: 70 });
    await second.until(shows('1 waits for you'), 'the question in the second terminal');
    second.keys('a');
    await second.until(shows('let 1 Dig land?'), 'whether it is meant');
    second.keys('y');
    await second.until(shows('1/4 done'), 'the landing in the second terminal');
    await first.until(shows('1/4 done', 'gate-2'), 'the landing in the first terminal');

    // Whoever only watches goes away without a trace; whoever started it stops it.
    second.keys('C-c');
    expect(await second.ended()).toBe(0);
    expect(await shop.runs()).toMatchObject([{ status: 'running' }]);
    first.keys('C-c');
    expect(await first.ended()).toBe(130);
    expect(await shop.runs()).toMatchObject([{ status: 'paused', pid: null }]);
  });

  inTerminal('goes on when the terminal is closed', async () => {
    const shop = terminalShop();
    const first = shop.open(RUN);
    await first.until(shows('gate-1'), 'the tree');
    const view = await first.pid();
    first.hangUp();
    await vi.waitFor(() => expect(isAlive(view)).toBe(false), PATIENCE);
    expect(await shop.runs()).toMatchObject([{ status: 'running', pid: expect.any(Number) }]);
  });

  inTerminal('whose driver is killed is told to be resumed, and is', async () => {
    const shop = terminalShop();
    const first = shop.open(RUN);
    await first.until(shows('gate-1'), 'the tree');
    const [run] = await shop.runs();
    process.kill(run!.pid!, 'SIGKILL');
    expect(await first.ended()).toBe(130);
    const text = first.screen().join('\n');
    expect(text).toContain(`the process that drove run ${run!.run} is gone`);
    expect(text).toContain(`go on: phasewright resume ${run!.run}`);
    for (const gate of ['1', '2', '3', '4']) shop.pass(gate);
    const again = shop.open(['resume']);
    expect(await again.ended()).toBe(0);
    expect(again.screen().join('\n')).toContain('4 of 4 phases landed');
  });

  inTerminal('is paused and gone on with by a key, and stopped at once by a second Ctrl-C', async () => {
    const shop = terminalShop();
    const first = shop.open(RUN);
    await first.until(shows('gate-1'), 'the tree');
    const [run] = await shop.runs();
    first.keys('p');
    await first.until(text => /paused · 0\/4 done/.test(text), 'the pause');
    // At once: the process that drove it may not have ended yet.
    first.keys('p');
    await first.until(text => /running · 0\/4 done/.test(text), 'that it goes on');
    const [again] = await shop.runs();
    expect(again!.pid).not.toBe(run!.pid);
    // The agent does not hear that it should end.
    process.kill(again!.pid!, 'SIGSTOP');
    first.keys('C-c');
    await first.until(shows('once more stops at once'), 'the first answer');
    first.keys('C-c');
    process.kill(again!.pid!, 'SIGCONT');
    expect(await first.ended()).toBe(130);
    expect(await shop.runs()).toMatchObject([{ pid: null }]);
  });
});
