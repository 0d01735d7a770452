import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { storeContract } from './contract.ts';

storeContract('the sqlite store', async isAlive => {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-store-'));
  return {
    open: () => openSqliteStore({ file: join(folder, 'state', 'journal.db'), isAlive }),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});
