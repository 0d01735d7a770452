import { describe } from 'vitest';
import { RUN, shows, terminalShop } from './stage.ts';
import { inTerminal } from './tmux.ts';

describe('subtasks side by side', () => {
  inTerminal('are each told of', async () => {
    const shop = terminalShop();
    const terminal = shop.open([...RUN, '--session', 'subtask']);
    await terminal.until(shows('developer of 1.1: ', 'developer of 1.2: ', 'gate-1'), 'both developers');
  });
});
