import type { z } from 'zod';
import type { Assignment } from '../../agent/port.ts';
import type { Failure } from '../../run/failure.ts';
import type { Worker } from '../../run/ladder-event.ts';
import type { Role } from '../../run/role.ts';
import type { Usage } from '../../run/usage.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { answerOf, converse } from './session.ts';

interface Question<T> {
  readonly role: Role;
  readonly worker: Worker;
  readonly assignment: Pick<Assignment, 'phase' | 'attempt' | 'asked'>;
  readonly cwd: string;
  readonly prompt: string;
  readonly schema: z.ZodType;
  /** What is asked for, in a word. */
  readonly wanted: 'verdict' | 'decisions' | 'advice' | 'description';
  /** Null where the answer is none. */
  readonly read: (answer: unknown) => T | null;
}

type Verdict<T> = { readonly usage: Usage } & (
  | { readonly verdict: T; readonly failure: null }
  | { readonly verdict: null; readonly failure: Failure }
);

/** Asks an agent that only reads for a verdict in a fresh session. Null where it was ended before. */
export async function askForVerdict<T>(
  context: Context,
  name: string,
  { role, worker, assignment, cwd, prompt, schema, wanted, read }: Question<T>,
): Promise<Verdict<T> | null> {
  const result = await converse(context, name, {
    role,
    worker,
    assignment: { run: context.state.run, ...assignment, subtasks: [] },
    prompt,
    cwd,
    permissions: 'read-only',
    continues: null,
    answerSchema: answerSchema(schema),
    lane: 0,
  });
  if (result.status === 'cancelled') return null;
  const { usage } = result;
  if (result.status === 'failed') return { verdict: null, failure: result.failure, usage };
  const verdict = read(answerOf(result));
  if (verdict !== null) return { verdict, failure: null, usage };
  const message = `the ${role} gave no ${wanted} that can be read`;
  return { verdict: null, failure: { category: 'agent_error', message }, usage };
}
