import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideStuck,
  type Predicament,
  STUCK_DECISIONS,
  STUCK_TABLE,
} from '../../../src/run/policy/stuck.ts';

/** Nothing is left, but for what a test adds. */
const NOTHING: Predicament = {
  needsPerson: false,
  rounds: 0,
  maxRounds: 3,
  ownError: false,
  budgetLeft: 1,
  reduceBelow: 0.2,
  escalateAbove: 0.3,
  canReduce: false,
  replanned: false,
  canReplan: false,
  escalated: false,
  canEscalate: false,
  truncated: false,
};

/** Everything is possible. */
const ALL: Predicament = { ...NOTHING, canReduce: true, canReplan: true, canEscalate: true };

function check(predicament: Predicament, expected: string): void {
  const { decision, rule } = decideStuck(predicament);
  expect(`${decision} ${rule}`).toBe(expected);
}

describe('a phase that is stuck', () => {
  it('waits for a person where only a person can help, before anything else [003-19]', () => {
    check({ ...NOTHING, needsPerson: true }, 'BLOCKED_NEEDS_HUMAN stuck.question');
    check(
      { ...ALL, needsPerson: true, rounds: 3, ownError: true, budgetLeft: 0, truncated: true },
      'BLOCKED_NEEDS_HUMAN stuck.question',
    );
  });

  it('is given up after three rounds, whatever could be tried [003-19]', () => {
    check({ ...ALL, rounds: 2 }, 'REPLAN stuck.replan');
    check({ ...ALL, rounds: 3 }, 'STOP stuck.rounds');
    check({ ...ALL, rounds: 3, ownError: true, budgetLeft: 0.1 }, 'STOP stuck.rounds');
  });

  it('goes on where the error was our own, and only there [003-19] [003-23]', () => {
    check({ ...ALL, ownError: true, budgetLeft: 0.1 }, 'CONTINUE stuck.own_error');
    fc.assert(
      fc.property(predicaments, predicament => {
        if (decideStuck(predicament).decision === 'CONTINUE') expect(predicament.ownError).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is to become smaller with less than 20 % of a budget left, or stops [003-19]', () => {
    check({ ...ALL, budgetLeft: 0.19 }, 'REDUCE_SCOPE stuck.budget');
    check({ ...ALL, budgetLeft: 0.2 }, 'REPLAN stuck.replan');
    check({ ...ALL, canReduce: false, budgetLeft: 0.19 }, 'STOP stuck.budget');
  });

  it('is planned anew once, if it may be [003-19]', () => {
    check(ALL, 'REPLAN stuck.replan');
    check({ ...ALL, replanned: true }, 'ESCALATE_MODEL stuck.escalate');
    check({ ...ALL, canReplan: false }, 'ESCALATE_MODEL stuck.escalate');
  });

  it('gets a stronger model once, with more than 30 % of its budget left [003-19]', () => {
    const replanned = { ...ALL, replanned: true };
    check({ ...replanned, budgetLeft: 0.31 }, 'ESCALATE_MODEL stuck.escalate');
    check({ ...replanned, budgetLeft: 0.3 }, 'STOP stuck.nothing_left');
    check({ ...replanned, escalated: true }, 'STOP stuck.nothing_left');
    check({ ...replanned, canEscalate: false }, 'STOP stuck.nothing_left');
  });

  it('is to become smaller where its sessions are cut off in the end [003-19]', () => {
    check({ ...ALL, truncated: true }, 'REPLAN stuck.replan');
    check({ ...ALL, truncated: true, replanned: true }, 'ESCALATE_MODEL stuck.escalate');
    const tried = { ...ALL, truncated: true, replanned: true, escalated: true };
    check(tried, 'REDUCE_SCOPE stuck.truncated');
    check({ ...tried, canReduce: false }, 'STOP stuck.nothing_left');
  });

  it('stops where nothing is left [003-19]', () => check(NOTHING, 'STOP stuck.nothing_left'));

  it('has a row for each decision, and the last one always fits', () => {
    expect(new Set(STUCK_TABLE.map(({ decision }) => decision))).toEqual(new Set(STUCK_DECISIONS));
    expect(STUCK_TABLE.at(-1)!.when(NOTHING)).toBe(true);
  });
});

const predicaments: fc.Arbitrary<Predicament> = fc.record({
  needsPerson: fc.boolean(),
  rounds: fc.nat(4),
  maxRounds: fc.integer({ min: 1, max: 4 }),
  ownError: fc.boolean(),
  budgetLeft: fc.constantFrom(0, 0.1, 0.25, 1),
  reduceBelow: fc.constant(0.2),
  escalateAbove: fc.constant(0.3),
  canReduce: fc.boolean(),
  replanned: fc.boolean(),
  canReplan: fc.boolean(),
  escalated: fc.boolean(),
  canEscalate: fc.boolean(),
  truncated: fc.boolean(),
});
