import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Plan } from '../../src/plan/model.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { type Figure, medians } from '../measure.ts';
import { instantRun, instantWorkspaces } from './instant.ts';
import { layered } from './plans.ts';

const WIDTH = 10;
const TIMES = 5;

/** What the core and the journal cost where everything else costs nothing. */
export async function coreFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'phasewright-bench-'));
  try {
    const [small, large] = [layered(1_000, WIDTH), layered(10_000, WIDTH)];
    const [kahn = 0, run = 0] = await medians(
      TIMES,
      () => bareKahn(small, folder),
      () => journalled(small, folder),
    );
    const [ten = 0] = await medians(1, () => journalled(large, folder));
    return [
      {
        name: 'run of 1,000 layered phases, effects instant ÷ Kahn queue with an fsynced insert a phase',
        ratio: run / kahn,
        limit: 2,
        detail: `${run.toFixed(0)} ms ÷ ${kahn.toFixed(0)} ms`,
      },
      {
        name: 'the same with 10,000 phases ÷ ten times 1,000',
        ratio: ten / (10 * run),
        limit: 1.2,
        detail: `${ten.toFixed(0)} ms ÷ ${(10 * run).toFixed(0)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let runs = 0;

async function journalled(plan: Plan, folder: string): Promise<void> {
  runs += 1;
  const store = await openSqliteStore({ file: join(folder, `journal-${runs}.db`), isAlive: () => true });
  const settings = { concurrency: WIDTH };
  await instantRun({
    run: `r${runs}`,
    plan,
    store,
    workspaces: instantWorkspaces(),
    settings,
    act: () => {},
  });
  await store.close();
}

/** The least that any runner does which remembers what it has done: an order, and a durable row for each step. */
function bareKahn({ phases }: Plan, folder: string): void {
  runs += 1;
  const database = new DatabaseSync(join(folder, `kahn-${runs}.db`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE done (id TEXT)');
  const insert = database.prepare('INSERT INTO done VALUES (?)');
  const waitingFor = new Map(phases.map(({ id, dependsOn }) => [id, dependsOn.length]));
  const dependents = new Map<string, string[]>(phases.map(({ id }) => [id, []]));
  for (const { id, dependsOn } of phases) for (const other of dependsOn) dependents.get(other)!.push(id);
  const queue = phases.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id);
  for (const id of queue) {
    insert.run(id);
    for (const dependent of dependents.get(id)!) {
      const left = waitingFor.get(dependent)! - 1;
      waitingFor.set(dependent, left);
      if (left === 0) queue.push(dependent);
    }
  }
  database.close();
}
