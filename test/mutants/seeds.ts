/** Simulates runs, one after the other, up to the first that fails: `node test/mutants/seeds.ts RUNS`. */
import { seeded } from '../simulate/chance.ts';
import { simulate } from '../simulate/simulate.ts';

let seed = 1;
const fail = (reason: unknown): never => {
  console.log(`seed ${seed}: ${reason instanceof Error ? reason.stack : reason}`);
  process.exit(1);
};
process.on('uncaughtException', fail);

for (const runs = Number(process.argv[2]); seed <= runs; seed += 1) {
  const [fault] = await simulate(seeded(seed));
  if (fault !== undefined) fail(fault);
}
