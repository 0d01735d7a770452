import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import type { RealTerminal } from '../../scripts/picture/tmux.ts';
import { program } from '../cli/bundle.ts';
import { isAlive, PATIENCE, RUN, shows, type TerminalShop, terminalShop } from './stage.ts';
import { inTerminal, openTerminal } from './tmux.ts';

const FIRST_SCREEN = { alternateScreen: false, cursorVisible: true };
const OTHER_SCREEN = { alternateScreen: true, cursorVisible: false };

describe('Ctrl-Z in the live view', () => {
  for (const [name, how] of [
    ['the program', 'exec '],
    // As where a package manager starts it.
    ['a script that runs the program', ''],
  ] as const) {
    inTerminal(`gives the shell its terminal back until ${name} is wanted again`, async () => {
      const shop = terminalShop();
      const terminal = await shellIn(shop, how);
      enter(terminal, `phasewright ${RUN.join(' ')}`);
      await terminal.until(shows('gate-1', 'detach'), 'the tree');

      terminal.keys('C-z');
      await terminal.until(text => /Stopped .*phasewright run.*\n+shell>\s*$/.test(text), 'the prompt');
      expect(terminal.modes()).toMatchObject(FIRST_SCREEN);
      expect(terminal.screen().join('\n')).not.toContain('gate-1');
      enter(terminal, 'echo $((40 + 2))');
      await terminal.until(text => /^42$/m.test(text), 'an answer of the shell');
      const [run] = await shop.runs();
      expect(isAlive(run!.pid!)).toBe(true);

      // In the background it leaves the terminal alone.
      enter(terminal, 'bg');
      await vi.waitFor(
        () => {
          enter(terminal, 'clear; jobs -l');
          expect(terminal.screen().join('\n')).toContain('Stopped (tty output)');
        },
        { ...PATIENCE, interval: 200 },
      );
      expect(terminal.modes()).toMatchObject(FIRST_SCREEN);

      enter(terminal, 'fg');
      await looksAround(terminal);
      terminal.keys('q');
      await terminal.until(shows('goes on in the background', 'shell> fg'), 'the first screen');
      expect(terminal.modes()).toMatchObject(FIRST_SCREEN);
      enter(terminal, 'exit');
      expect(await terminal.ended()).toBe(0);
    });
  }

  inTerminal('does nothing where there is no shell to go back to', async () => {
    const shop = terminalShop();
    const terminal = shop.open(RUN);
    await terminal.until(shows('gate-1', 'detach'), 'the tree');
    terminal.keys('C-z');
    await looksAround(terminal);
    terminal.keys('q');
    expect(await terminal.ended()).toBe(0);
  });

  inTerminal('is not the only way to be stopped and to come back', async () => {
    const shop = terminalShop();
    const terminal = await shellIn(shop, 'echo $$ > ../pid; exec ');
    enter(terminal, `phasewright ${RUN.join(' ')}`);
    await terminal.until(shows('gate-1', 'detach'), 'the tree');
    process.kill(Number(shop.read('../pid')), 'SIGSTOP');
    await terminal.until(shows('Stopped', 'shell>'), 'the prompt');
    // Whatever the shell's settings are for it, the program needs its own again.
    enter(terminal, 'stty sane; fg');
    await looksAround(terminal);
    terminal.keys('q');
    await terminal.until(shows('goes on in the background'), 'the first screen');
    expect(terminal.modes()).toMatchObject(FIRST_SCREEN);
  });

  inTerminal('outlives no terminal, but the run does', async () => {
    const shop = terminalShop();
    const terminal = await shellIn(shop, 'echo $$ > ../pid; exec ');
    enter(terminal, `phasewright ${RUN.join(' ')}`);
    await terminal.until(shows('gate-1', 'detach'), 'the tree');
    const view = Number(shop.read('../pid'));
    terminal.keys('C-z');
    await terminal.until(shows('Stopped', 'shell>'), 'the prompt');
    terminal.hangUp();
    await vi.waitFor(() => expect(isAlive(view)).toBe(false), PATIENCE);
    const [run] = await shop.runs();
    expect(isAlive(run!.pid!)).toBe(true);
  });
});

/** An interactive shell that knows the program by its name. */
async function shellIn({ repository, home, env }: TerminalShop, how: string): Promise<RealTerminal> {
  const folder = join(home, '..', 'bin');
  mkdirSync(folder, { recursive: true });
  const script = join(folder, 'phasewright');
  writeFileSync(script, `#!/bin/sh\n${how}'${process.execPath}' '${program()}' "$@"\n`);
  chmodSync(script, 0o755);
  const terminal = openTerminal({
    ...{ columns: 120, rows: 24, cwd: repository },
    env: { ...env, PATH: `${folder}:${process.env.PATH}`, PS1: 'shell> ' },
    command: ['bash', '--norc', '--noprofile', '-i'],
  });
  await terminal.until(shows('shell>'), 'the prompt');
  return terminal;
}

function enter(terminal: RealTerminal, words: string): void {
  terminal.type(words);
  terminal.keys('Enter');
}

/** The tree is there, and so is the keyboard. */
async function looksAround(terminal: RealTerminal): Promise<void> {
  await terminal.until(shows('gate-1', 'detach'), 'the tree again');
  terminal.keys('Down');
  await terminal.until(text => /^› .*2 +Sow/m.test(text), 'the selection');
  expect(terminal.modes()).toMatchObject(OTHER_SCREEN);
}
