import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError } from '../../../src/store/port.ts';
import { isAlive, thisProcess } from '../../../src/store/process.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { event, run } from '../samples.ts';

/** Writes on a small disk until it is full, frees room, goes on, and prints what happened. */
const [file = ''] = process.argv.slice(2);
const reserve = join(dirname(file), 'reserve');
const owner = thisProcess();
const reasonOf = (error: unknown) => (error instanceof StoreError ? error.reason : String(error));

writeFileSync(reserve, Buffer.alloc(256 * 1024));
const store = await openSqliteStore({ file, isAlive });
const idle = join(dirname(file), 'idle.db');
await openSqliteStore({ file: idle, isAlive }).then(unused => unused.close());
await store.create(run('r'), [event('first')], owner);
let acknowledged = 1;
let reason = 'never';
const batch = [event('a'.repeat(10_000)), event('b'.repeat(10_000)), event('c'.repeat(10_000))];
while (reason === 'never') {
  try {
    const result = await store.append('r', acknowledged, batch, owner);
    if (!result.ok) throw new Error(JSON.stringify(result));
    acknowledged = result.seq;
  } catch (error) {
    reason = reasonOf(error);
  }
}
const kept = (await store.read('r')).length;

const { bavail, bsize } = statfsSync(dirname(file));
writeFileSync(join(dirname(file), 'rest'), Buffer.alloc(bavail * bsize));
const elsewhere = join(dirname(file), 'new', 'journal.db');
const fresh = await openSqliteStore({ file: elsewhere, isAlive }).then(() => 'opened', reasonOf);
const woken = await openSqliteStore({ file: idle, isAlive }).then(() => 'opened', reasonOf);

rmSync(reserve);
const later = await store.append('r', acknowledged, batch, owner);
await store.close();
const reopened = await openSqliteStore({ file, isAlive });
const after = (await reopened.read('r')).length;
await reopened.close();
console.log(JSON.stringify({ acknowledged, reason, kept, fresh, woken, later, after }));
