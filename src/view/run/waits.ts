import { printable } from '../../base/printable.ts';
import type { Failure } from '../../run/failure.ts';
import { phaseAt, planAt, workAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { clock, secondsOf } from '../time.ts';
import { shortened } from './shortened.ts';

/** Something that is waited for, which no person has to do anything about. */
export interface Wait {
  /** Null where it is a provider that rests, and all who would ask it wait. */
  readonly phase: string | null;
  readonly provider: string | null;
  readonly until: number;
  /** What is to happen then. */
  readonly for: 'attempt' | 'review' | 'evaluation' | 'provider';
  readonly failure: Failure | null;
}

/** What a run waits for by itself, the nearest moment first. */
export function waitsOf(state: RunState): readonly Wait[] {
  const retrying = state.retrying.flatMap((position): Wait[] => {
    const { standing, last } = phaseAt(state, position);
    if (standing.status !== 'retrying') return [];
    return at(state, standing.notBefore, position, 'attempt', last?.failure ?? null);
  });
  const judged = state.active.flatMap((position): Wait[] => {
    const step = workAt(state, position)?.step;
    if (step?.step !== 'reviewing' && step?.step !== 'evaluating') return [];
    return at(state, step.notBefore, position, step.step === 'reviewing' ? 'review' : 'evaluation', null);
  });
  const providers = Object.entries(state.providers).flatMap(([provider, { restsUntil }]): Wait[] =>
    restsUntil > state.now
      ? [{ phase: null, provider, until: restsUntil, for: 'provider', failure: null }]
      : [],
  );
  return [...retrying, ...judged, ...providers].toSorted((a, b) => a.until - b.until);
}

function at(
  state: RunState,
  until: number | null,
  position: number,
  what: Wait['for'],
  failure: Failure | null,
): Wait[] {
  if (until === null || until <= state.now) return [];
  return [{ phase: planAt(state, position).id, provider: null, until, for: what, failure }];
}

/** Waits that are named one by one. */
const MAX_NAMED = 10;

export function waitLines(state: RunState): string[] {
  const waits = waitsOf(state);
  const more = waits.length - MAX_NAMED;
  return [
    ...waits.slice(0, MAX_NAMED).map(wait => waitWords(wait, state.now)),
    ...(more > 0 ? [`and ${more} more wait`] : []),
  ];
}

function waitWords({ phase, provider, until, for: what, failure }: Wait, now: number): string {
  const when = `${clock(until, now)} (in ${secondsOf(until - now)})`;
  if (phase === null) return `${printable(provider ?? '')} is not asked before ${when}`;
  const why = failure === null ? '' : ` (${failure.category}: ${shortened(failure.message)})`;
  return `${printable(phase)} waits until ${when} for the next ${what}${why}`;
}
