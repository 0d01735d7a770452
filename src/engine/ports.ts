import type { Driver } from '../agent/port.ts';
import type { Redact } from '../base/secrets/redact.ts';
import type { Workspaces } from '../git/port.ts';
import type { CheckOutcome } from '../run/check-verdict.ts';
import type { Notice } from '../run/notice.ts';
import type { Role } from '../run/role.ts';
import type { Check } from '../run/settings.ts';
import type { RunState } from '../run/state.ts';
import type { Owner, Store } from '../store/port.ts';

/** Everything through which the engine touches the world. The simulator brings its own. */
export interface Ports {
  readonly store: Store;
  readonly owner: Owner;
  readonly workspaces: Workspaces;
  /** The driver of an agent for a role. */
  readonly driverOf: (role: Role, agent: string) => Driver;
  readonly messengers: Messengers;
  readonly checks: CheckRunner;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly records: Records;
  /** What agents and checks inherit of the environment; nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes keys and tokens out of whatever is written down or told to somebody else. */
  readonly redact: Redact;
  /** Called with the name of each step before and after it, so that a test can stop the process there. */
  readonly at?: (moment: 'before' | 'after', key: string) => void;
}

export interface Clock {
  /** Milliseconds since 1970. May step back. */
  now(): number;
  /** Resolves after so many milliseconds, or early when the signal says so; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Lets everything that is ready happen first, so that events that come together are written together. */
  turn(): Promise<void>;
}

export interface CheckRunner {
  /** Null where the signal ended it. */
  run(
    check: Pick<Check, 'command' | 'timeoutMs'>,
    request: CheckRequest,
  ): Promise<CheckRun | CheckNotRun | null>;
}

/** A command that came to its end. */
export interface CheckRun extends CheckOutcome {
  readonly exitCode: number | null;
  /** The end of what it printed, long enough to find the names of tests in. */
  readonly output: () => Promise<Printed>;
}

interface Printed {
  readonly text: string;
  /** It printed more than this. */
  readonly isCut: boolean;
}

/** A check that could not be started, or whose workspace was taken from under it, says nothing about the work. */
export interface CheckNotRun {
  readonly notRun: string;
}

interface CheckRequest {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly marker: string;
  readonly outputFile: string;
  readonly signal: AbortSignal;
}

interface Processes {
  /** Waits for git processes of a driver that was killed, and ends them when that takes too long; those that would not die. */
  gitAtRest(): Promise<readonly number[]>;
  /** Ends everything that carries the marker or one below it; what would not die. */
  sweep(marker: string): Promise<readonly number[]>;
}

/** Where what agents and checks print is kept. */
export interface Records {
  /** A file of this run for the step; its folder exists. */
  file(phase: string, attempt: number, name: string): string;
  /** Takes what an agent did, an event a line. */
  transcript(phase: string, attempt: number, name: string): Transcript;
}

/** Those who tell people what happened while they are away. */
export interface Messengers {
  /** Null where everybody was told, else why not. */
  tell(notice: Notice, state: RunState, signal: AbortSignal): Promise<string | null>;
}

interface Transcript {
  write(event: object): void;
  close(): void;
}
