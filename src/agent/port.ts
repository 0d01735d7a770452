import type { Redact } from '../base/secrets/redact.ts';
import type { AnswerForm } from '../prompt/brief.ts';
import type { Failure } from '../run/failure.ts';
import type { Role } from '../run/role.ts';
import type { Usage } from '../run/usage.ts';

/** The code that talks to one kind of agent. */
export interface Driver {
  readonly name: string;
  readonly abilities: Abilities;
  /** Never throws; whatever goes wrong is in the session's result. */
  start(options: SessionOptions): AgentSession;
}

/** What can be expected of a kind of agent, told by `phasewright env` and not found out in a run. */
export interface Abilities {
  /**
   * How it gives its structured answer: its program holds it to a schema, it calls a tool that we pass in, or the answer
   * is looked for in its last words.
   */
  readonly answers: AnswerForm;
  /** Whether a session that ended can be continued by its id. */
  readonly continues: boolean;
  /** When it tells what it spends: while it works, at its end, or not at all. */
  readonly usage: 'stream' | 'end' | 'never';
  /** Whether it tells what that costs. Otherwise the list of prices is gone by. */
  readonly tellsCost: boolean;
  /**
   * What keeps a session that may only read from writing where there is no sandbox: tools that write are not there or
   * refuse, its own sandbox, or nothing but our request.
   */
  readonly readOnly: 'tools' | 'sandbox' | 'request';
}

/**
 * One conversation: what the agent does as it happens, and how it ended. The events end before `result` resolves. There
 * is one reader of events; one who reads slowly, stops or never starts loses events, but holds nothing up.
 */
export interface AgentSession extends AsyncIterable<AgentEvent> {
  /** Resolves once nothing that the session started is alive any more; never rejects. */
  readonly result: Promise<SessionResult>;
}

export interface SessionOptions {
  readonly role: Role;
  readonly assignment: Assignment;
  readonly prompt: string;
  /** The workspace; the agent's working folder. */
  readonly cwd: string;
  /** Null leaves the choice to the agent. */
  readonly model: string | null;
  readonly permissions: 'read-only' | 'workspace-write';
  /** Id of an earlier session that is to be continued; null for a fresh one. */
  readonly continues: string | null;
  /** JSON Schema of the structured answer that is wanted; null where none is. */
  readonly answerSchema: object | null;
  /** The whole environment of the agent; nothing else is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Value of the inherited variable by which everything that the session started is found again and ended. No other
   * session that lives meanwhile may have the same one or one below it (`markerFrom`).
   */
  readonly marker: string;
  /** File to which is appended what the agent prints, as it is; its folder is made. */
  readonly rawOutput: string;
  /** Takes secrets out of what goes into that file. Events and result are told as they are. */
  readonly redact?: Redact;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What the session is about, for drivers that follow a script and for logs. */
export interface Assignment {
  readonly run: string;
  readonly phase: string;
  readonly attempt: number;
  /** How often the role was asked before about this phase in this run; left out where it was not. */
  readonly asked?: number;
  /** The subtasks in the session's hands, in order; empty where the phase is not divided. */
  readonly subtasks: readonly string[];
}

export type AgentEvent =
  /** The agent named its session, by which it can be continued. */
  | { readonly type: 'session'; readonly id: string }
  /** The process that does the work is alive. Not told of one that was gone too soon to be looked at. */
  | { readonly type: 'process'; readonly pid: number; readonly startTime: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly summary: string }
  | { readonly type: 'tool_result'; readonly name: string; readonly ok: boolean; readonly summary: string }
  /** Spent since the last such event. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Something the driver could not make sense of; the session goes on. */
  | { readonly type: 'notice'; readonly text: string };

/** How a session ended. The first cause of death is the one that is told. */
export type SessionResult = SessionEnd & {
  readonly sessionId: string | null;
  readonly usage: Usage;
  /** The structured answer as the agent gave it, not yet validated; undefined where there was none. */
  readonly answer?: unknown;
};

export type SessionEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly failure: Failure }
  /** Ended by our own signal. */
  | { readonly status: 'cancelled' };
