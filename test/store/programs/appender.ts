import { writeSync } from 'node:fs';
import { isAlive, thisProcess } from '../../../src/store/process.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { event, run } from '../samples.ts';

/** Appends until it is killed, and prints the number and the text of each event once it is acknowledged. */
const [file = '', round = ''] = process.argv.slice(2);
const owner = thisProcess();
writeSync(1, 'begin\n');

const store = await openSqliteStore({ file, isAlive });
await store.create(run('r'), [], owner);
const lease = await store.acquire('r', owner, Date.now());
if (!lease.ok) throw new Error(JSON.stringify(lease));
writeSync(1, `lease ${lease.from?.pid ?? 'free'}\n`);

let seq = (await store.read('r')).length;
for (let count = 0; ; count += 1) {
  const batch = Array.from({ length: 1 + (count % 3) }, (_, index) => event(`${round}-${count}-${index}`));
  const result = await store.append('r', seq, batch, owner);
  if (!result.ok) throw new Error(JSON.stringify(result));
  const lines = batch.map(({ data }, index) => `${seq + index + 1} ${data}\n`);
  writeSync(1, lines.join(''));
  seq = result.seq;
}
