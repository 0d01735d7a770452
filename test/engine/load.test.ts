import { beforeAll, describe, expect, it } from 'vitest';
import { loadRun } from '../../src/engine/load.ts';
import { encode, type Written } from '../../src/run/journal.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { richJournal } from '../run/journals.ts';
import { owner, run } from '../store/samples.ts';

let rows: readonly Written[];

beforeAll(async () => {
  rows = (await richJournal()).map(({ at, event }) => encode(event, at));
});

async function loaded(journal: readonly Written[]) {
  const store = memoryStore(() => false);
  await store.create(run('r'), journal, owner('ada'));
  return loadRun(store, 'r');
}

describe('a journal', () => {
  it('is loaded up to any of its events', async () => {
    for (let count = 1; count <= rows.length; count += 1)
      expect((await loaded(rows.slice(0, count)))?.seq).toBe(count);
  });

  it.each<[what: string, change: (all: readonly Written[]) => readonly Written[], event: number]>([
    ['without its beginning', all => all.slice(1), 1],
    ['that begins twice', all => all.toSpliced(9, 0, all[0]!), 10],
    ['with an event twice', all => all.toSpliced(4, 0, all[3]!), 5],
    ['with an event missing', all => all.toSpliced(3, 1), 4],
  ])('%s is damaged', async (_, change, event) => {
    await expect(loaded(change(rows))).rejects.toMatchObject({
      name: 'StoreError',
      reason: 'corrupt',
      message: expect.stringContaining(`event ${event} does not fit those before it`),
    });
  });
});
