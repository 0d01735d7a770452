import { StoreError } from '../../../src/store/port.ts';
import { isAlive, thisProcess } from '../../../src/store/process.ts';
import { openSqliteStore } from '../../../src/store/sqlite.ts';
import { events, run } from '../samples.ts';

/** Says of each file whether a run can be begun in it, or why not. */
for (const file of process.argv.slice(2)) {
  try {
    const store = await openSqliteStore({ file, isAlive });
    await store.create(run(`of-${process.pid}`), events(1), thisProcess());
    await store.close();
    console.log('written');
  } catch (error) {
    console.log(error instanceof StoreError ? `${error.reason}: ${error.message}` : String(error));
  }
}
