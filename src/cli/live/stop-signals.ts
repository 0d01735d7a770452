/** Signals that ask for an end, kept until there is somebody who can deal with them. */
export interface StopSignals {
  /** Whether one came that asks to stop. */
  readonly isStopped: () => boolean;
  /** Passes on those that came before, and all that come. */
  readonly hear: (onStop: () => void, onHangup: () => void) => void;
  readonly forget: () => void;
}

/** From here on until `forget` no signal of the terminal ends this process by itself. */
export function catchSignals(): StopSignals {
  const waiting: ('stop' | 'hangup')[] = [];
  let isStopped = false;
  let tell = (what: 'stop' | 'hangup'): void => void waiting.push(what);
  const onStop = (): void => {
    isStopped = true;
    tell('stop');
  };
  const onHangup = (): void => tell('hangup');
  process.on('SIGINT', onStop).on('SIGTERM', onStop).on('SIGHUP', onHangup);
  return {
    isStopped: () => isStopped,
    hear: (stop, hangup) => {
      tell = what => (what === 'stop' ? stop() : hangup());
      for (const what of waiting.splice(0)) tell(what);
    },
    forget: () => void process.off('SIGINT', onStop).off('SIGTERM', onStop).off('SIGHUP', onHangup),
  };
}
