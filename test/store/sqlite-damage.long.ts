import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Store, StoreError } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { event, events, owner, run } from './samples.ts';
import { scratchFolders } from './scratch.ts';

const scratch = scratchFolders();
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

function sample(): string {
  const file = join(scratch(), 'journal.db');
  copyFileSync(join(original, 'journal.db'), file);
  return file;
}

const contents = async (store: Store) => ({
  runs: await store.runs(),
  journals: await Promise.all(RUNS.map(id => store.read(id))),
  requests: await Promise.all(RUNS.map(id => store.commands(id, 0))),
  holders: await Promise.all(RUNS.map(async id => (await store.holder(id))?.owner)),
});

/** A digest of all that is in a store, or the reason why it refuses. */
async function outcome(file: string): Promise<string> {
  let store: Store | undefined;
  try {
    store = await open(file);
    return createHash('sha256')
      .update(JSON.stringify(await contents(store)))
      .digest('hex');
  } catch (error) {
    if (error instanceof StoreError) return error.reason;
    throw error;
  } finally {
    await store?.close();
  }
}

/** A small generator of chance that gives the same numbers each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Turns one bit at a time and counts how often it was found and how often it did not matter. */
async function flip(file: string, count: number, length: number) {
  const sound = readFileSync(file);
  const expected = await outcome(file);
  const next = chance(1);
  const tally = { found: 0, harmless: 0 };
  for (let index = 0; index < count; index += 1) {
    // The first hundred bytes say what the file is; each page's first bytes say what is where.
    const offset = index < 100 ? index : index % 2 ? next(length) : next(length / 4096) * 4096 + next(100);
    const byte = sound[offset] ?? 0;
    poke(file, offset, byte ^ (1 << next(8)));
    const got = await outcome(file);
    poke(file, offset, byte);
    const header = offset >= 18 && offset < 100;
    const allowed = header ? ['corrupt', 'foreign', 'newer', 'read_only'] : ['corrupt'];
    if (got === expected) tally.harmless += 1;
    else if (allowed.includes(got)) tally.found += 1;
    else expect.fail(`a flipped bit at ${offset} gave ${got}`);
  }
  return tally;
}

function poke(file: string, offset: number, byte: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Uint8Array.of(byte), 0, 1, offset);
  closeSync(handle);
}

describe('a damaged sqlite store', () => {
  it('never gives other data for a flipped bit in a small file', async () => {
    const file = sample();
    const { found, harmless } = await flip(file, 400, statSync(file).size);
    expect(found).toBeGreaterThan(100);
    expect(harmless).toBeGreaterThan(0);
  });

  it('never gives other data for a flipped bit in a file that is too large to examine', async () => {
    const file = sample();
    const length = statSync(file).size;
    const store = await open(file);
    await store.create(run('big'), [event('z'.repeat(6_000_000))], ada);
    await store.close();
    const { found } = await flip(file, 200, length);
    expect(found).toBeGreaterThan(50);
  });

  it.each([0.1, 0.3, 0.5, 0.7, 0.95])('is refused when cut to %d of its length', async part => {
    const file = sample();
    truncateSync(file, Math.floor(statSync(file).size * part));
    expect(await outcome(file)).toBe('corrupt');
  });

  it('is refused when a page is overwritten', async () => {
    const file = sample();
    const sound = readFileSync(file);
    for (let offset = 0; offset < sound.length; offset += 4096) {
      writeFileSync(file, Buffer.from(sound).fill(0, offset, offset + 4096));
      expect([offset, await outcome(file)]).toEqual([offset, 'corrupt']);
    }
  });

  it.each([
    ['text', Buffer.from('not a database at all\n'.repeat(500))],
    ['noise', Buffer.from(Array.from({ length: 9000 }, chance(7).bind(null, 256)))],
    ['two bytes', Buffer.from('SQ')],
    ['the name alone', Buffer.from('SQLite format 3\0')],
  ])('is refused when it is %s', async (_, garbage) => {
    const file = join(scratch(), 'journal.db');
    writeFileSync(file, garbage);
    expect(await outcome(file)).toBe('corrupt');
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
    expect(await outcome(file)).toBe('corrupt');
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

  it.each([
    ['emptied', (file: string) => truncateSync(file)],
    ['lost', (file: string) => rmSync(file)],
  ])('is refused when it is %s and its log is not, which stays', async (_, lose) => {
    const folder = scratch();
    const live = await open(join(folder, 'journal.db'));
    await live.create(run('a'), events(3), ada);
    const copy = join(folder, 'copy', 'journal.db');
    cpSync(join(folder, 'journal.db'), copy);
    cpSync(join(folder, 'journal.db-wal'), `${copy}-wal`);
    await live.close();
    const log = readFileSync(`${copy}-wal`);
    lose(copy);
    expect(await outcome(copy)).toBe('corrupt');
    expect(readFileSync(`${copy}-wal`).equals(log)).toBe(true);
  });

  it('gives a prefix when its log is cut or damaged', async () => {
    const folder = scratch();
    const file = join(folder, 'live', 'journal.db');
    const live = await open(file);
    await live.create(run('a'), events(1), ada);
    for (let seq = 1; seq < 40; seq += 1) await live.append('a', seq, [event({ seq })], ada);
    const all = JSON.stringify(await live.read('a'));
    const length = statSync(`${file}-wal`).size;
    const next = chance(3);
    const lengths = new Set<number>();
    for (let index = 0; index < 60; index += 1) {
      const copy = join(folder, `${index}`, 'journal.db');
      cpSync(join(file, '..'), join(copy, '..'), { recursive: true });
      rmSync(`${copy}-shm`, { force: true });
      if (index % 2 === 0) truncateSync(`${copy}-wal`, next(length));
      else poke(`${copy}-wal`, next(length), next(256));
      const store = await open(copy);
      const events = await store.read('a');
      await store.close();
      expect(all.startsWith(JSON.stringify(events).slice(0, -1))).toBe(true);
      lengths.add(events.length);
    }
    expect(lengths.size).toBeGreaterThan(10);
    await live.close();
  });
});
