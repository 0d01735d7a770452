import { describe, expect, it } from 'vitest';
import type { Failure, FailureCategory } from '../../../src/run/failure.ts';
import { flawIn } from '../../../src/run/policy/replan.ts';
import { DEFAULT_RECOVERY, type Recovery } from '../../../src/run/policy/settings.ts';

interface Changes {
  readonly replan?: Partial<Recovery['replan']>;
  readonly similarity?: Partial<Recovery['similarity']>;
}

const settings = ({ replan, similarity }: Changes): Recovery => ({
  ...DEFAULT_RECOVERY,
  replan: { ...DEFAULT_RECOVERY.replan, ...replan },
  similarity: { ...DEFAULT_RECOVERY.similarity, ...similarity },
});

const of = (category: FailureCategory, message: string): Failure => ({ category, message });
const LONG = 'expected the total of an empty basket to be zero';
const OTHER = 'the connection pool is closed before the last query ran';
const [TESTS, BUILD] = [of('tests', LONG), of('build', LONG)];

function check(failures: readonly Failure[], found: string | null, changes: Changes = {}): void {
  const flaw = flawIn(failures, settings(changes));
  expect(flaw && `${flaw.rule} ${flaw.same}`).toBe(found);
}

describe('the approach is at fault', () => {
  it('at once with a fatal category [003-14]', () => {
    for (const category of ['wrong_tech_stack', 'schema_mismatch', 'api_contract_wrong'] as const) {
      check([of(category, 'x')], 'replan.fatal 1');
    }
    check([of('logic', 'x')], null);
    check([of('logic', 'x')], 'replan.fatal 1', { replan: { fatal: ['logic'] } });
  });

  it('only while the last failure is fatal', () => {
    check([of('wrong_tech_stack', LONG), TESTS], null);
    check([TESTS, of('wrong_tech_stack', LONG)], 'replan.fatal 1');
  });

  it('after the same failure N times in a row [003-14] [003-23]', () => {
    check([], null);
    check([TESTS], null);
    check([TESTS, TESTS], 'replan.same 2');
    check([TESTS, TESTS, TESTS], 'replan.same 3');
    check([TESTS, TESTS], null, { replan: { afterSame: 3 } });
    check([TESTS, TESTS, TESTS], 'replan.same 3', { replan: { afterSame: 3 } });
  });

  it('not where something else came in between [003-14]', () => {
    check([TESTS, BUILD, TESTS], null);
    check([TESTS, TESTS, BUILD], null);
    check([BUILD, TESTS, TESTS], 'replan.same 2');
  });

  it('not where the message is another one [003-14]', () => {
    check([TESTS, of('tests', OTHER)], null);
    check([TESTS, of('tests', OTHER)], 'replan.same 2', { similarity: { messages: false } });
    check([TESTS, of('tests', OTHER)], 'replan.same 2', { similarity: { threshold: 0.1 } });
  });

  it('where messages are alike to the threshold: 0.8 of their characters [003-14]', () => {
    const alike = (changed: number): Failure => of('tests', 'x'.repeat(changed) + 'a'.repeat(50 - changed));
    check([alike(0), alike(10)], 'replan.same 2');
    check([alike(0), alike(11)], null);
  });

  it('by the category alone where a message is shorter than 30 characters [003-14]', () => {
    check([of('tests', 'a'.repeat(29)), of('tests', OTHER)], 'replan.same 2');
    check([of('tests', 'a'.repeat(30)), of('tests', OTHER)], null);
    check([of('tests', 'a'.repeat(30)), of('tests', OTHER)], 'replan.same 2', {
      similarity: { minLength: 31 },
    });
  });

  it('by the metric that is set', () => {
    const words = 'alpha beta gamma delta epsilon zeta eta theta';
    const turned = words.split(' ').reverse().join(' ');
    check([of('tests', words), of('tests', turned)], null);
    check([of('tests', words), of('tests', turned)], 'replan.same 2', { similarity: { metric: 'jaccard' } });
  });
});
