/** What the process says when it ends. Part of the interface; `--help` lists them. */
export const EXIT = {
  completed: 0,
  failed: 1,
  usage: 2,
  waiting: 3,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A mistake of the user's: what happened, and what to do next. Ends the command with exit code 2. */
export class UsageError extends Error {
  readonly hint: string;
  /** Null where what happened says it all. */
  readonly why: string | null;

  constructor(message: string, hint: string, why: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
    this.why = why;
  }
}
