import fc from 'fast-check';
import { ACTIONS } from '../../../src/run/answer.ts';
import { FAILURE_CATEGORIES, type Failure } from '../../../src/run/failure.ts';
import { SKIP_POLICIES } from '../../../src/run/policies.ts';
import type { Overrides } from '../../../src/run/settings.ts';
import type { Usage } from '../../../src/run/usage.ts';
import type { Act, Answer } from '../world.ts';
import { models } from './ladder.ts';

/** Ladders, failures and advisers of any kind, small enough that limits are reached. */

const mostly = fc.constantFrom(true, true, true, false);
/** One time in `n` something, otherwise nothing. */
const seldom = <T>(n: number, values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });

export const recoveries: fc.Arbitrary<NonNullable<Overrides['recovery']>> = fc.record({
  enabled: mostly,
  breaker: fc.record({
    failures: fc.integer({ min: 2, max: 5 }),
    windowMs: fc.constant(100),
    restMs: fc.constant(50),
  }),
  doctor: fc.record({
    enabled: mostly,
    afterFailures: fc.integer({ min: 1, max: 2 }),
    perPhase: fc.nat(3),
    perRun: fc.nat(6),
    strongPerRun: fc.nat(2),
    infraPerRun: fc.nat(2),
    strongAgainPerPhase: fc.nat(1),
    skip: fc.constantFrom(...SKIP_POLICIES),
    fixes: fc.constantFrom([], ['mend']),
    fixesPerPhase: fc.nat(2),
  }),
  replan: fc.record({ enabled: mostly, perPhase: fc.nat(2), perRun: fc.nat(4) }),
  escalation: fc.record({ enabled: mostly, perPhase: fc.nat(2) }),
  scope: fc.record({ reduce: fc.boolean() }),
  stuck: fc.record({ maxRounds: fc.integer({ min: 1, max: 3 }) }),
});

const CHAINS = [['p1/x'], ['p1/x', 'p2/y'], ['p1/x', 'p2/y', 'p3/z'], ['p1/x', 'p1/y']] as const;
const chain = fc.constantFrom(...CHAINS).map(names => models(...names));

export const chains: fc.Arbitrary<NonNullable<Overrides['models']>> = fc.record(
  { developer: chain, reviewer: chain, doctor: chain, replanner: chain },
  { requiredKeys: [] },
);

const limits = fc.record({
  tokens: seldom(4, fc.integer({ min: 500, max: 6_000 })),
  sessions: seldom(4, fc.integer({ min: 2, max: 40 })),
  failures: seldom(4, fc.integer({ min: 2, max: 12 })),
  wallMs: seldom(4, fc.integer({ min: 10, max: 400 })),
});

export const budgets: fc.Arbitrary<NonNullable<Overrides['budgets']>> = fc.record(
  { run: limits, phase: limits },
  { requiredKeys: [] },
);

const MESSAGES = [
  'short',
  'expected the total of an empty basket to be zero',
  'expected the total of a full basket to be one',
  'the connection pool is closed before the last query ran',
];

/** A session that fails of anything but a budget, which is ours to tell. */
const untimedFailures: fc.Arbitrary<Failure> = fc.record({
  category: fc.constantFrom(...FAILURE_CATEGORIES.filter(category => category !== 'budget')),
  message: fc.constantFrom(...MESSAGES),
});

export const failures: fc.Arbitrary<Failure> = fc
  .tuple(untimedFailures, seldom(5, fc.nat(100)), fc.nat(9))
  .map(([failure, retryAt, ask]) => ({
    ...failure,
    ...(retryAt === null ? {} : { retryAt }),
    ...(ask === 0 ? { question: 'Which one?' } : {}),
  }));

/** Such as can be repeated at another time. */
export const timelessFailures = untimedFailures;

const advice = fc.record({
  action: fc.constantFrom(...ACTIONS),
  confidence: fc.constantFrom(0.2, 0.9),
  diagnosis: fc.constantFrom('', 'a typo'),
  hint: fc.constantFrom(null, 'mend it'),
  command: fc.constantFrom(null, 'mend', 'rm -rf /'),
});

const description = fc.oneof(
  { weight: 3, arbitrary: fc.nat(99).map(number => ({ reason: 'simpler', description: `Way ${number}.` })) },
  fc.constant({ description: 'Less.', criteria: [], deliverables: [] }),
  fc.constant({ reason: 'half', dropped: [{ what: 'it is pretty', reason: 'can wait' }] }),
  fc.constant({}),
);

/** What an agent answers each time that it is asked about a phase: something that fits, something else, or nothing. */
const answers = (right: fc.Arbitrary<object>): fc.Arbitrary<Act> =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: right.map((answer): Answer => ({ answer })) },
        fc.constant<Answer>({ answer: 'I do not know' }),
        fc.constant<Answer>({}),
        untimedFailures.map((failure): Answer => ({ failure })),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map(
      given =>
        (_, { assignment: { asked = 0 } }) =>
          given[asked % given.length]!,
    );

export const doctors: fc.Arbitrary<Act> = answers(advice);
export const replanners: fc.Arbitrary<Act> = answers(description);

/** What a developer tells of its spending: at the end alone, or bit by bit. */
export const spendings: fc.Arbitrary<Pick<Answer, 'usage' | 'usages'>> = fc.oneof(
  fc.constant({}),
  fc.nat(600).map(inputTokens => ({ usage: usageOf(inputTokens) })),
  fc.array(fc.nat(200), { maxLength: 3 }).map(list => ({ usages: list.map(usageOf) })),
);

const usageOf = (inputTokens: number): Usage => ({ inputTokens, outputTokens: 0, costUsd: null });
