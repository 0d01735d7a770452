import { LIMITS } from '../../plan/limits.ts';
import { parse } from '../../plan/parse.ts';
import { draftSchema, readDraft } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { markdownIn } from '../../run/fenced.ts';
import { architectText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { operationFailed } from './git.ts';
import { answerOf, type Spoken, type Talk } from './session.ts';
import { converseForAnswer, readOnlySession } from './verdict.ts';

/** Stands for the plan where files of sessions are named by phase; no phase has such an id. */
export const PLAN_NAME = '~plan';

/** How many mistakes of a plan its architect is told at once. */
const MAX_PROBLEMS = 50;

/** The architect looks around in a workspace and writes the plan, which is then read as any other. */
export async function draftPlan(
  effect: Extract<Effect, { kind: 'draft_plan' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { slot, base, round, worker } = effect;
  const { ports, state } = context;
  const opened = await ports.workspaces.open({ slot, base, contents: null });
  if (!opened.ok) return [operationFailed('draft_plan', null, 0, opened.failure, true)];
  const talk: Talk = {
    role: 'architect',
    worker,
    assignment: { run: state.run, phase: PLAN_NAME, attempt: round, subtasks: [] },
    prompt: architectText(state, effect, ports.driverOf('architect', worker.agent).abilities.answers),
    cwd: opened.path,
    permissions: 'read-only',
    continues: null,
    answerSchema: answerSchema(draftSchema),
    lane: 0,
  };
  const isPlan = (spoken: Spoken): boolean => planIn(spoken) !== null;
  const result = await converseForAnswer(context, String(round), talk, 'plan', isPlan);
  if (result.status === 'cancelled') return [];
  const session = await readOnlySession(result, slot, worker, context);
  if (result.status === 'failed') {
    return [{ type: 'draft_failed', round, failure: result.failure, ...session }];
  }
  const text = planIn(result);
  if (text === null) return [{ type: 'draft_failed', round, failure: NO_PLAN, ...session }];
  const { plan, problems } = await readPlan(text, context);
  return [{ type: 'plan_drafted', round, text, plan, problems, ...session }];
}

const planIn = (spoken: Spoken): string | null =>
  (readDraft(answerOf(spoken)) ?? markdownIn(spoken.said))?.slice(0, LIMITS.textBytes) ?? null;

async function readPlan(text: string, { state }: Context) {
  const { plan, diagnostics } = await parse(text, { tdd: state.settings.tdd });
  const problems = diagnostics
    .filter(({ severity }) => severity === 'error')
    .slice(0, MAX_PROBLEMS)
    .map(({ line, message, hint }) => `line ${line}: ${message}${hint ? ` (${hint})` : ''}`);
  return { plan: problems.length === 0 && plan.phases.length > 0 ? plan : null, problems };
}

const NO_PLAN = { category: 'agent_error', message: 'the architect wrote no plan' } as const;
