/** What a test program's output says. */
export interface TestReading {
  /** Which program's words were recognised; null for none. */
  readonly tool: string | null;
  /** Names of failing tests (file and name where both are told), sorted, unique; null where they cannot be told. */
  readonly failing: readonly string[] | null;
  /**
   * How many tests ran, skipped ones not counted; null where it is not told. In a command that passes, a file that is
   * told as a test counts for none: node:test does so with one that ended before its tests, and where no name fits.
   */
  readonly ran: number | null;
  /** Why tests could not be loaded or found; null where nothing says so. */
  readonly broken: string | null;
  /** Why the command did nothing at all: its program, script or project is missing; null where nothing says so. */
  readonly absent: string | null;
  /** By which words it tells that it stopped at a failure; null where nothing says so. */
  readonly stopped: string | null;
}

/** What there is to know about an output besides its words. */
export interface Circumstances {
  /** Empty where it is not known. */
  readonly command?: string;
  /** Something of it is missing. */
  readonly isCut?: boolean;
  /** By its name alone a module that is missing may be a package that nobody installed; this knows those to come. */
  readonly isPlanned?: (module: string) => boolean;
}

/** Of an output, its end is read: that is where test programs sum up. In characters. */
export const MAX_OUTPUT = 1_000_000;
/** Lines that are read of it. */
export const MAX_LINES = 50_000;
/** What is read of one line, in characters. */
export const MAX_LINE = 4_000;
/** Failing tests that are named. */
export const MAX_NAMES = 2_000;
/** Length of a name or a reason, in characters. */
export const MAX_NAME = 400;

/** What one reader found. A reader answers null to output that is not of its program. */
export interface Seen {
  /** Failing tests, and test files that could not be loaded, each once. */
  readonly names: readonly string[];
  /** How many tests fail by the program's own count; null where it gives none. */
  readonly failed: number | null;
  readonly ran: number | null;
  /** Of those, files that passed as a whole, without a word about tests in them; none where it is absent. */
  readonly wholeFiles?: number;
  /** Why test files could not be loaded, one error each. */
  readonly loading: readonly Blame[];
}

export type Reader = (lines: readonly string[]) => Seen | null;

/**
 * Why a test file does not load. `awaited`: it needs something of the project that is not written yet, which is how a
 * test fails that was written first. `broken`: no work on the project would make it load.
 */
export interface Blame {
  readonly kind: 'awaited' | 'broken';
  readonly what: string;
}

export const awaited = (what: string): Blame => ({ kind: 'awaited', what });
export const broken = (what: string): Blame => ({ kind: 'broken', what });
