import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { mutant } from './mutate.ts';
import { SEEDS } from './seeds.ts';

const CASES = 800;

describe('the parser', () => {
  it.each(SEEDS.map((seed, i) => [i, seed] as const))(
    'reads seed plan %i without an error',
    async (_, seed) => {
      expect(await judge(seed)).toBeNull();
    },
  );

  it(`survives ${CASES} mutated plans (npm run fuzz tries many more)`, async () => {
    const failures: string[] = [];
    for (let seed = 1_000_000; seed < 1_000_000 + CASES; seed += 1) {
      const wrong = await judge(mutant(seed));
      if (wrong) failures.push(`${seed}: ${wrong}`);
    }
    expect(failures).toEqual([]);
  });
});
