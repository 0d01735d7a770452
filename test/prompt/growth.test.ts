import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { briefOf, type PromptSize, planOf, promptRows, promptSizes } from '../../bench/prompts.ts';
import { developerPrompt } from '../../src/prompt/developer.ts';
import { tokensIn } from './tokens.ts';

const sizes = new Map([10, 100, 1_000].map(tasks => [tasks, promptSizes(tasks)]));
const of = (tasks: number, style: PromptSize['style']): PromptSize =>
  sizes.get(tasks)!.find(size => size.style === style)!;

describe('the prompts of a run', () => {
  it('grow with the number of phases where they are signposts [001-22]', () => {
    for (const tasks of [10, 100, 1_000]) {
      expect(of(tasks, 'signpost').least).toBeGreaterThanOrEqual(200);
      expect(of(tasks, 'signpost').most).toBeLessThanOrEqual(400);
    }
    for (const style of ['signpost', 'pointer'] as const) {
      expect(of(100, style).total / of(10, style).total).toBeLessThan(11);
      expect(of(1_000, style).total / of(100, style).total).toBeLessThan(11);
    }
  });

  it('grow with the square of it where each has the whole plan, which the benchmark compares [001-38]', () => {
    expect(of(100, 'full').total / of(10, 'full').total).toBeGreaterThan(40);
    expect(of(1_000, 'full').total / of(100, 'full').total).toBeGreaterThan(80);
    expect(of(1_000, 'full').total / of(1_000, 'signpost').total).toBeGreaterThan(100);
  });

  it('have 200 to 400 tokens for ten thousand tasks, too', () => {
    const plan = planOf(10_000);
    for (let at = 0; at < plan.phases.length; at += 97) {
      const tokens = tokensIn(developerPrompt(briefOf(plan, at, 'signpost', ''), null));
      expect(tokens).toBeGreaterThanOrEqual(200);
      expect(tokens).toBeLessThanOrEqual(400);
    }
  });

  it('are as long as the page with the figures says', () => {
    const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
    const told = page.split('\n').filter(line => /^\| 100? tasks \| `(?:signpost|pointer|full)` /.test(line));
    expect(told).toEqual([...promptRows([10, 100])]);
  });
});
