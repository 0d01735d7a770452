import { type Revision, readRevision, revisionSchema } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import { reduceWith, reviseWith } from '../../run/policy/revision.ts';
import { phaseAt, planAt, positionOf } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { NO_USAGE } from '../../run/usage.ts';
import { replannerText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { lookInto } from './look-into.ts';
import { askForVerdict } from './verdict.ts';

type ReplanEffect = Extract<Effect, { kind: 'replan' }>;

/** A session that describes the phase anew. Code sees to it that what is to be achieved stays the same. */
export async function replanPhase(effect: ReplanEffect, context: Context): Promise<RunEvent[]> {
  const { phase, attempt, revision, asked, worker } = effect;
  const { ports, state } = context;
  const name = { phase, attempt, revision };
  const opened = await lookInto(effect, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return [{ type: 'revision_failed', ...name, failure: opened.failure, usage: NO_USAGE }];
  const { revisions } = phaseAt(state, positionOf(state, phase)!);
  const asking = await askForVerdict(context, `${revision}.${asked}`, {
    role: 'replanner',
    worker,
    assignment: { phase, attempt, asked: revisions.reduce((sum, { sessions }) => sum + sessions, 0) },
    prompt: replannerText(state, effect, ports.driverOf('replanner', worker.agent).abilities.answers),
    slot: effect.slot,
    schema: revisionSchema,
    wanted: 'description',
    read: readRevision,
  });
  if (asking === null) return [];
  const { session } = asking;
  if (!asking.verdict) return [{ type: 'revision_failed', ...name, failure: asking.failure, ...session }];
  const judged = judge(state, effect, asking.verdict);
  if (!judged.ok) {
    const failure: Failure = { category: 'agent_error', message: judged.problems.join('\n') };
    return [{ type: 'revision_failed', ...name, failure, ...session }];
  }
  const { plan, dropped } = judged;
  return [{ type: 'phase_revised', ...name, plan, reason: asking.verdict.reason, dropped, ...session }];
}

function judge(state: RunState, { phase, purpose }: ReplanEffect, answer: Revision) {
  const position = positionOf(state, phase)!;
  const now = planAt(state, position);
  const taken = new Set(
    state.shape.phases.flatMap(({ id, subtasks }) =>
      id === phase ? [] : subtasks.map(subtask => subtask.id),
    ),
  );
  if (purpose === 'reduce') return reduceWith(now, answer, taken);
  const revised = reviseWith(now, state.shape.phases[position]!, answer, taken);
  return revised.ok ? { ...revised, dropped: [] } : revised;
}
