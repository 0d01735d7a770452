import type { Abilities, Driver } from './port.ts';
import type { Surroundings } from './surroundings.ts';

/** A kind of agent that we can work with: what is known of it before it is used. */
export interface AgentKind {
  /** What it is called in settings and on the command line. */
  readonly name: string;
  /** What its makers call it. */
  readonly title: string;
  /** How we speak with it, in a few words. */
  readonly protocol: string;
  /** The program that is looked for on the path; null where we bring it. */
  readonly program: string | null;
  /** Whether what it needs besides a program is there; left out where there is nothing. */
  readonly isInstalled?: () => boolean;
  /** What prints its version. */
  readonly versionArguments: readonly string[];
  /** What to do where it is not there. */
  readonly install: string;
  /** Ways of being let in, the first of which that is there is used. */
  readonly logins: readonly Login[];
  /** What to do where there is none. */
  readonly loginHint: string;
  readonly abilities: Abilities;
  /** What to write, where it cannot choose a model by itself. */
  readonly modelHint?: string;
  /** What a user ought to know, a sentence each. */
  readonly notes: readonly string[];
  driver(surroundings: Surroundings): Driver;
}

export type Login =
  /** A variable of the user's environment that holds a key or token. */
  | { readonly variable: string }
  /** A file, from the user's home, that the agent's own login leaves. */
  | { readonly file: string };
