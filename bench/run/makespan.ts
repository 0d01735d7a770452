import { analyse } from '../../src/plan/analysis.ts';
import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../../src/plan/model.ts';
import { apply } from '../../src/run/apply.ts';
import { conclude } from '../../src/run/conclude.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { random } from '../../test/fuzz/random.ts';
import type { Figure } from '../measure.ts';
import { ORIGIN } from './instant.ts';

const GRAPHS = 200;
const WORKERS = [2, 4, 8];

/** How near the schedule comes to what no schedule can beat, with simulated durations. */
export function makespanFigures(): Figure[] {
  const chains = ratio(staggeredChains(), 4);
  const ratios = Array.from({ length: GRAPHS }, (_, seed) => randomPlan(seed)).flatMap(plan =>
    WORKERS.map(workers => ratio(plan, workers)),
  );
  const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
  const above = ratios.filter(value => value > 1.05).length;
  return [
    {
      name: 'makespan of four staggered chains ÷ lower bound',
      ratio: chains,
      limit: 1.05,
      detail: '4 sessions',
    },
    {
      name: `makespan of ${GRAPHS} random graphs with 2, 4 and 8 sessions ÷ lower bound, mean`,
      ratio: mean,
      limit: 1.05,
      detail: `worst ${Math.max(...ratios).toFixed(2)}, ${above} of ${ratios.length} above 1.05`,
    },
  ];
}

function ratio(plan: Plan, workers: number): number {
  return makespan(plan, workers) / analyse(plan)!.lowerBound(workers);
}

/** Plays a run with the core alone: phases take as long as they are estimated to. */
function makespan(plan: Plan, concurrency: number): number {
  const settings = settingsOf('phased', { concurrency, review: { when: 'never' } });
  const created: RunEvent = { type: 'run_created', run: 'r', plan, settings, origin: ORIGIN, durations: {} };
  let state: RunState = apply(null, { at: 0, event: created });
  const tell = (at: number, event: RunEvent): void => {
    state = apply(state, { at, event });
  };
  tell(0, { type: 'run_opened', head: 'c0' });
  const running: { readonly phase: string; readonly end: number }[] = [];
  const durations = new Map(plan.phases.map(({ id, estimate }) => [id, estimate ?? 1]));
  for (let now = 0; ; ) {
    for (let decisions = conclude(state); decisions.length > 0; decisions = conclude(state)) {
      for (const event of decisions) {
        if (event.type === 'run_ending') return now;
        if (event.type === 'phase_started')
          running.push({ phase: event.phase, end: now + durations.get(event.phase)! });
        tell(now, event);
      }
    }
    running.sort((a, b) => a.end - b.end);
    const { phase, end } = running.shift()!;
    now = end;
    for (const event of life(phase)) tell(now, event);
  }
}

export function life(phase: string): RunEvent[] {
  const name = { phase, attempt: 1, lane: 0 };
  const usage = { inputTokens: 0, outputTokens: 0, costUsd: null };
  return [
    { type: 'workspace_opened', ...name, path: '' },
    { type: 'session_ended', ...name, session: 0, sessionId: null, failure: null, report: null, usage },
    { type: 'attempt_captured', ...name, commit: 'c', changed: 1, files: [] },
    { type: 'phase_landed', phase, attempt: 1, commit: 'c', head: 'c' },
  ];
}

/** Chains of ten whose long phases lie at different places. */
function staggeredChains(): Plan {
  const phases = [0, 1, 2, 3].flatMap(chain =>
    Array.from(
      { length: 10 },
      (_, step): Phase => ({
        ...EMPTY_PHASE,
        id: `${chain}.${step}`,
        dependsOn: step === 0 ? [] : [`${chain}.${step - 1}`],
        estimate: step === chain * 3 ? 8 : 1 + ((chain + step) % 3),
      }),
    ),
  );
  return { ...EMPTY_PLAN, phases };
}

/** 40 to 120 phases in document order, each on up to three of the 15 before it. */
function randomPlan(seed: number): Plan {
  const { below } = random(seed);
  const count = 40 + below(80);
  const phases = Array.from({ length: count }, (_, index): Phase => {
    const wanted = index === 0 ? 0 : below(4);
    const before = new Set(
      Array.from({ length: wanted }, () => Math.max(0, index - 1 - below(Math.min(15, index)))),
    );
    return { ...EMPTY_PHASE, id: String(index), dependsOn: [...before].map(String), estimate: 1 + below(13) };
  });
  return { ...EMPTY_PLAN, phases };
}
