import { describe, expect, it } from 'vitest';
import type { Advice } from '../../../src/run/answer.ts';
import type { Failure, FailureCategory } from '../../../src/run/failure.ts';
import {
  type Calls,
  complicationOf,
  type Gravity,
  isDoctorDue,
  isReusable,
  questionOf,
  strengthFor,
  wantsSecondOpinion,
} from '../../../src/run/policy/doctor.ts';
import { DEFAULT_RECOVERY, type Recovery } from '../../../src/run/policy/settings.ts';

const { doctor: DOCTOR } = DEFAULT_RECOVERY;
const NO_CALLS: Calls = { inPhase: 0, inRun: 0, strongInRun: 0, infraInRun: 0 };
const of = (category: FailureCategory): Failure => ({ category, message: 'it broke' });

describe('a doctor is due', () => {
  const check = (
    category: FailureCategory,
    failures: number,
    calls: Partial<Calls>,
    isDue: boolean,
    settings: Partial<Recovery['doctor']> = {},
  ): void => {
    const asked = isDoctorDue(of(category), failures, { ...NO_CALLS, ...calls }, { ...DOCTOR, ...settings });
    expect([category, failures, calls, asked]).toEqual([category, failures, calls, isDue]);
  };

  it('from the second failure of the work on [003-09]', () => {
    check('tests', 0, {}, false);
    check('tests', 1, {}, false);
    check('tests', 2, {}, true);
    check('tests', 3, {}, true);
    check('tests', 2, {}, false, { afterFailures: 3 });
    check('tests', 3, {}, true, { afterFailures: 3 });
  });

  it('at once for what is around the work, but for what waiting cures [003-09]', () => {
    for (const category of DOCTOR.infra) check(category, 1, {}, true);
    for (const category of ['infra.rate_limit', 'infra.quota', 'infra.overload'] as const) {
      check(category, 5, {}, false);
    }
    check('infra.crash', 1, {}, false, { infra: [] });
  });

  it('as long as none of its limits is reached [003-10] [003-23]', () => {
    check('tests', 2, { inPhase: 1 }, true);
    check('tests', 2, { inPhase: 2 }, false);
    check('tests', 2, { inRun: 9 }, true);
    check('tests', 2, { inRun: 10 }, false);
    check('infra.crash', 1, { infraInRun: 2 }, true);
    check('infra.crash', 1, { infraInRun: 3 }, false);
    check('infra.crash', 1, { inPhase: 2 }, false);
    check('infra.crash', 1, { inRun: 10 }, false);
  });

  it('whatever limits are of no concern to it', () => {
    check('tests', 2, { infraInRun: 3, strongInRun: 5 }, true);
    check('infra.crash', 1, { strongInRun: 5 }, true);
  });

  it('never where it is turned off', () => {
    check('tests', 2, {}, false, { enabled: false });
    check('infra.crash', 1, {}, false, { enabled: false });
  });
});

describe('how grave the matter is', () => {
  const PLAIN: Gravity = { category: 'tests', categories: 1, attempts: 2, budgetUsed: 0 };
  const check = (gravity: Partial<Gravity>, complication: string | null): void => {
    const all = { ...PLAIN, ...gravity };
    expect([gravity, complicationOf(all, DOCTOR)]).toEqual([gravity, complication]);
    expect(strengthFor(all, NO_CALLS, DOCTOR)).toBe(complication === null ? 'cheap' : 'strong');
    expect(strengthFor(all, { ...NO_CALLS, strongInRun: 5 }, DOCTOR)).toBe('cheap');
  };

  it('asks the cheap model where nothing is special [003-12]', () => check({}, null));

  it('asks the strong model at each of the conditions by itself, as long as it may [003-10] [003-12] [003-13]', () => {
    for (const category of DOCTOR.highRisk) check({ category }, 'risk');
    check({ categories: 2 }, 'categories');
    check({ attempts: 3 }, null);
    check({ attempts: 4 }, 'attempts');
    check({ budgetUsed: 0.79 }, null);
    check({ budgetUsed: 0.8 }, 'budget');
  });

  it('names the first of several', () => {
    check({ category: 'logic', categories: 2, attempts: 4, budgetUsed: 1 }, 'risk');
    check({ categories: 2, attempts: 4, budgetUsed: 1 }, 'categories');
    check({ attempts: 4, budgetUsed: 1 }, 'attempts');
  });

  it('asks a strong model up to the last one that is allowed [003-10]', () => {
    const grave = { ...PLAIN, categories: 2 };
    expect(strengthFor(grave, { ...NO_CALLS, strongInRun: 4 }, DOCTOR)).toBe('strong');
    expect(strengthFor(grave, { ...NO_CALLS, strongInRun: 5 }, DOCTOR)).toBe('cheap');
  });
});

const ADVICE: Advice = {
  action: 'retry_with_fix',
  confidence: 0.9,
  diagnosis: 'a typo',
  hint: 'mend it',
  command: null,
};

describe('a second opinion', () => {
  interface Case {
    readonly strength?: 'cheap' | 'strong';
    readonly confidence?: number;
    readonly category?: FailureCategory;
    readonly calls?: Partial<Calls>;
    readonly askedAgain?: number;
  }
  const check = (given: Case, isWanted: boolean): void => {
    const { strength = 'cheap', confidence = 0.5, category = 'tests', calls = {}, askedAgain = 0 } = given;
    const found = wantsSecondOpinion(
      strength,
      { ...ADVICE, confidence },
      of(category),
      { ...NO_CALLS, inPhase: 1, inRun: 1, ...calls },
      askedAgain,
      DOCTOR,
    );
    expect([given, found]).toEqual([given, isWanted]);
  };

  it('is wanted below a confidence of 0.7 [003-13]', () => {
    check({ confidence: 0 }, true);
    check({ confidence: 0.69 }, true);
    check({ confidence: 0.7 }, false);
  });

  it('is not wanted of the strong model, nor where little is at stake [003-12] [003-13]', () => {
    check({ strength: 'strong' }, false);
    for (const category of DOCTOR.lowRisk) check({ category }, false);
  });

  it('is had once in a phase [003-13]', () => {
    check({ askedAgain: 1 }, false);
  });

  it('counts against every limit of doctors [003-10]', () => {
    check({ calls: { strongInRun: 4 } }, true);
    check({ calls: { strongInRun: 5 } }, false);
    check({ calls: { inPhase: 2 } }, false);
    check({ calls: { inRun: 9 } }, true);
    check({ calls: { inRun: 10 } }, false);
    check({ calls: { infraInRun: 3 } }, true);
    check({ category: 'infra.crash', calls: { infraInRun: 2 } }, true);
    check({ category: 'infra.crash', calls: { infraInRun: 3 } }, false);
  });
});

describe('the question to a doctor', () => {
  const check = (a: Failure, b: Failure, isSame: boolean): void =>
    expect(questionOf(a) === questionOf(b)).toBe(isSame);
  const at = (place: string, category: FailureCategory = 'tests'): Failure => ({
    category,
    message: `the value at ${place} is undefined`,
  });

  it('is the same but for places, numbers and times', () => {
    check(at('/one/x.ts:12:5'), at('/other/x.ts:9:1'), true);
    check(at('x.ts:1'), at('y.ts:1'), false);
  });

  it('is another one in another category', () => {
    check(at('x.ts:1'), at('x.ts:1', 'build'), false);
  });
});

describe('an answer to another phase', () => {
  const LONG: Failure = { category: 'tests', message: 'the module ./sum.js has no export named total' };
  const check = (advice: Partial<Advice>, failure: Failure, isReusable_: boolean): void =>
    expect(isReusable({ ...ADVICE, ...advice }, failure, DEFAULT_RECOVERY)).toBe(isReusable_);

  it('can be used again where it is a hint', () => {
    check({}, LONG, true);
    for (const action of [
      'replan',
      'skip_phase',
      'fatal_error',
      'rollback_provider',
      'execute_fix',
    ] as const) {
      check({ action }, LONG, false);
    }
  });

  it('must be sure', () => {
    check({ confidence: 0.7 }, LONG, true);
    check({ confidence: 0.69 }, LONG, false);
  });

  it('must be to a question that says enough', () => {
    check({}, of('tests'), false);
  });
});
