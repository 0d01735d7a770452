import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inTerminal, openTerminal } from '../terminal/tmux.ts';
import { program } from './bundle.ts';
import { finished } from './finished.ts';
import { scratch } from './phasewright.ts';
import type { Workshop } from './workshop.ts';

/** Looks at the run on a screen of 80 columns. */
const looked = async (shop: Workshop, env: Readonly<Record<string, string>>, ...words: string[]) => {
  const terminal = openTerminal({
    columns: 80,
    rows: 60,
    cwd: shop.repository,
    env: { HOME: join(shop.home, '..'), PHASEWRIGHT_HOME: shop.home, ...env },
    command: [process.execPath, program(), ...words],
  });
  const code = await terminal.ended();
  const rows = terminal.screen();
  return { code, text: rows.join('\n').trimEnd(), coloured: terminal.coloured() };
};

/** A program that takes its input for a pager. */
function pager(script: string): string {
  const file = join(scratch(), 'my pager');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o700);
  return `'${file}'`;
}

describe('on a screen', () => {
  inTerminal(
    'diff and logs go through the pager of the user, with the settings that git gives it',
    async () => {
      const shop = await finished();
      const GIT_PAGER = pager('echo "paged with $LESS $LV"; cat');
      const diff = await looked(shop, { GIT_PAGER }, 'diff', 'last', '2');
      expect(diff.code).toBe(0);
      expect(diff.text).toMatch(/^paged with FRX -c\ndiff --git a\/2\.txt[\s\S]*\n\+right$/);
      expect(diff.coloured).toMatch(/\u001B\[32m\+right/);
      expect((await looked(shop, { GIT_PAGER, LESS: 'S' }, 'diff')).text).toMatch(/^paged with S -c\n/);
      expect((await looked(shop, { PAGER: GIT_PAGER }, 'logs')).text).toMatch(/^paged with FRX -c\n\d{4}-/);
      const plain = await looked(shop, { GIT_PAGER, NO_COLOR: '1' }, 'diff', 'last', '2', '--no-pager');
      expect(plain.text).toMatch(/^diff --git[\s\S]*\n\+right$/);
      expect(plain.coloured).not.toContain('\u001B[32m');
      for (const words of [['logs', '--follow'], ['show'], ['why'], ['diff', '--stat'], ['diff', '--json']])
        expect((await looked(shop, { GIT_PAGER }, ...words)).text).not.toContain('paged');
    },
  );

  inTerminal('the pager is the one of the user, not one that the repository names', async () => {
    const shop = await finished();
    shop.git('config', '--global', 'core.pager', pager('echo mine; cat'));
    shop.git('config', 'core.pager', pager('echo theirs; cat'));
    expect((await looked(shop, {}, 'diff', 'last', '2')).text).toMatch(/^mine\ndiff/);
  });

  inTerminal('a pager that is left early is no failure, and one that fails is done without', async () => {
    const shop = await finished();
    expect(await looked(shop, { GIT_PAGER: 'head -n 1' }, 'diff')).toMatchObject({
      code: 0,
      text: 'diff --git a/1.txt b/1.txt',
    });
    for (const GIT_PAGER of ['/nowhere/pager', 'exit 3']) {
      const { code, text } = await looked(shop, { GIT_PAGER }, 'diff', 'last', '2');
      expect(code).toBe(0);
      expect(text).toMatch(/diff --git a\/2\.txt[\s\S]*\n\+right$/);
    }
    expect((await looked(shop, { GIT_PAGER: 'cat' }, 'diff', 'last', '2')).text).toMatch(/^diff --git/);
  });

  inTerminal('lines end at its edge, and marks are typed where it has no others', async () => {
    const shop = await finished();
    const env = { NO_COLOR: '1', GIT_PAGER: `awk 'length > 80 { print "too long" } { print }'` };
    const views = [
      ['status'],
      ['status', 'last'],
      ['show', 'last', '2'],
      ['why'],
      ['logs'],
      ['logs', 'last', '1'],
    ];
    for (const words of views) {
      const { code, text } = await looked(shop, { ...env, LANG: 'C', LC_ALL: 'C' }, ...words);
      expect(code, text).toBe(0);
      expect(text).not.toContain('too long');
      expect(text).not.toMatch(/[^\n -~]/);
    }
    expect((await looked(shop, env, 'status')).text).toContain('✓ completed');
  });
});
