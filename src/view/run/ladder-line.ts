import { printable } from '../../base/printable.ts';
import type { RunEvent } from '../../run/event.ts';
import { positionOf, workAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import type { Style } from '../style.ts';
import { type Context, LADDER_SENTENCES } from '../why/sentences.ts';
import type { Told } from '../why/told.ts';
import { shortened } from './shortened.ts';

/** What is done about a failure, on one line; null for all other events, and for what only machines care about. */
export function ladderLine(event: RunEvent, context: Context, style: Style): string | null {
  const told = ladderTold(event, context);
  if (!told) return null;
  const words = told.words ? `: ${shortened(told.words)}` : '';
  const line = `${before(event, context.state)}${printable(told.text)}${words}`;
  return told.tone === 'bad' ? style.yellow(line) : line;
}

export function ladderTold(event: RunEvent, context: Context): Told | null {
  if (!Object.hasOwn(LADDER_SENTENCES, event.type)) return null;
  const tell = LADDER_SENTENCES[event.type as keyof typeof LADDER_SENTENCES] as
    | ((event: RunEvent, context: Context) => Told | null)
    | null;
  return tell?.(event, context) ?? null;
}

/** Decisions that nobody has heard the reason of yet: the failure is told with what finally comes of it. */
function before(event: RunEvent, state: RunState): string {
  if (event.type !== 'doctor_called' && event.type !== 'replan_called' && event.type !== 'phase_stuck')
    return '';
  const step = workAt(state, positionOf(state, event.phase)!)?.step;
  return step && 'tried' in step ? `attempt ${event.attempt} failed (${step.failure.category}); ` : '';
}
