import { evaluationSchema, readEvaluation } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import { evaluatorText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { enterSlot } from './enter.ts';
import { operationFailed } from './git.ts';
import { answerOf, converse } from './session.ts';

/** An evaluator's session. */
export async function runEvaluation(
  effect: Extract<Effect, { kind: 'evaluate' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, slot, base, snapshot, asked } = effect;
  const { ports, state } = context;
  if (effect.reopen) {
    const opened = await enterSlot({ slot, base, contents: snapshot }, effect, context);
    if (context.signal.aborted) return [];
    if (!opened.ok) return [operationFailed('evaluate', phase, attempt, opened.failure)];
  }
  const result = await converse(context, String(asked), {
    role: 'evaluator',
    assignment: { run: state.run, phase, attempt, subtasks: [] },
    prompt: evaluatorText(state, effect, ports.driverOf('evaluator').answers),
    cwd: ports.workspaces.pathOf(slot),
    permissions: 'read-only',
    continues: null,
    answerSchema: answerSchema(evaluationSchema),
    lane: 0,
  });
  if (result.status === 'cancelled') return [];
  const { usage } = result;
  if (result.status === 'failed')
    return [{ type: 'evaluation_failed', phase, attempt, failure: result.failure, usage }];
  const decisions = readEvaluation(answerOf(result));
  if (decisions) return [{ type: 'evaluation_ended', phase, attempt, decisions, usage }];
  return [{ type: 'evaluation_failed', phase, attempt, failure: NO_DECISIONS, usage }];
}

const NO_DECISIONS: Failure = {
  category: 'infra.crash',
  message: 'the evaluator gave no decisions that can be read',
};
