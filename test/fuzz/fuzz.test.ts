import { describe, expect, it } from 'vitest';
import { tryOne } from './slice.ts';
import { loadTarget, TARGETS } from './target.ts';
import { plan } from './targets/plan.ts';
import { PLANS } from './targets/plans.ts';
import { watch } from './watch.ts';

/** Inputs of each target; `npm run fuzz` tries many more. */
const CASES: Readonly<Record<string, number>> = {
  plan: 800,
  settings: 150,
  events: 80,
  stream: 100,
  script: 100,
  answer: 400,
  commands: 80,
  'command-line': 15,
};
const FIRST = 1_000_000;

describe('the parser', () => {
  it.each(PLANS.map((text, index) => [index, text] as const))(
    'reads seed plan %i without an error',
    async (_, text) => {
      expect(await plan.judge(text)).toBeNull();
    },
  );
});

describe('what comes from outside', () => {
  it.each(TARGETS.map(({ name }) => [CASES[name] ?? 0, name] as const))(
    'is survived: %i inputs of %s',
    async (count, name) => {
      expect(count).toBeGreaterThan(0);
      expect(await failuresOf(name, count)).toEqual([]);
    },
  );
});

async function failuresOf(name: string, count: number): Promise<readonly string[]> {
  // It changes the folder and the environment of its process.
  if (name === 'command-line') {
    const slice = { target: name, from: FIRST, to: FIRST + count, until: Number.MAX_SAFE_INTEGER };
    const { tried, failures } = await watch(slice);
    return tried === count ? failures : [...failures, `only ${tried} were tried`];
  }
  const target = await loadTarget(name);
  const failures: string[] = [];
  for (let seed = FIRST; seed < FIRST + count; seed += 1) {
    const failure = await tryOne(name, target, seed);
    if (failure !== null) failures.push(failure);
  }
  return failures;
}
