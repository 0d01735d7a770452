import { describe, expect, it } from 'vitest';
import { parse } from '../../src/plan/parse.ts';
import { tryOne } from './slice.ts';
import { type NamedTarget, TARGETS } from './target.ts';
import { plan } from './targets/plan.ts';
import { PLANS } from './targets/plans.ts';
import { watch } from './watch.ts';

const FIRST = 1_000_000;

describe('the parser', () => {
  it.each(PLANS.map((text, index) => [index, text] as const))(
    'reads seed plan %i without an error',
    async (_, text) => {
      expect(await plan.judge(text)).toBeNull();
      expect((await parse(text)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );
});

describe('what comes from outside', () => {
  it.each(TARGETS.map(target => [target.cases, target.name, target] as const))(
    'is survived: %i inputs of %s',
    async (count, _, target) => expect(await failuresOf(target, count)).toEqual([]),
  );
});

async function failuresOf(
  { name, alone = false, load }: NamedTarget,
  count: number,
): Promise<readonly string[]> {
  if (alone) {
    const slice = { target: name, from: FIRST, to: FIRST + count, until: Number.MAX_SAFE_INTEGER };
    const { tried, failures } = await watch(slice);
    return tried === count ? failures : [...failures, `only ${tried} were tried`];
  }
  const target = await load();
  const failures: string[] = [];
  for (let seed = FIRST; seed < FIRST + count; seed += 1) {
    const failure = await tryOne(name, target, seed);
    if (failure !== null) failures.push(failure);
  }
  return failures;
}
