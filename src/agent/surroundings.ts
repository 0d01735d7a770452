import type { ProcessLimits } from './process/limits.ts';
import type { Confinement } from './sandbox/confine.ts';

/** What a driver knows of the machine, the run and the user's wishes, besides the options of a session. */
export interface Surroundings {
  /** The user's own environment. A driver takes out of it what its agent needs, and passes nothing else on. */
  readonly userEnvironment: Readonly<Record<string, string | undefined>>;
  /** A folder of this agent's own in this run, for its settings and sessions; it exists. */
  readonly home: string;
  readonly options: AgentOptions;
  /** Null where nothing confines agents. */
  readonly confinement: Confinement | null;
  /** How often the agent repeats a request that failed, before it gives up; as often as it likes unless told. For tests. */
  readonly retries?: number;
  /** Tests shorten the times. */
  readonly limits?: Partial<ProcessLimits>;
}

/** What the user set for one agent. */
export interface AgentOptions {
  /** The program in the place of the usual one, as it would be typed; null for that. */
  readonly program: string | null;
  /** How an agent of the user's own that speaks ACP is called. */
  readonly arguments: readonly string[];
  /** Whether the agent works with the settings, memory files and tools that the user and the repository gave it. */
  readonly inherit: boolean;
  /** Further variables of the user's environment that the agent gets to see. */
  readonly environment: readonly string[];
}

export const NO_OPTIONS: AgentOptions = { program: null, arguments: [], inherit: false, environment: [] };
