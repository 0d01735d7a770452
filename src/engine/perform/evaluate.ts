import { evaluationSchema, readEvaluation } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { phaseAt, positionOf } from '../../run/queries.ts';
import { decided } from '../../run/verdict.ts';
import { evaluatorText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { enterSlot } from './enter.ts';
import { operationFailed } from './git.ts';
import { askForVerdict } from './verdict.ts';

/** An evaluator's session. */
export async function runEvaluation(
  effect: Extract<Effect, { kind: 'evaluate' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, slot, base, snapshot, asked, worker } = effect;
  const { ports, state } = context;
  const opened = await enterSlot({ slot, base, contents: snapshot }, effect, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return [operationFailed('evaluate', phase, attempt, opened.failure)];
  const asking = await askForVerdict(context, String(asked), {
    role: 'evaluator',
    worker,
    assignment: { phase, attempt },
    prompt: evaluatorText(state, effect, ports.driverOf('evaluator', worker.agent).abilities.answers),
    slot,
    schema: evaluationSchema,
    wanted: 'decisions',
    read: readEvaluation,
  });
  if (asking === null) return [];
  const { verdict, failure, session } = asking;
  if (verdict) {
    const { review } = phaseAt(state, positionOf(state, phase)!);
    const decisions = review ? decided(review, verdict) : [];
    return [{ type: 'evaluation_ended', phase, attempt, decisions, ...session }];
  }
  return [{ type: 'evaluation_failed', phase, attempt, failure, ...session }];
}
