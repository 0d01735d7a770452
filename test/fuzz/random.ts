/** A small seeded generator (mulberry32), so that every case can be made again from its number. */
export interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return { below, pick: values => values[below(values.length)]! };
}
