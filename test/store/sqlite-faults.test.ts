import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { StoreError, type StoreFailureReason } from '../../src/store/port.ts';
import { connect } from '../../src/store/sqlite/connect.ts';
import { openSqliteStore, sqliteStore } from '../../src/store/sqlite.ts';
import { scratch } from '../cli/phasewright.ts';
import { FULL_DISK, printed, READ_ONLY, start } from './program.ts';
import { event, events, owner, run } from './samples.ts';

const ada = owner('ada');
const open = (file: string) => openSqliteStore({ file, isAlive: () => true });

async function refused(file: string, reason: StoreFailureReason, part: string): Promise<void> {
  const error = await open(file).then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof StoreError)) expect.fail(`expected a StoreError, got ${error}`);
  expect({ reason: error.reason, message: error.message }).toEqual({
    reason,
    message: expect.stringContaining(part),
  });
  expect(error.message).toContain(file);
  expect(error.hint).toMatch(/^[A-Z].*\.$/);
}

/** A store with one run of three events, closed. */
async function written(): Promise<string> {
  const file = join(scratch(), 'journal.db');
  const store = await open(file);
  await store.create(run('r'), events(3), ada);
  await store.close();
  return file;
}

describe('a sqlite store that is opened', () => {
  it('is made on first use, for its user only', async () => {
    const folder = join(scratch(), 'state', 'phasewright');
    const store = await open(join(folder, 'journal.db'));
    await store.create(run('r'), events(1), ada);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(folder)).toBe('700');
    for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm'])
      expect([name, mode(join(folder, name))]).toEqual([name, '600']);
    await store.close();
  });

  it('takes an empty file for a new one', async () => {
    const file = join(scratch(), 'journal.db');
    writeFileSync(file, '');
    const store = await open(file);
    expect(await store.runs()).toEqual([]);
    await store.close();
  });

  it('may be closed twice', async () => {
    const store = await open(join(scratch(), 'journal.db'));
    await store.close();
    await store.close();
  });

  it('keeps a foreign database as it is', async () => {
    const file = join(scratch(), 'journal.db');
    const foreign = new DatabaseSync(file);
    foreign.exec('CREATE TABLE runs (id TEXT)');
    foreign.close();
    const before = readFileSync(file);
    await refused(file, 'foreign', 'another program');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it.each([
    ['foreign', 'application_id = 42', 'another program'],
    ['foreign', 'user_version = 0', 'another program'],
    ['newer', 'user_version = 99', 'version 99'],
  ] as const)('refuses one that is %s by %s', async (reason, pragma, part) => {
    const file = await written();
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA ${pragma}`);
    db.close();
    await refused(file, reason, part);
  });

  it('refuses a new database that another program has begun', async () => {
    const file = join(scratch(), 'journal.db');
    const foreign = new DatabaseSync(file);
    foreign.exec('PRAGMA application_id = 42');
    foreign.close();
    await refused(file, 'foreign', 'another program');
  });

  it('refuses a folder in place of the file', async () => {
    const file = join(scratch(), 'journal.db');
    mkdirSync(file);
    await refused(file, 'unreadable', 'folder');
  });

  it('refuses a file in place of the folder', async () => {
    const folder = join(scratch(), 'state');
    writeFileSync(folder, '');
    await refused(join(folder, 'journal.db'), 'unreadable', 'state');
    await refused(join(folder, 'deeper', 'journal.db'), 'unreadable', 'state');
  });

  it('says that another program holds the lock', async () => {
    const file = await written();
    const other = new DatabaseSync(file);
    const store = sqliteStore(connect(file, 1), file, () => true);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.append('r', 3, events(1), ada)).rejects.toMatchObject({
      name: 'StoreError',
      reason: 'locked',
    });
    expect(await store.read('r')).toHaveLength(3);
    other.exec('ROLLBACK');
    expect(await store.append('r', 3, events(1), ada)).toEqual({ ok: true, seq: 4 });
    await store.close();
    other.close();
  });
});

describe('a sqlite store without room', () => {
  it('writes all of an append or nothing, and goes on when there is room', async () => {
    const file = await written();
    const db = connect(file);
    const store = sqliteStore(db, file, () => true);
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${pages + 4}`);
    const batch = [event('small'), event('x'.repeat(100_000))];
    const error = await store.append('r', 3, batch, ada).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'StoreError',
      reason: 'full',
      message: expect.stringContaining(file),
    });
    await expect(store.create(run('s'), batch, ada)).rejects.toMatchObject({ reason: 'full' });
    expect(await store.runs()).toEqual([{ ...run('r'), seq: 3 }]);
    expect(await store.append('r', 3, [event('fits')], ada)).toEqual({ ok: true, seq: 4 });
    db.exec('PRAGMA max_page_count = 100000');
    expect(await store.append('r', 4, batch, ada)).toEqual({ ok: true, seq: 6 });
    expect((await store.read('r')).map(({ data }) => data.slice(0, 8))).toHaveLength(6);
    await store.close();
  });

  const small = onOwnDisk('size=2m', '');
  it.skipIf(small === null)('keeps what a full disk acknowledged (needs leave to mount)', async () => {
    const folder = scratch();
    const program = start(FULL_DISK, [join(folder, 'journal.db')], [...(small ?? []), folder]);
    const [line = ''] = await printed(program);
    const { acknowledged, reason, kept, fresh, woken, later, after } = JSON.parse(line);
    expect({ reason, fresh, woken }).toEqual({ reason: 'full', fresh: 'full', woken: 'full' });
    expect(acknowledged).toBeGreaterThan(1);
    expect(kept).toBe(acknowledged);
    expect(later).toEqual({ ok: true, seq: acknowledged + 3 });
    expect(after).toBe(acknowledged + 3);
  });
});

describe('a sqlite store that may not be written', () => {
  const unprivileged = process.getuid?.() === 0 ? powerless() : [];
  it.skipIf(unprivileged === null)(
    'says so of its folder and of its file (root: needs setpriv)',
    async () => {
      const file = await written();
      const folder = join(file, '..');
      chmodSync(folder, 0o500);
      const paths = [file, join(folder, 'other.db'), join(folder, 'deeper', 'journal.db')];
      expect(await printed(start(READ_ONLY, paths, unprivileged ?? []))).toEqual(
        paths.map(path => expect.stringMatching(new RegExp(`^read_only: ${path} `))),
      );
      chmodSync(folder, 0o700);
      chmodSync(file, 0o400);
      const [line] = await printed(start(READ_ONLY, [file], unprivileged ?? []));
      expect(line).toMatch(/^read_only: /);
      const store = await open(file);
      expect(await store.runs()).toEqual([{ ...run('r'), seq: 3 }]);
      await store.close();
    },
  );

  const sealed = onOwnDisk('size=2m', 'cp -r "$1.orig/." "$1" && mount -o remount,ro "$1" &&');
  it.skipIf(sealed === null)('says so of a read-only disk (needs leave to mount)', async () => {
    const file = await written();
    const mountPoint = join(scratch(), 'disk');
    mkdirSync(mountPoint);
    cpSync(join(file, '..'), `${mountPoint}.orig`, { recursive: true });
    const paths = [join(mountPoint, 'journal.db'), join(mountPoint, 'new', 'journal.db')];
    expect(await printed(start(READ_ONLY, paths, [...(sealed ?? []), mountPoint]))).toEqual(
      paths.map(path => expect.stringMatching(new RegExp(`^read_only: ${path} `))),
    );
  });
});

/** A command prefix, to be followed by a folder, that mounts a memory disk there which only the program sees. */
function onOwnDisk(options: string, then: string): string[] | null {
  const prefix = ['unshare', '--map-root-user', '--mount', 'sh', '-c'];
  const script = `mount -t tmpfs -o ${options} tmpfs "$1" && ${then} shift && exec "$@"`;
  return works([...prefix, 'mount -t tmpfs tmpfs /tmp']) ? [...prefix, script, 'sh'] : null;
}

/** A command prefix that takes away root's power to ignore permissions. */
function powerless(): string[] | null {
  const prefix = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'];
  return works([...prefix, 'true']) ? prefix : null;
}

function works([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args).status === 0;
}
