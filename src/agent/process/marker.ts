/** The variable that everything a session starts inherits. */
export const MARKER_VARIABLE = 'PHASEWRIGHT_MARKER';

/**
 * A path of names, such as run, phase, attempt. Names are encoded because ids may have slashes in them: the marker of
 * phase `2`, attempt 1, must not be above that of phase `2/1`.
 */
export const markerFrom = (...names: readonly (string | number)[]): string =>
  names.map(name => encodeURIComponent(name)).join('/');

/** Whoever asks for a marker means all below it, too. */
export const isWithin = (marker: string, wanted: string): boolean =>
  marker === wanted || marker.startsWith(`${wanted}/`);

/** A process that carries a marker. Its id alone may by now mean another process; id and start time do not. */
export interface MarkedProcess {
  readonly pid: number;
  readonly startTime: string;
}

/** What this machine tells of its living processes. Zombies are not alive. */
export interface ProcessTable {
  /** Processes other than this one that carry a wanted marker. */
  marked(isWanted: (marker: string) => boolean): MarkedProcess[];
  /** Null for a process that is gone or carries no marker. */
  markerOf(pid: number): string | null;
  /** Opaque; stays the same while the process lives, also across an `exec`. Null for one that is gone. */
  startTimeOf(pid: number): string | null;
}
