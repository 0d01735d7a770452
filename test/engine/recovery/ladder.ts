import { expect } from 'vitest';
import { elements } from '../../../src/base/chunked.ts';
import type { Advice, Revision } from '../../../src/run/answer.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import type { Failure, FailureCategory } from '../../../src/run/failure.ts';
import type { Counters, RunState } from '../../../src/run/state.ts';
import { check, type Ended, type Expected } from '../check.ts';
import type { Act, Answer, World, WorldOptions } from '../world.ts';

/** What is done about failures, in short: one word for each decision and for what came of it. */
export function ladder(events: readonly RunEvent[]): string {
  const phases = new Set(events.flatMap(event => (event.type === 'phase_started' ? [event.phase] : [])));
  return events
    .flatMap(event => {
      const told = rung(event);
      if (told === null) return [];
      const isNamed = phases.size > 1 && 'phase' in event && event.phase !== null;
      return [isNamed ? `${event.phase} ${told}` : told];
    })
    .join(', ');
}

function rung(event: RunEvent): string | null {
  switch (event.type) {
    case 'phase_started':
      return `#${event.attempt}`;
    case 'phase_retry':
    case 'phase_failed':
    case 'help_asked':
      return `${event.type.replace('phase_', '').replace('help_asked', 'help')} ${event.why.rule}`;
    case 'session_postponed':
      return `postponed ${event.why.rule}`;
    case 'doctor_called':
      return `${event.strength} doctor ${event.call} ${event.why.rule}`;
    case 'doctor_answered':
      return `says ${event.advice.action}`;
    case 'doctor_recalled':
      return `recalls ${event.from}`;
    case 'fix_called':
      return `runs ${event.command}`;
    case 'fix_ended':
      return event.passed ? 'fixed' : 'not fixed';
    case 'replan_called':
      return `${event.purpose} ${event.why.rule}`;
    case 'phase_stuck':
      return `${event.decision} ${event.why.rule}`;
    case 'phase_escalated':
      return `level ${event.level}`;
    case 'provider_rested':
      return `${event.provider} rests ${event.until ?? 'for good'} ${event.why.rule}`;
    case 'budget_warned':
    case 'budget_spent':
      return `${event.type} ${event.phase ?? 'run'} ${event.measure}`;
    case 'doctor_failed':
    case 'phase_revised':
    case 'revision_failed':
    case 'proposal_accepted':
    case 'proposal_refused':
    case 'phase_skipped':
    case 'phase_reset':
    case 'phase_edited':
    case 'phase_completed':
    case 'run_waiting':
      return event.type.replace('phase_', '').replaceAll('_', ' ');
    default:
      return null;
  }
}

/** The options with the ladder turned on, as it is by default but for what is given. */
export const guarded = ({ settings = {}, ...options }: WorldOptions): WorldOptions => ({
  ...options,
  settings: {
    ...settings,
    limits: { backoffMs: 0, ...settings.limits },
    recovery: { ...settings.recovery, enabled: true },
  },
});

/** Drives a run with the ladder turned on, and compares what was done about failures unless that is null. */
export async function climbs(
  options: WorldOptions,
  story: string | null,
  also: Expected = {},
): Promise<Ended> {
  const ended = await check(guarded(options), also);
  if (story !== null) expect(ladder(ended.events)).toBe(story);
  return ended;
}

export const failing = (category: FailureCategory, message = `${category}: it broke`): Failure => ({
  category,
  message,
});

/** Long enough to be compared. */
export const TESTS = failing('tests', 'expected the total of an empty basket to be zero');
export const OTHER_TESTS = failing('tests', 'the connection pool is closed before the last query ran');
export const LINT = failing('lint', 'there are two blank lines at the end of the file, one is allowed');

const HINT: Partial<Advice> = {
  action: 'retry_with_fix',
  confidence: 0.9,
  diagnosis: 'the basket is not reset',
  hint: 'reset the basket before each test',
};

/** Answers of an agent that is asked several times about a phase; the last one repeats. */
export const answering =
  (...answers: readonly (object | Failure)[]): Act =>
  (_, { assignment: { asked = 0 } }): Answer => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? {};
    return 'category' in answer ? { failure: answer as Failure } : { answer };
  };

/** A doctor's answers, each complete but for what is given. */
export const advising = (...answers: readonly (Partial<Advice> | Failure)[]): Act =>
  answering(...answers.map(answer => ('category' in answer ? answer : { ...HINT, ...answer })));

/** A replanner's description. */
export const ANEW: Partial<Revision> = { reason: 'simpler', description: 'Use the list that is there.' };

/** Models of a role by name, weakest first; what stands before the slash is the provider. */
export const models = (...names: readonly string[]) =>
  names.map(model => ({ agent: null, model, provider: null }));

/** The counters of a phase that were used, such as `attempts 2 doctor 1`. */
export const spentBy = (state: RunState, position = 0): string =>
  nonZero(elements(state.phases)[position]!.spent);

/** Those of the run. */
export const usedBy = (state: RunState): string => nonZero(state.used);

const nonZero = (counters: Counters | RunState['used']): string =>
  Object.entries(counters)
    .flatMap(([name, value]) => (value > 0 ? [`${name} ${value}`] : []))
    .join(', ');

export const promptsOf = ({ sessions }: Pick<World, 'sessions'>, role: string): string[] =>
  sessions.flatMap(session => (session.role === role ? [session.prompt] : []));

/** The models that a role was played by, in order. */
export const modelsOf = ({ sessions }: Pick<World, 'sessions'>, role: string): (string | null)[] =>
  sessions.flatMap(session => (session.role === role ? [session.model] : []));

export const eventsOf = <T extends RunEvent['type']>(
  { events }: Pick<World, 'events'>,
  type: T,
): Extract<RunEvent, { type: T }>[] =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
