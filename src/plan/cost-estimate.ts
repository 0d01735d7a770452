import type { Phase, Plan } from './model.ts';

/** A forecast from the plan's text alone, before anything is known of the agents. */
export interface CostEstimate {
  /** Developer and reviewer sessions if every phase passes at its first attempt. */
  readonly sessions: number;
  /** Sessions if every phase needs all its attempts. */
  readonly sessionsAtMost: number;
  /** Tokens read and written in all sessions, to within a factor of a few. */
  readonly tokens: number;
}

/** What a session costs on average: reading its way in, and working through one subtask. Rough, and shown as such. */
const DEVELOPER_BASE_TOKENS = 30_000;
const SUBTASK_TOKENS = 25_000;
const REVIEWER_TOKENS = 15_000;
const CHARACTERS_PER_TOKEN = 4;

export function estimateCost(plan: Plan, options: { maxAttempts: number; redo: boolean }): CostEstimate {
  const open = plan.phases.filter(phase => options.redo || !phase.done);
  const tokens = open.reduce((sum, phase) => sum + phaseTokens(phase), 0);
  return { sessions: open.length * 2, sessionsAtMost: open.length * 2 * options.maxAttempts, tokens };
}

function phaseTokens(phase: Phase): number {
  const text =
    phase.description.length + phase.subtasks.reduce((sum, subtask) => sum + subtask.description.length, 0);
  const reading = Math.ceil(text / CHARACTERS_PER_TOKEN);
  const work = Math.max(1, phase.subtasks.filter(subtask => !subtask.done).length) * SUBTASK_TOKENS;
  return DEVELOPER_BASE_TOKENS + reading + work + REVIEWER_TOKENS + reading;
}
