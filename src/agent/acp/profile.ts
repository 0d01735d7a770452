import type { Credential } from '../credentials.ts';
import type { Login } from '../kind.ts';
import type { Abilities, SessionOptions } from '../port.ts';
import type { Surroundings } from '../surroundings.ts';

/** What is particular about one agent that speaks the Agent Client Protocol. */
export interface AcpProfile {
  /** Behind `acp:` in settings. */
  readonly name: string;
  readonly title: string;
  /** Null where the user must name it. */
  readonly program: string | null;
  /** What makes the program speak the protocol. */
  readonly arguments: readonly string[];
  readonly install: string;
  /** Variables of the user's environment that it needs. */
  readonly variables: readonly string[];
  /** What is set in its environment in any case. */
  readonly settings: Readonly<Record<string, string>>;
  readonly logins: readonly Login[];
  readonly loginHint: string;
  /**
   * What is in the answer to a prompt: what this turn took, what all turns of the process took (which is the same, since a
   * process has one), what its last message took (of no use), or nothing.
   */
  readonly usage: 'turn' | 'process' | 'last-message' | 'none';
  /** Whether updates tell the cost of the whole session so far. */
  readonly tellsCost: boolean;
  /** By which method an earlier session is continued; null where it cannot be. */
  readonly continues: 'session/resume' | 'session/load' | null;
  /** Modes in which the agent asks for permission, or needs not; null leaves it in the one in which it starts. */
  readonly modes: { readonly readOnly: string | null; readonly writing: string | null };
  /** How the model is chosen: by `prepare`, or by the options that the agent offers for the session. */
  readonly model: 'prepared' | 'offered';
  /** Last words that mean failure, although the turn ended as if all were well; null where there are none. */
  readonly failureWords: RegExp | null;
  /** Whether a turn that ended well always ends with words. */
  readonly endsWithWords: boolean;
  /** Messages without an id that are not of the model, and tell nothing of importance; null where there are none. */
  readonly asides: RegExp | null;
  /** Whether all other messages without an id tell of a failure. */
  readonly unnamedIsFailure: boolean;
  /** Whether several must not be started at once in a new home. */
  readonly startsAlone: boolean;
  /** Whether it takes a tool of ours, by which it answers. */
  readonly takesTool: boolean;
  readonly readOnly: Abilities['readOnly'];
  readonly notes: readonly string[];
  /** What depends on the session and the user's wishes. */
  readonly prepare?: (session: SessionOptions, surroundings: Surroundings) => Preparation;
}

export interface Preparation {
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Goes with the request that opens the session. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** In the place of that of the profile. */
  readonly mode?: string;
  readonly credentials?: readonly Credential[];
  /** Besides the agent's home and what credentials need. */
  readonly writable?: readonly string[];
}

/** What most agents have in common. */
export const PLAIN = {
  arguments: [],
  variables: [],
  settings: {},
  logins: [],
  usage: 'turn',
  tellsCost: false,
  continues: 'session/load',
  modes: { readOnly: null, writing: null },
  model: 'offered',
  failureWords: null,
  endsWithWords: false,
  asides: null,
  unnamedIsFailure: false,
  startsAlone: false,
  takesTool: false,
  readOnly: 'request',
  notes: [],
} as const satisfies Partial<AcpProfile>;

export const UNTRIED =
  'This agent was never tried with Phasewright; what is set up for it here may be wrong.';
