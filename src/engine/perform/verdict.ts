import type { z } from 'zod';
import type { Assignment, SessionResult } from '../../agent/port.ts';
import { repairPrompt } from '../../prompt/repair.ts';
import type { Failure } from '../../run/failure.ts';
import type { ReadOnlySession, Worker } from '../../run/ladder-event.ts';
import type { Role } from '../../run/role.ts';
import { addUsage } from '../../run/usage.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { answerOf, converse, type Spoken, type Talk } from './session.ts';

interface Question<T> {
  readonly role: Role;
  readonly worker: Worker;
  readonly assignment: Pick<Assignment, 'phase' | 'attempt' | 'asked'>;
  /** An open workspace. */
  readonly slot: number;
  readonly prompt: string;
  readonly schema: z.ZodType;
  /** What is asked for, in a word. */
  readonly wanted: 'verdict' | 'decisions' | 'advice' | 'description';
  /** Null where the answer is none. */
  readonly read: (answer: unknown) => T | null;
}

type Verdict<T> = { readonly session: ReadOnlySession } & (
  | { readonly verdict: T; readonly failure: null }
  | { readonly verdict: null; readonly failure: Failure }
);

/** Asks an agent that only reads for a verdict in a fresh session. Null where it was ended before. */
export async function askForVerdict<T>(
  context: Context,
  name: string,
  { role, worker, assignment, slot, prompt, schema, wanted, read }: Question<T>,
): Promise<Verdict<T> | null> {
  const talk: Talk = {
    role,
    worker,
    assignment: { run: context.state.run, ...assignment, subtasks: [] },
    prompt,
    cwd: context.ports.workspaces.pathOf(slot),
    permissions: 'read-only',
    continues: null,
    answerSchema: answerSchema(schema),
    lane: 0,
  };
  const isAnswer = (spoken: Spoken): boolean => read(answerOf(spoken)) !== null;
  const result = await converseForAnswer(context, name, talk, wanted, isAnswer);
  if (result.status === 'cancelled') return null;
  const session = await readOnlySession(result, slot, worker, context);
  if (result.status === 'failed') return { verdict: null, failure: result.failure, session };
  const verdict = read(answerOf(result));
  if (verdict !== null) return { verdict, failure: null, session };
  const message = `the ${role} gave no ${wanted} that can be read`;
  return { verdict: null, failure: { category: 'agent_error', message }, session };
}

/**
 * Lets an agent work to its end. One that is not held to a schema by its program, and whose answer cannot be read, is
 * asked for it once more in the same session.
 */
export async function converseForAnswer(
  context: Context,
  name: string,
  talk: Talk,
  wanted: string,
  isAnswer: (spoken: Spoken) => boolean,
): Promise<Spoken> {
  const first = await converse(context, name, talk);
  const { answers, continues } = context.ports.driverOf(talk.role, talk.worker.agent).abilities;
  const isMended = answers !== 'schema' && continues && talk.answerSchema !== null;
  if (first.status !== 'completed' || first.sessionId === null || !isMended || isAnswer(first)) return first;
  const second = await converse(context, `${name}.repair`, {
    ...talk,
    prompt: repairPrompt(answers, wanted, talk.answerSchema),
    continues: first.sessionId,
  });
  return { ...second, usage: addUsage(first.usage, second.usage) };
}

/** How many files are named that a session changed which may only read. */
const MAX_TRESPASS = 20;

/** What is told of a session that may only read. What it changed in the workspace is undone before the next one. */
export async function readOnlySession(
  { usage }: SessionResult,
  slot: number,
  worker: Worker,
  { ports }: Context,
): Promise<ReadOnlySession> {
  const found = await ports.workspaces.disturbed(slot);
  const trespass = found.ok ? found.files.slice(0, MAX_TRESPASS) : [];
  return { usage, by: worker, ...(trespass.length > 0 ? { trespass } : {}) };
}
