import { hash } from '../../base/digest.ts';

/**
 * How long to wait before trying again for the `times`th time: anything up to a limit that doubles each time. Whoever
 * waits for the same thing should not come back at the same moment, so chance decides; what is drawn hangs on `seed`
 * alone, so that the same journal always leads to the same wait.
 */
export function backoff(firstMs: number, maxMs: number, times: number, seed: string): number {
  const limit = Math.min(firstMs * 2 ** (times - 1), maxMs);
  return Math.round((limit * hash(seed)) / 2 ** 32);
}
