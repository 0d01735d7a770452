import { iso } from '../../base/iso.ts';
import type { RunEvent } from '../event.ts';
import type { NoticeKind } from '../policies.ts';
import { measureWords } from '../policy/budget.ts';
import { RULES } from '../policy/why.ts';
import type { RunState } from '../state.ts';

/** Longest text of a notice, in characters. */
const MAX_TEXT = 2_000;

/** Notes what people want to be told of, where there is a way to tell them. */
export function withNotice(state: RunState, event: RunEvent): RunState {
  const { commands, webhooks, on } = state.settings.notify;
  if (commands.length + webhooks.length === 0) return state;
  const told = noticeOf(state, event);
  if (!told || !on.includes(told.kind)) return state;
  const { kind, phase = null, text } = told;
  const number = state.noticed + 1;
  const notice = { number, kind, phase, text: text.slice(0, MAX_TEXT), at: state.now };
  return { ...state, noticed: number, notices: [...state.notices, notice] };
}

interface Told {
  readonly kind: NoticeKind;
  readonly phase?: string | null;
  readonly text: string;
}

function noticeOf(state: RunState, event: RunEvent): Told | null {
  switch (event.type) {
    case 'run_waiting':
      return { kind: 'waiting', text: state.reason };
    case 'run_ended':
      return { kind: 'ended', text: [`the run is ${event.status}`, state.reason].filter(Boolean).join(': ') };
    case 'phase_failed':
      return { kind: 'phase_failed', phase: event.phase, text: event.failure.message };
    case 'phase_completed':
      return { kind: 'phase_completed', phase: event.phase, text: `phase ${event.phase} has landed` };
    case 'budget_warned':
    case 'budget_spent': {
      const words = measureWords(event.measure, event.used, event.limit);
      const of = event.phase === null ? 'the run' : `phase ${event.phase}`;
      return { kind: 'budget', phase: event.phase, text: `budget of ${of}: ${words}` };
    }
    case 'provider_rested': {
      const until = event.until === null ? 'for good' : `until ${iso(event.until)}`;
      return { kind: 'rest', text: `${event.provider} is left alone ${until}: ${RULES[event.why.rule]}` };
    }
    default:
      return null;
  }
}
