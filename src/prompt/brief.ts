import type { Phase, Plan, Subtask } from '../plan/model.ts';
import type { Expectation } from '../run/expect.ts';
import type { Failure } from '../run/failure.ts';
import type { PROMPT_STYLES } from '../run/policies.ts';

/** How much of the plan a developer is given at the start. */
export type PromptStyle = (typeof PROMPT_STYLES)[number];

/**
 * `schema`: the agent's program holds it to a schema. `tool`: it calls a tool that we pass in. `text`: the answer stands in
 * the last message, or in a file.
 */
export type AnswerForm = 'schema' | 'tool' | 'text';

/** The tool that takes the answer of an agent that is given one. */
export const ANSWER_TOOL = 'submit_result';

export interface DeveloperBrief {
  readonly run: string;
  readonly plan: Plan;
  /** The plan as it was written, for the style that shows all of it. */
  readonly planText: string;
  readonly phase: Phase;
  readonly style: PromptStyle;
  /** Folder of the run's record, from the top of the workspace. */
  readonly record: string;
  /** The commit that the attempt began with. */
  readonly base: string;
  /** Ids of the subtasks in this session's hands. */
  readonly subtasks: readonly string[];
  /** Phases that this one depends on. */
  readonly earlier: readonly EarlierPhase[];
  /** Commands that are run afterwards. */
  readonly checks: readonly string[];
  readonly expects: Expectation;
  readonly report: AnswerForm;
  /** Counts from 1. */
  readonly attempt: number;
  /** The newest attempt of which something was found wanting. */
  readonly previous: PreviousAttempt | null;
  /** How many attempts were wrong in themselves. */
  readonly faults: number;
  /** The last attempt, where it ended before anybody judged it. */
  readonly cutOff: PreviousAttempt | null;
  /** The folder holds what the last attempt left. */
  readonly takesOver: boolean;
  /** The session is the one that made the last attempt. */
  readonly continues: boolean;
  /** Advice for this one attempt. */
  readonly hints: readonly string[];
  /** The phase was described anew: what the plan says of it holds no longer. */
  readonly isRevised?: boolean;
}

/** A phase that has landed. */
export interface EarlierPhase {
  readonly id: string;
  readonly title: string;
  readonly commit: string;
}

/** An attempt that came to nothing. */
export interface PreviousAttempt {
  readonly attempt: number;
  /** The commit that it began with. */
  readonly base: string;
  readonly snapshot: string | null;
  /** What keeps the snapshot, such as `refs/phasewright/k7m/3/1`. */
  readonly ref: string | null;
  /** What it left where nothing is kept as a whole. */
  readonly parts?: readonly KeptPart[];
  readonly failure: Failure;
}

/** What some of the subtasks of an attempt did. */
export interface KeptPart {
  readonly subtasks: readonly string[];
  readonly ref: string;
}

/** The subtasks in the session's hands, in the order of the phase. */
export function subtasksOf({ phase, subtasks }: Pick<DeveloperBrief, 'phase' | 'subtasks'>): Subtask[] {
  const ids = new Set(subtasks);
  return phase.subtasks.filter(({ id }) => ids.has(id));
}
