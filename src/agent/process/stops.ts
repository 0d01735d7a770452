/** Why we end a process that would have gone on. */
export type StopCause =
  | { readonly cause: 'aborted' }
  | { readonly cause: 'timeout'; readonly ms: number }
  | { readonly cause: 'output_limit'; readonly bytes: number };

export interface Stops {
  /** The first of them; never, if none comes. */
  readonly first: Promise<StopCause>;
  dispose(): void;
}

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function watchStops(signal: AbortSignal, timeoutMs: number, overflow: Promise<number>): Stops {
  const { promise, resolve } = Promise.withResolvers<StopCause>();
  const onAbort = (): void => resolve({ cause: 'aborted' });
  signal.addEventListener('abort', onAbort, { once: true });
  // Where we stood still ourselves, the process may have ended in time without our having heard of it yet.
  const onTimeout = (): void => void setImmediate(() => resolve({ cause: 'timeout', ms: timeoutMs }));
  const timer = setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS));
  void overflow.then(bytes => resolve({ cause: 'output_limit', bytes }));
  return {
    first: promise,
    dispose() {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    },
  };
}
