import { describe, expect, it } from 'vitest';
import { backoff } from '../../../src/run/policy/backoff.ts';

const SEEDS = Array.from({ length: 2_000 }, (_, index) => `run/phase/${index}/1`);

describe('the wait before the next try', () => {
  it('is never longer than a limit that doubles each time, up to the longest wait', () => {
    for (const [times, limit] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
      [4, 5_000],
      [60, 5_000],
      [5_000, 5_000],
    ] as const) {
      const waits = SEEDS.map(seed => backoff(1_000, 5_000, times, seed));
      expect(Math.max(...waits)).toBeLessThanOrEqual(limit);
      expect(Math.max(...waits)).toBeGreaterThan(limit * 0.99);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
      expect(Math.min(...waits)).toBeLessThan(limit * 0.01);
    }
  });

  it('is a whole number of milliseconds, and none where none is set', () => {
    for (const seed of SEEDS) expect(Number.isInteger(backoff(777, 9_999, 3, seed))).toBe(true);
    expect(backoff(0, 5_000, 9, 'any')).toBe(0);
    expect(backoff(1_000, 0, 1, 'any')).toBe(0);
  });

  it('is the same for the same seed', () => {
    for (const seed of SEEDS.slice(0, 50)) {
      expect(backoff(1_000, 5_000, 2, seed)).toBe(backoff(1_000, 5_000, 2, seed));
    }
  });

  it('is spread evenly over what is allowed', () => {
    const tenths = Array<number>(10).fill(0);
    for (const seed of SEEDS) {
      const tenth = Math.min(9, Math.floor(backoff(100_000, 100_000, 1, seed) / 10_000));
      tenths[tenth] = tenths[tenth]! + 1;
    }
    for (const count of tenths) expect(Math.abs(count - SEEDS.length / 10)).toBeLessThan(SEEDS.length / 20);
  });
});
