import { describe, expect, vi } from 'vitest';
import { scratch } from '../cli/phasewright.ts';
import { isAlive, PATIENCE } from './stage.ts';
import { inTerminal, openTerminal } from './tmux.ts';

const SIZE = { columns: 40, rows: 6 };
const shell = (script: string, env: Readonly<Record<string, string>> = {}) =>
  openTerminal({ ...SIZE, cwd: scratch(), env, command: ['sh', '-c', script] });

describe('a real terminal', () => {
  inTerminal('shows rows, tells the exit code, and keeps the last screen', async () => {
    const terminal = shell('echo one; printf "\\033[1;31mtwo\\033[0m\\n"; exit 7;');
    expect(await terminal.ended()).toBe(7);
    expect(terminal.screen()).toEqual(['one', 'two', '', '', '', '']);
    expect(terminal.coloured()).toContain('\x1b[1m\x1b[31mtwo');
  });

  inTerminal('passes keys and text on', async () => {
    const terminal = shell('read -r line; echo "got <$line>"; read -r line; echo "then <$line>"');
    terminal.type('-a b; c;');
    terminal.keys('Enter');
    await terminal.until(text => text.includes('got <-a b; c;>'), 'the line');
    terminal.keys('x', 'Enter');
    await terminal.until(text => text.includes('then <x>'), 'the second line');
    expect(await terminal.ended()).toBe(0);
  });

  inTerminal('fails with the last screen when the program ends before what was waited for', async () => {
    const terminal = shell('echo something else');
    await expect(terminal.until(text => text.includes('this'), 'this')).rejects.toThrow(
      /^this, before the program ended, did not come about; the screen:\nsomething else\n/,
    );
  });

  inTerminal('tells a signal', async () => {
    const terminal = shell('echo ready; exec sleep 100');
    await terminal.until(text => text.includes('ready'), 'the start');
    terminal.keys('C-c');
    expect(await terminal.ended()).toBe(128 + 2);
  });

  inTerminal('says its size, and each new one', async () => {
    const terminal = shell('trap "stty size" WINCH; stty size; while :; do sleep 0.05; done');
    await terminal.until(text => text.includes('6 40'), 'the first size');
    terminal.resize(50, 9);
    await terminal.until(text => text.includes('9 50'), 'the second size');
  });

  inTerminal('knows the alternate screen, the cursor and the title', async () => {
    const terminal = shell(
      'echo before; printf "\\033[?1049h\\033[?25l\\033]2;a|b\\007full"; read -r _; printf "\\033[?1049l\\033[?25h"',
    );
    await terminal.until(text => text.includes('full') && !text.includes('before'), 'the other screen');
    expect(terminal.modes()).toMatchObject({ alternateScreen: true, cursorVisible: false, title: 'a|b' });
    terminal.keys('Enter');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen()[0]).toBe('before');
    expect(terminal.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
  });

  inTerminal('keeps what has scrolled away', async () => {
    const terminal = shell('for i in 1 2 3 4 5 6 7 8 9; do echo "line $i"; done');
    await terminal.ended();
    expect(terminal.screen()).not.toContain('line 1');
    expect(terminal.history()).toContain('line 1');
  });

  inTerminal('gives the program nothing of the environment but what is asked for', async () => {
    process.env.PHASEWRIGHT_TERMINAL_TEST = 'leaked';
    const terminal = shell('echo "[$PHASEWRIGHT_TERMINAL_TEST][$GIVEN][$TERM]"', {
      GIVEN: 'y',
      TERM: 'dumb',
    });
    delete process.env.PHASEWRIGHT_TERMINAL_TEST;
    await terminal.ended();
    expect(terminal.screen()[0]).toBe('[][y][dumb]');
  });

  inTerminal('hangs up', async () => {
    const cwd = scratch();
    const command = ['sh', '-c', 'trap "echo hung > up; exit" HUP; echo ready; while :; do sleep 0.05; done'];
    const terminal = openTerminal({ ...SIZE, cwd, command });
    await terminal.until(text => text.includes('ready'), 'the start');
    terminal.hangUp();
    const witness = openTerminal({
      ...SIZE,
      cwd,
      command: ['sh', '-c', 'until cat up; do sleep 0.05; done 2>&-'],
    });
    await witness.until(text => text.includes('hung'), 'the signal');
  });

  inTerminal('stands beside others', async () => {
    const terminals = ['one', 'two', 'three'].map(name => shell(`echo ${name}; read -r _`));
    for (const [index, name] of ['one', 'two', 'three'].entries()) {
      await terminals[index]!.until(text => text.trim() === name, name);
    }
    const processes = await Promise.all(terminals.map(terminal => terminal.pid()));
    for (const terminal of terminals) terminal.close();
    await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), PATIENCE);
  });
});
