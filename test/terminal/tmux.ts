import { it, onTestFinished } from 'vitest';
import {
  openTerminal as open,
  type RealTerminal,
  type TerminalOptions,
  tmuxIsInstalled,
} from '../../scripts/picture/tmux.ts';

/** A program in a real terminal, both gone when the test ends. */
export function openTerminal(options: TerminalOptions): RealTerminal {
  const terminal = open(options);
  onTestFinished(terminal.close);
  return terminal;
}

const isInstalled = tmuxIsInstalled();

/** A test that is skipped where tmux is not installed. */
export const inTerminal = (title: string, test: () => Promise<void> | void): void =>
  it(title, async context => {
    if (!isInstalled) context.skip('tmux is not installed');
    await test();
  });
