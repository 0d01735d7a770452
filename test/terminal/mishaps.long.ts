import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { isAlive, PATIENCE, RUN, shows, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

describe('the live view, by mishap', () => {
  inTerminal('stops the run where Ctrl-C comes before there is anything to see', async () => {
    const shop = terminalShop();
    const terminal = shop.open(RUN);
    await terminal.until(text => /run \w+: 4 phases/.test(text), 'the run');
    terminal.keys('C-c');
    expect(await terminal.ended()).toBe(130);
    expect(terminal.history().join('\n')).toMatch(/go on: phasewright resume \w+/);
    await vi.waitFor(async () => expect(await shop.runs()).toMatchObject([{ pid: null }]), PATIENCE);
  });

  inTerminal('stays open for who is typing when the run comes to its end', async () => {
    const shop = terminalShop();
    const words = [...RUN, '--max-attempts', '1', '--on-failure', 'continue'];
    shop.write(
      'plan.md',
      '# Garden\n\n### Task 1: Dig\nDepends on: none\n\n### Task 2: Sow\nDepends on: none\n',
    );
    const gate = join(shop.home, '..', 'end');
    shop.write(
      'script.json',
      JSON.stringify({
        developer: {
          1: [[{ fail: { category: 'logic', message: 'No.' } }]],
          2: [
            [
              { shell: `until [ -e '${gate}' ]; do sleep 0.05; done` },
              { write: { path: 'b', content: 'b' } },
            ],
          ],
        },
      }),
    );
    const terminal = shop.open(words);
    await terminal.until(shows('✗ 1'), 'the failure');
    terminal.keys('Home', 'r');
    await terminal.until(shows('with these words'), 'the question for words');
    terminal.type('echo ');
    writeFileSync(gate, '');
    await terminal.until(shows('failed · 1/2 done'), 'the end of the run');
    terminal.type('oops');
    await terminal.until(shows('echo oops'), 'the words, still in the view');
    expect(terminal.modes().alternateScreen).toBe(true);
    terminal.keys('Escape');
    expect(await terminal.ended()).toBe(1);
    expect(terminal.screen().join('\n')).not.toContain('oops');
  });

  inTerminal(
    'takes Ctrl and Alt with a letter for nothing, Esc for itself, and draws anew at Ctrl-L',
    async () => {
      const shop = terminalShop();
      const terminal = shop.open(RUN);
      await terminal.until(shows('gate-1'), 'the tree');
      terminal.keys('C-p', 'M-p', 'C-q', 'C-d', 'C-s', 'Enter');
      await terminal.until(shows('Dig: running', 'esc back'), 'the details');
      terminal.keys('Escape');
      await terminal.until(shows('select', 'detach'), 'the tree');
      terminal.keys('C-l');
      await terminal.until(shows('running · 0/4 done', 'gate-1'), 'the tree');
      expect(await shop.runs()).toMatchObject([{ status: 'running', pid: expect.any(Number) }]);
    },
  );

  inTerminal('says who has it where two want to go on with one run', async () => {
    const shop = terminalShop();
    const { out } = await shop.run(...RUN, '--detach', '--json');
    const { run, pid } = JSON.parse(out);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
    const terminals = [shop.open(['resume', run]), shop.open(['resume', run])];
    const loser = await Promise.race(
      terminals.map(async terminal => {
        await terminal.ended();
        return terminal;
      }),
    );
    expect(await loser.ended()).toBe(2);
    expect(loser.screen().join('\n')).toMatch(/is driven by process \d+[\s\S]*phasewright attach/);
    const winner = terminals.find(terminal => terminal !== loser)!;
    await winner.until(shows('gate-1'), 'the tree');
  });

  inTerminal('shows the plan of an architect who would rather clear the screen', async () => {
    const shop = terminalShop();
    const plan = '# Garden\n\n\x1b[2J\x1b[1;1Hhidden\n\n### Task 1: Dig\n';
    shop.write('script.json', JSON.stringify({ architect: { '*': [[{ reply: { plan } }]] } }));
    const terminal = shop.open(['plan', 'A garden', '--agent', 'scripted', '--script', 'script.json']);
    expect(await terminal.ended()).toBe(3);
    const text = terminal.history().join('\n');
    expect(text).toContain('\\x1b[2J\\x1b[1;1Hhidden');
    expect(text).toContain('waits for approval of the plan');
  });
});
