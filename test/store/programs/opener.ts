import { createInterface } from 'node:readline';
import { isAlive, thisProcess } from '../../../src/store/process.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { events, run } from '../samples.ts';

/** Opens each file that it is told, at the instant that it is told, begins a run there and says so. */
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [instant = '', file = ''] = line.split(' ');
  while (Date.now() < Number(instant));
  const store = await openSqliteStore({ file, isAlive });
  const result = await store.create(run(`of-${process.pid}`), events(1), thisProcess());
  await store.close();
  console.log(JSON.stringify(result));
}
