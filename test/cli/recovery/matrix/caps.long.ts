import { describe, expect } from 'vitest';
import { failing, landing, type Played, scenario } from '../scenario.ts';
import { chain, fail, revise, worksAfter } from '../steps.ts';

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const ids = NAMES.map((_, index) => String(index + 1));
const phasesOf = (count: number): object[] =>
  NAMES.slice(0, count).map((title, index) => ({ id: String(index + 1), title }));
/** Failures that no answer about another phase fits. */
const message = (id: string): string =>
  `The ${NAMES[Number(id) - 1]} of all things is missing from the list.`;
const forEach = <T>(of: readonly string[], value: (id: string) => T): Record<string, T> =>
  Object.fromEntries(of.map(id => [id, value(id)]));
const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number = 0) => total + number, 0);

describe('doctors are asked', () => {
  scenario(
    'at most twice in a phase [003-10]',
    {
      script: {
        developer: {
          1: ['red', 'green', 'blue', 'grey'].map(colour => [
            fail(
              'tests',
              `The ${colour} lamp ought to be lit by now, which it is not: ${colour.repeat(20)}.`,
            ),
          ]),
        },
      },
      settings: { recovery: { replan: false } },
    },
    failing({
      spent: { 1: { attempts: 4, doctor: 2, rounds: 1 } },
      rules: {
        1: [
          ...['retry.attempts', 'doctor.failures', 'retry.advice', 'doctor.failures', 'retry.advice'],
          ...['stuck.nothing_left', 'stuck.nothing_left'],
        ],
      },
    }),
  );

  const strengths = ({ of }: Played, strength: string): number =>
    of('doctor_called').filter(event => event.strength === strength).length;
  scenario(
    'at most ten times in a run, of which five times with the strong model [003-10]',
    {
      phases: phasesOf(6),
      script: { developer: forEach(ids, id => [[fail('logic', message(id))]]) },
      settings: {
        ...{
          maxAttempts: 1,
          onFailure: 'continue',
          schedule: 'serial',
          models: { doctor: ['small', 'big'] },
        },
        recovery: { doctor: { afterFailures: 1 }, replan: false },
      },
    },
    failing({
      phases: forEach(ids, () => 'failed'),
      spent: forEach(ids, id => ({
        attempts: id === '6' ? 1 : 3,
        ...(id === '6' ? {} : { doctor: 2 }),
        rounds: 1,
      })),
      rules: forEach(ids, id => [
        ...(id === '6' ? [] : ['doctor.failures', 'retry.advice', 'doctor.failures', 'retry.advice']),
        ...['stuck.nothing_left', 'stuck.nothing_left'],
      ]),
    }),
    played => expect([strengths(played, 'strong'), strengths(played, 'cheap')]).toEqual([5, 5]),
  );

  scenario(
    'at most three times in a run about what is not the fault of the work [003-10]',
    {
      phases: phasesOf(4),
      script: { developer: forEach(ids, id => worksAfter(fail('infra.crash', message(id)))) },
      settings: { schedule: 'serial' },
    },
    landing({
      phases: forEach(ids.slice(0, 4), () => 'completed'),
      landed: ids.slice(0, 4),
      spent: forEach(ids.slice(0, 4), id => ({ infra: 1, ...(id === '4' ? {} : { doctor: 1 }) })),
      rules: forEach(ids.slice(0, 4), id => (id === '4' ? ['infra.wait'] : ['doctor.infra', 'retry.advice'])),
    }),
  );
});

describe('a phase is described anew', () => {
  const fatal = fail('wrong_tech_stack');
  const GIVEN_UP = ['stuck.nothing_left', 'stuck.nothing_left'];
  scenario(
    'at most once [003-16]',
    {
      script: { developer: { 1: [[fatal]] }, replanner: { '*': [[revise()]] } },
      settings: { recovery: { doctor: false } },
    },
    failing({
      spent: { 1: { attempts: 3, revisions: 1, rounds: 1 } },
      rules: { 1: ['replan.fatal', 'retry.revised', 'retry.attempts', ...GIVEN_UP] },
    }),
    ({ status }) =>
      expect(status.phases).toMatchObject([{ revision: 1, intent: expect.stringContaining('First') }]),
  );

  scenario(
    'at most five times in a run [003-16]',
    {
      phases: phasesOf(6),
      script: { developer: forEach(ids, () => [[fatal]]), replanner: { '*': [[revise()]] } },
      settings: { maxAttempts: 1, onFailure: 'continue', recovery: { doctor: false } },
    },
    failing({
      phases: forEach(ids, () => 'failed'),
      spent: expect.any(Object),
      rules: expect.any(Object),
    }),
    ({ spent, of }) => {
      expect(sum(Object.values(spent).map(({ revisions }) => revisions))).toBe(5);
      expect(sum(Object.values(spent).map(({ attempts }) => attempts))).toBe(11);
      expect(of('phase_revised')).toHaveLength(5);
    },
  );
});

describe('stronger models take over', () => {
  scenario(
    'at most once in a phase',
    {
      script: { developer: { 1: [[fail('tests')]] } },
      settings: {
        ...{ maxAttempts: 1, models: { developer: chain('small', 'big', 'biggest') } },
        recovery: { doctor: false, replan: false },
      },
    },
    failing({
      spent: { 1: { attempts: 2, escalations: 1, rounds: 2 } },
      rules: {
        1: [
          ...['stuck.escalate', 'stuck.escalate', 'retry.escalated'],
          ...['stuck.nothing_left', 'stuck.nothing_left'],
        ],
      },
    }),
    ({ status }) => expect(status.phases).toMatchObject([{ level: 1 }]),
  );
});

describe('a phase is stuck', () => {
  scenario(
    'at most three times, then it is given up',
    {
      script: { developer: { 1: [[fail('infra.git')]] } },
      settings: { limits: { backoffMs: 1, infraRetries: 0 }, recovery: { doctor: false } },
    },
    failing({
      spent: { 1: { infra: 4, rounds: 4 } },
      rules: {
        1: [
          ...Array(3).fill(['stuck.own_error', 'retry.own_error']).flat(),
          ...['stuck.rounds', 'stuck.nothing_left'],
        ],
      },
    }),
  );
});
