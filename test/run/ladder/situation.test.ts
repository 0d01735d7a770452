import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../src/plan/model.ts';
import { FAILURE_CATEGORIES, type Failure, type FailureCategory } from '../../../src/run/failure.ts';
import {
  budgetLeft,
  budgetOf,
  callsOf,
  failuresOf,
  mayEscalate,
  mayReduce,
  mayReplan,
  type Situation,
  situationOf,
} from '../../../src/run/ladder/situation.ts';
import { BUDGETS, type Budget } from '../../../src/run/ladder-event.ts';
import type { Overrides } from '../../../src/run/settings.ts';
import type { Counters, PastAttempt, PhaseState, RunState } from '../../../src/run/state.ts';
import { NO_LIMITS, runWith, spending } from '../policy/accounts.ts';

const of = (category: FailureCategory): Failure => ({ category, message: category });
const counters = (some: Partial<Counters>): Counters =>
  ({ ...Object.fromEntries(BUDGETS.map(budget => [budget, 0])), ...some }) as Counters;

interface Given {
  readonly settings?: Overrides;
  readonly phase?: Partial<PhaseState>;
  readonly plan?: Partial<Phase>;
  readonly used?: Partial<RunState['used']>;
  readonly failure?: Failure;
}

function situation({
  settings = {},
  phase = {},
  plan = {},
  used = {},
  failure = of('tests'),
}: Given): Situation {
  const state = runWith({ settings, phases: { a: phase }, details: { a: plan } });
  return situationOf({ ...state, used: { ...state.used, ...used } }, 0, failure);
}

describe('the budget of a failed attempt', () => {
  it('is that of whoever is at fault', () => {
    const own: Partial<Record<FailureCategory, Budget>> = {
      'infra.quota': 'quota',
      landing_conflict: 'landings',
    };
    for (const category of FAILURE_CATEGORIES) {
      const others = category.startsWith('infra.') ? 'infra' : 'attempts';
      expect([category, budgetOf(of(category))]).toEqual([category, own[category] ?? others]);
    }
  });
});

describe('what a phase has used', () => {
  it('is what came after its last allowance', () => {
    const { used } = situation({
      phase: { spent: counters({ attempts: 5, doctor: 2 }), before: counters({ attempts: 3 }) },
    });
    expect(used).toEqual(counters({ attempts: 2, doctor: 2 }));
  });

  it('of doctors is counted for the phase since then, and for the run from the beginning [003-10]', () => {
    const given = situation({
      phase: { spent: counters({ doctor: 3 }), before: counters({ doctor: 2 }) },
      used: { doctor: 7, strong: 4, infraDoctor: 1 },
    });
    expect(callsOf(given)).toEqual({ inPhase: 1, inRun: 7, strongInRun: 4, infraInRun: 1 });
  });

  it('of its budgets leaves the smallest share of any', () => {
    const settings = {
      budgets: { run: { ...NO_LIMITS, sessions: 10 }, phase: { ...NO_LIMITS, tokens: 100 } },
    };
    const left = (tokens: number, sessions: number): number => {
      const state = runWith({
        settings,
        run: { tally: { busyMs: 0, sessions, failures: 0 } },
        phases: { a: { usage: spending({ inputTokens: tokens }) } },
      });
      return budgetLeft(situationOf(state, 0, of('tests')));
    };
    expect(left(20, 5)).toBe(0.5);
    expect(left(70, 5)).toBe(0.3);
    expect(left(0, 0)).toBe(1);
  });
});

describe('the failures that say something about the work', () => {
  const past = (attempt: number, category: FailureCategory): PastAttempt => ({
    attempt,
    base: '',
    snapshot: null,
    lanes: [],
    change: null,
    failure: of(category),
    review: null,
    evaluation: null,
    endedAt: 0,
  });

  it('are its own since it was begun anew, and the last one [003-12]', () => {
    const attempts = [past(1, 'lint'), past(2, 'tests'), past(3, 'infra.crash'), past(4, 'build')];
    const told = (begunAfter: number, failure: Failure): string[] =>
      failuresOf(situation({ phase: { attempts, begunAfter }, failure })).map(({ category }) => category);
    expect(told(0, of('logic'))).toEqual(['lint', 'tests', 'build', 'logic']);
    expect(told(1, of('logic'))).toEqual(['tests', 'build', 'logic']);
    expect(told(4, of('infra.crash'))).toEqual(['infra.crash']);
  });
});

describe('a phase may', () => {
  const recovery = (some: Overrides['recovery']): Overrides => ({
    recovery: { enabled: true, ...some },
  });

  it('be described anew within two limits [003-16]', () => {
    const check = (given: Given, isAllowed: boolean): void =>
      expect(mayReplan(situation(given))).toBe(isAllowed);
    check({}, true);
    check({ phase: { spent: counters({ revisions: 1 }) } }, false);
    check({ phase: { spent: counters({ revisions: 1 }), before: counters({ revisions: 1 }) } }, true);
    check({ used: { replans: 4 } }, true);
    check({ used: { replans: 5 } }, false);
    check({ settings: recovery({ replan: { enabled: false } }) }, false);
    check({ settings: { recovery: { enabled: false } } }, false);
  });

  it('get stronger models as long as there are some [003-21]', () => {
    const developer = ['p/a', 'p/b', 'p/c'].map(model => ({ agent: null, model, provider: null }));
    const models = { developer };
    const check = (given: Given, isAllowed: boolean): void =>
      expect(mayEscalate(situation({ ...given, settings: { models, ...given.settings } }))).toBe(isAllowed);
    check({}, true);
    check({ phase: { level: 1 } }, true);
    check({ phase: { level: 2 } }, false);
    check({ settings: { models: {} } }, false);
    check({ phase: { spent: counters({ escalations: 1 }) } }, false);
    check({ settings: recovery({ escalation: { enabled: false } }) }, false);
    check({ settings: { recovery: { enabled: false } } }, false);
  });

  it('become smaller where it could keep something of the same kind', () => {
    const check = (plan: Partial<Phase>, isAllowed: boolean, settings: Overrides = {}): void =>
      expect(mayReduce(situation({ plan, settings }))).toBe(isAllowed);
    check({}, false);
    check({ deliverables: ['a'], criteria: ['b'] }, false);
    check({ deliverables: ['a', 'b'] }, true);
    check({ criteria: ['a', 'b'] }, true);
    check({ criteria: ['a', 'b'] }, false, recovery({ scope: { reduce: false } }));
    check({ criteria: ['a', 'b'] }, false, { recovery: { enabled: false } });
  });
});
