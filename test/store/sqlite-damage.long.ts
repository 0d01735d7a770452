import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { scratch } from '../cli/phasewright.ts';
import { random } from '../fuzz/random.ts';
import { damagedPages, type Files, HEADER_BYTES, PAGE_BYTES } from './damage.ts';
import { filesIn, outcome, put } from './outcome.ts';
import { event, events, owner, run } from './samples.ts';

const ada = owner('ada');
const open = (file: string) => openSqliteStore({ file, isAlive: () => true });
const RUNS = ['a', 'b', 'c'];

const original = mkdtempSync(join(tmpdir(), 'phasewright-store-'));
afterAll(() => rmSync(original, { recursive: true }));

/** Runs of many sizes of events, with requests, closed so that all of it is in the one file. */
beforeAll(async () => {
  const store = await open(join(original, 'journal.db'));
  for (const id of RUNS) {
    const sizes = Array.from({ length: 60 }, (_, index) => event({ id, index, text: 'x'.repeat(index * 5) }));
    await store.create(run(id), [...sizes, event('y'.repeat(20_000))], ada);
    for (let index = 0; index < 20; index += 1)
      await store.post(id, { id: `${index}`, at: index, data: `"${id}"` });
  }
  await store.close();
});

const sample = (): string => put(filesIn(original), scratch());

/** Does all to the pages that may happen to them, and counts how often it was found and how often it did not matter. */
async function damage(files: Files, pages: readonly number[], flips: number) {
  const folder = scratch();
  const sound = await outcome(put(files, folder));
  const tally = { found: 0, harmless: 0 };
  for (const damaged of damagedPages(files, files.database, random(1), pages, flips)) {
    const got = await outcome(put(damaged, folder));
    if (got === sound) tally.harmless += 1;
    else if (reasonsFor(damaged, files).some(reason => got === `refused: ${reason}`)) tally.found += 1;
    else expect.fail(`${damaged.what}: ${got.slice(0, 300)}`);
  }
  return tally;
}

const pagesOf = ({ database }: Files): number[] => [...Array(database.length / PAGE_BYTES).keys()];

function reasonsFor({ database }: Files, sound: Files): readonly string[] {
  const first = sound.database.findIndex((byte, offset) => byte !== database[offset]);
  // After the name of the format comes what may be that of another program, or of another version.
  if (first >= 18 && first < HEADER_BYTES) return ['corrupt', 'foreign', 'newer', 'read_only'];
  // A part of the last page is what a failing disk gives, too.
  const isCutInLastPage = database.length === first && first > sound.database.length - PAGE_BYTES;
  return isCutInLastPage ? ['corrupt', 'io'] : ['corrupt'];
}

describe('a damaged sqlite store', () => {
  it('never gives other data for damage in a small file', async () => {
    const files = filesIn(original);
    const { found, harmless } = await damage(files, pagesOf(files), 12);
    expect(found).toBeGreaterThan(100);
    expect(harmless).toBeGreaterThan(0);
  });

  it('never gives other data for damage in a file that is too large to examine', async () => {
    const file = sample();
    const pages = pagesOf(filesIn(original)).filter(page => page % 2 === 0);
    const store = await open(file);
    await store.create(run('big'), [event('z'.repeat(6_000_000))], ada);
    await store.close();
    const { found } = await damage(filesIn(join(file, '..')), pages, 2);
    expect(found).toBeGreaterThan(50);
  });

  it.each([0.1, 0.3, 0.5, 0.7, 0.95])('is refused when cut to %d of its length', async part => {
    const file = sample();
    truncateSync(file, Math.floor(statSync(file).size * part));
    expect(await outcome(file)).toBe('refused: corrupt');
  });

  it('is refused when a page is overwritten', async () => {
    const file = sample();
    const sound = readFileSync(file);
    for (let offset = 0; offset < sound.length; offset += PAGE_BYTES) {
      writeFileSync(file, Buffer.from(sound).fill(0, offset, offset + PAGE_BYTES));
      expect([offset, await outcome(file)]).toEqual([offset, 'refused: corrupt']);
    }
  });

  const noise = random(7);
  it.each([
    ['text', Buffer.from('not a database at all\n'.repeat(500))],
    ['noise', Buffer.from(Array.from({ length: 9000 }, () => noise.below(256)))],
    ['two bytes', Buffer.from('SQ')],
    ['the name alone', Buffer.from('SQLite format 3\0')],
  ])('is refused when it is %s', async (_, garbage) => {
    const file = join(scratch(), 'journal.db');
    writeFileSync(file, garbage);
    expect(await outcome(file)).toBe('refused: corrupt');
    expect(readFileSync(file).equals(garbage)).toBe(true);
  });

  it.each([
    ['a changed event', `UPDATE events SET data = replace(data, '7', '8') WHERE run = 'b' AND seq = 8`],
    ['a changed time', 'UPDATE events SET at = at + 1 WHERE seq = 3'],
    ['a time too large to hold', 'UPDATE events SET at = 9223372036854775807 WHERE seq = 3'],
    ['a changed schema version', 'UPDATE events SET version = 2 WHERE seq = 3'],
    ['an event with a new checksum', 'UPDATE events SET checksum = checksum + 1 WHERE seq = 61'],
    ['a lost event', `DELETE FROM events WHERE run = 'a' AND seq = 5`],
    ['a lost first event', `DELETE FROM events WHERE run = 'a' AND seq = 1`],
    ['a lost last event', `DELETE FROM events WHERE run = 'a' AND seq = 61`],
    ['a lost journal', `DELETE FROM events WHERE run = 'a'`],
    [
      'an event of another run',
      `UPDATE events SET (data, checksum) = (SELECT data, checksum FROM events AS other
       WHERE other.run = 'c' AND other.seq = events.seq) WHERE run = 'a' AND seq = 5`,
    ],
    ['a changed title', `UPDATE runs SET title = 'x'`],
    ['a changed end', 'UPDATE runs SET last_seq = last_seq - 1'],
    ['a changed request', `UPDATE commands SET data = '"z"' WHERE seq = 2`],
    ['a lost request', 'DELETE FROM commands WHERE seq = 2'],
    ['a lost last request', 'DELETE FROM commands WHERE seq = 20'],
    ['all requests lost', 'DELETE FROM commands'],
    [
      'a request too many',
      `INSERT INTO commands SELECT run, 21, 'x', at, data, checksum FROM commands WHERE seq = 1`,
    ],
    ['a changed lease', 'UPDATE leases SET pid = pid + 1'],
    ['a changed sign of life', 'UPDATE leases SET heartbeat_at = heartbeat_at + 1'],
    ['a lost lease', `DELETE FROM leases WHERE run = 'b'`],
    ['a lease of another run', `PRAGMA foreign_keys = OFF; UPDATE leases SET run = 'd' WHERE run = 'b'`],
    ['a lost table', 'DROP TABLE leases'],
  ])('is refused for %s', async (_, change) => {
    const file = sample();
    const db = new DatabaseSync(file);
    db.exec(change);
    db.close();
    expect(await outcome(file)).toBe('refused: corrupt');
  });

  it('is found by those who read only the end', async () => {
    const file = sample();
    const store = await open(file);
    const db = new DatabaseSync(file);
    db.exec(`UPDATE events SET data = '"other"' WHERE run = 'a' AND seq = 61`);
    db.exec(`DELETE FROM events WHERE run = 'b' AND seq = 50`);
    db.close();
    await expect(store.read('a', 60)).rejects.toThrow(
      `${file} is damaged: event 61 of run a is not what was`,
    );
    await expect(store.read('b', 50)).rejects.toThrow('event 50 of run b is missing');
    await expect(store.read('b', 40)).rejects.toThrow('event 50 of run b is missing');
    expect(await store.read('c', 60)).toHaveLength(1);
    await store.close();
  });

  it('does not overwrite events that lie beyond the stated end', async () => {
    const file = sample();
    const store = await open(file);
    const db = new DatabaseSync(file);
    db.exec(
      `INSERT INTO events SELECT run, seq + 1, at, version, data, checksum FROM events WHERE run = 'a' AND seq = 61`,
    );
    db.close();
    await expect(store.append('a', 61, events(1), ada)).rejects.toMatchObject({ reason: 'corrupt' });
    await store.close();
  });

  it('is refused when it is lost and its log is not, which stays', async () => {
    const folder = scratch();
    const live = await open(join(folder, 'journal.db'));
    await live.create(run('a'), events(3), ada);
    const copy = join(folder, 'copy', 'journal.db');
    cpSync(join(folder, 'journal.db-wal'), `${copy}-wal`);
    await live.close();
    const log = readFileSync(`${copy}-wal`);
    expect(await outcome(copy)).toBe('refused: corrupt');
    expect(readFileSync(`${copy}-wal`).equals(log)).toBe(true);
  });
});
