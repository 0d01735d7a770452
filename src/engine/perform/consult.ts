import { adviceSchema, readAdvice } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { NO_USAGE } from '../../run/usage.ts';
import { doctorText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { lookInto } from './look-into.ts';
import { askForVerdict } from './verdict.ts';

/** A doctor's session. Without a workspace to look at there is none. */
export async function consultDoctor(
  effect: Extract<Effect, { kind: 'consult' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, call, worker } = effect;
  const { ports, state } = context;
  const name = { phase, attempt, call };
  const opened = await lookInto(effect, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return [{ type: 'doctor_failed', ...name, failure: opened.failure, usage: NO_USAGE }];
  const asking = await askForVerdict(context, `${call}.${effect.asked}`, {
    role: 'doctor',
    worker,
    assignment: { phase, attempt, asked: call - 1 + effect.asked },
    prompt: doctorText(state, effect, ports.driverOf('doctor', worker.agent).abilities.answers),
    slot: effect.slot,
    schema: adviceSchema,
    wanted: 'advice',
    read: readAdvice,
  });
  if (asking === null) return [];
  const { verdict: advice, failure, session } = asking;
  if (advice) return [{ type: 'doctor_answered', ...name, advice, ...session }];
  return [{ type: 'doctor_failed', ...name, failure, ...session }];
}
