import { setImmediate } from 'node:timers/promises';
import { isAlive, thisProcess } from '../../../src/store/process.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { event } from '../samples.ts';

/** Takes the lease of a run so many times, and each time writes from `in` to `out` before it lets go. */
const [file = '', turns = ''] = process.argv.slice(2);
const owner = thisProcess();
const store = await openSqliteStore({ file, isAlive });
console.log('ready');
await new Promise(go => process.stdin.once('data', go));

for (let turn = 0; turn < Number(turns); ) {
  const lease = await store.acquire('r', owner, Date.now());
  if (!lease.ok) {
    await setImmediate();
    continue;
  }
  let seq = (await store.read('r')).length;
  for (const word of ['in', 'work', 'out']) {
    const result = await store.append('r', seq, [event({ owner: owner.pid, turn, word })], owner);
    if (!result.ok) throw new Error(JSON.stringify(result));
    seq = result.seq;
  }
  await store.release('r', owner);
  turn += 1;
}
await store.close();
process.stdin.destroy();
