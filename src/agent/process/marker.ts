import { isTagWithin } from './tag.ts';

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

/** What a process inherited of ours; null where it has none of it, or nobody may look. */
export interface Carried {
  readonly marker: string | null;
  /** See `tagOf`. */
  readonly tag: string | null;
}

export type IsWanted = (carried: Carried) => boolean;

/**
 * Whoever carries one of the markers or one below it, or the tag of one: a process that set another marker, as all have
 * that a run within the run starts, is still what the run started.
 */
export const carriesAny =
  (wanted: readonly string[]): IsWanted =>
  ({ marker, tag }) =>
    wanted.some(
      each =>
        each !== '' &&
        ((marker !== null && isWithin(marker, each)) || (tag !== null && isTagWithin(tag, each))),
    );

/** A process that carries a marker. Its id alone may by now mean another process; id and start time do not. */
export interface MarkedProcess {
  readonly pid: number;
  readonly startTime: string;
  /** Of its program, as far as the system tells; to be shown, and never gone by. */
  readonly name: string;
}

/** What this machine tells of its living processes. Zombies are not alive. */
export interface ProcessTable {
  /** Processes other than this one that are wanted. */
  marked(isWanted: IsWanted): MarkedProcess[];
  carriedBy(pid: number): Carried;
  /** Opaque; stays the same while the process lives, also across an `exec`. Null for one that is gone. */
  startTimeOf(pid: number): string | null;
}
