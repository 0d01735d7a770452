import { describe, expect } from 'vitest';
import { RUN, shows, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

const SGR_COLOUR = /\x1b\[(?:[0-9;]*;)?3[0-9]/;

describe('the looks of the live view', () => {
  inTerminal('follow the size of the terminal', async () => {
    const shop = terminalShop();
    const terminal = shop.open(RUN, { columns: 120, rows: 30 });
    await terminal.until(shows('gate-1', 'detach'), 'the tree');
    for (const [columns, rows] of [
      [60, 8],
      [200, 60],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      const screen = await terminal.until(
        text => text.split('\n').length === rows && /help\s*$/.test(text) && text.includes('0/4 done'),
        `the tree at ${columns}x${rows}`,
      );
      expect(screen[0]).toMatch(/^ \w+ Garden .*0\/4 done/);
      expect(screen.filter(line => line.includes('0/4 done'))).toHaveLength(1);
    }
    terminal.keys('q');
    expect(await terminal.ended()).toBe(0);
  });

  inTerminal('have colours, but for those who want none', async () => {
    const shop = terminalShop();
    const first = shop.open(RUN);
    await first.until(shows('gate-1'), 'the tree');
    expect(first.coloured()).toMatch(SGR_COLOUR);
    const second = shop.open(['watch'], { env: { NO_COLOR: '1' } });
    await second.until(shows('gate-1'), 'the tree without colours');
    expect(second.coloured()).not.toMatch(SGR_COLOUR);
    second.keys('Down');
    await second.until(text => /^› .*2 +Sow/m.test(text), 'the selection without colours');
  });

  inTerminal('keep to ASCII where nothing else can be shown', async () => {
    const shop = terminalShop();
    const terminal = shop.open(RUN, { env: { LANG: 'C', LC_ALL: 'C' } });
    const screen = await terminal.until(shows('gate-1', '* 1'), 'the tree');
    expect(screen.join('')).toMatch(/^[\x00-\x7F]*$/);
  });

  for (const [name, words, env] of [
    ['a terminal that cannot draw', [], { TERM: 'dumb' }],
    ['continuous integration', [], { CI: 'true' }],
    ['--plain', ['--plain'], {}],
    ['PHASEWRIGHT_PLAIN', [], { PHASEWRIGHT_PLAIN: '1' }],
  ] as const) {
    inTerminal(`are plain lines for ${name}`, async () => {
      const shop = terminalShop();
      for (const gate of ['1', '2', '3', '4']) shop.pass(gate);
      const terminal = shop.open([...RUN, ...words], { env, rows: 40 });
      expect(await terminal.ended()).toBe(0);
      const text = terminal.history().join('\n');
      expect(text).toContain('1 Dig: started');
      expect(text).toContain('4 of 4 phases landed');
      expect(text).not.toContain('group 1');
    });
  }

  inTerminal('ask before anything is started, and take no for an answer', async () => {
    const shop = terminalShop();
    const words = RUN.filter(word => word !== '--yes');
    const first = shop.open(words);
    await first.until(shows('Carry it out?'), 'the question');
    first.keys('Enter');
    expect(await first.ended()).toBe(130);
    expect(first.screen().join('\n')).toContain('Nothing was started');
    const gone = shop.open(words);
    await gone.until(shows('Carry it out?'), 'the question');
    gone.keys('C-d');
    expect(await gone.ended()).toBe(130);
    expect(await shop.runs()).toEqual([]);
    const second = shop.open(words);
    await second.until(shows('Carry it out?'), 'the question');
    second.keys('y');
    await second.until(shows('gate-1', 'detach'), 'the tree');
  });

  for (const [name, words, env] of [
    ['--plain', ['--plain'], {}],
    ['PHASEWRIGHT_PLAIN', [], { PHASEWRIGHT_PLAIN: '1' }],
    ['a terminal that cannot draw', [], { TERM: 'dumb' }],
  ] as const) {
    inTerminal(`ask in a line that is written once, and have the answer typed, for ${name}`, async () => {
      const shop = terminalShop();
      const asking = RUN.filter(word => word !== '--yes');
      const terminal = shop.open([...asking, ...words], { env });
      await terminal.until(shows('Carry it out? [y/N]'), 'the question');
      expect(terminal.coloured()).not.toMatch(/[◆│└]/);
      terminal.keys('y', 'Enter');
      await terminal.until(shows('1 Dig: started'), 'the start');
    });
  }

  inTerminal('draw no choices in init where nothing is drawn, and tell what was taken', async () => {
    const shop = terminalShop();
    const terminal = shop.open(['init', '--check', 'true'], { env: { PHASEWRIGHT_PLAIN: '1' } });
    expect(await terminal.ended()).toBe(0);
    const text = terminal.screen().join('\n');
    expect(text).toContain('Nobody was asked (nothing is drawn on this terminal; options choose)');
    expect(text).toContain('checks: true');
  });
});
