import type { Failure } from '../../run/failure.ts';
import { failureOfRetry } from './failure.ts';

/**
 * OpenCode asks the model again by itself, for a minute or for as long as the provider says. It is given this long from
 * the first fault on; the caller has more patience and knows of other models.
 */
const PATIENCE_MS = 120_000;
/** OpenCode waits for longer only where the provider tells it to. */
const OWN_WAIT_MS = 45_000;

export interface Patience {
  /** The model is going to be asked again at `next`. Tells why that is not waited for; null where it is. */
  fault(message: string, next: number): Failure | null;
  /** The model answered. */
  mended(): void;
}

export function patience(now: () => number, patienceMs: number = PATIENCE_MS): Patience {
  let since: number | null = null;
  return {
    fault(message, next) {
      const at = now();
      since ??= at;
      const failure = failureOfRetry(message, next - at > OWN_WAIT_MS ? next : null);
      return failure.category === 'infra.quota' || next - since > patienceMs ? failure : null;
    },
    mended() {
      since = null;
    },
  };
}
