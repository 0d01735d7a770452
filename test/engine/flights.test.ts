import { describe, expect, it } from 'vitest';
import { flights } from '../../src/engine/flights.ts';
import type { Effect } from '../../src/run/effect.ts';

const opening = (phase: string, slot: number): Effect => ({
  kind: 'open_workspace',
  phase,
  attempt: 1,
  lane: 0,
  slot,
  base: 'c0',
  contents: null,
  next: [],
});

/** Effects that come down when they are told to. */
function runway() {
  const begun: string[] = [];
  const down = new Map<string, () => void>();
  const begin = (_: Effect, key: string): Promise<void> => {
    begun.push(key);
    return new Promise(resolve => down.set(key, resolve));
  };
  return { begun, begin, land: (key: string): void => down.get(key)!() };
}

describe('an effect', () => {
  it('waits for one that uses the same slot, also for one that is no longer wanted', async () => {
    const { begun, begin, land } = runway();
    const news = Promise.withResolvers<void>();
    const underWay = flights(begin, news.resolve);
    underWay.adjust([opening('a', 1)]);
    underWay.adjust([opening('b', 1), opening('c', 2)]);
    expect(begun).toEqual(['open_workspace/a/1/0', 'open_workspace/c/1/0']);
    land('open_workspace/a/1/0');
    await news.promise;
    underWay.adjust([opening('b', 1), opening('c', 2)]);
    expect(begun).toEqual(['open_workspace/a/1/0', 'open_workspace/c/1/0', 'open_workspace/b/1/0']);
  });
});
