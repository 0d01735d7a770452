/** Bounds on one process and its ending. Tests shorten the times; nobody else needs to. */
export interface ProcessLimits {
  /** Of what is printed, how much is kept in the file. */
  readonly rawBytes: number;
  /** How much of that is for the end of what is longer. */
  readonly rawEndBytes: number;
  /** Longer lines are delivered cut. */
  readonly lineBytes: number;
  /** A process that prints more than this is ended. */
  readonly outputBytes: number;
  /** Of standard error, how much of the end is handed over with the result. */
  readonly errorTailBytes: number;
  /** From the protocol's own interrupt to SIGTERM. */
  readonly interruptMs: number;
  /** How long one that is dismissed may take to go by itself, before SIGTERM. */
  readonly partingMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
  /** How long the kernel may take to carry out a SIGKILL before the process is reported as a survivor. */
  readonly deathMs: number;
  /** A pipe that a stranger still holds is let go once nothing came for this long. */
  readonly quietMs: number;
  /** … and at the latest after so many times that long. */
  readonly quietRounds: number;
}

const MB = 1024 * 1024;

export const PROCESS_LIMITS: ProcessLimits = {
  rawBytes: 64 * MB,
  rawEndBytes: 4 * MB,
  lineBytes: 8 * MB,
  outputBytes: 1024 * MB,
  errorTailBytes: 4096,
  interruptMs: 2000,
  partingMs: 2000,
  graceMs: 3000,
  deathMs: 10_000,
  quietMs: 100,
  quietRounds: 20,
};
