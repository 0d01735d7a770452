import { describe, expect, it } from 'vitest';
import { planOf } from '../../run/plans.ts';
import {
  advising,
  climbs,
  eventsOf,
  failing,
  LINT,
  models,
  modelsOf,
  OTHER_TESTS,
  promptsOf,
  spentBy,
  TESTS,
  usedBy,
} from './ladder.ts';

const CRASH = failing('infra.crash', 'the agent ended by itself with the exit code 134');

describe('a doctor', () => {
  it('is asked at the second failure; its hint is for the next developer alone [003-09] [003-11]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, TESTS, LINT, 'ok'] },
        settings: { maxAttempts: 4 },
        doctor: advising({}, { action: 'retry_with_fix', hint: null, diagnosis: 'only blanks' }),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, ' +
        '#3, strong doctor 2 doctor.failures, says retry_with_fix, retry retry.advice, #4, completed',
      { status: 'completed' },
    );
    const prompts = promptsOf(made, 'developer');
    const hinted = prompts.map(prompt => prompt.includes('reset the basket before each test'));
    expect(hinted).toEqual([false, false, true, false]);
    expect(prompts[3]).toContain('only blanks');
    expect(spentBy(made.state)).toBe('attempts 3, doctor 2');
    expect(usedBy(made.state)).toBe('doctor 2, strong 1');
  });

  it('is asked at once about what is around the work, which spends no attempt [003-09]', async () => {
    const { state } = await climbs(
      { plan: planOf('a'), script: { a: [CRASH, 'ok'] }, doctor: advising({}) },
      '#1, cheap doctor 1 doctor.infra, says retry_with_fix, retry retry.advice, #2, completed',
    );
    expect(spentBy(state)).toBe('infra 1, doctor 1');
    expect(usedBy(state)).toBe('doctor 1, infraDoctor 1');
  });

  it('looks at the work as it was left, and only reads', async () => {
    const made = await climbs(
      { plan: planOf('a'), script: { a: [TESTS, TESTS, 'ok'] }, doctor: advising({}) },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, #3, completed',
    );
    const asked = made.sessions.filter(({ role }) => role === 'doctor');
    expect(asked.map(({ permissions }) => permissions)).toEqual(['read-only']);
    expect(asked[0]!.prompt).toContain(TESTS.message);
  });

  it('who gives no advice is not asked again about the same attempt', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        settings: { maxAttempts: 3 },
        doctor: () => ({ answer: 'have you tried turning it off and on again' }),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, doctor failed, retry retry.attempts, #3, completed',
    );
    expect(spentBy(state)).toBe('attempts 2, doctor 1');
  });

  it('visits a phase twice at most, whatever becomes of it [003-10]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS] },
        settings: { recovery: { replan: { enabled: false }, escalation: { enabled: false } } },
        doctor: advising({}),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, ' +
        '#3, cheap doctor 2 doctor.failures, says retry_with_fix, retry retry.advice, ' +
        '#4, STOP stuck.nothing_left, failed stuck.nothing_left',
      { status: 'halted', standings: 'a failed' },
    );
    expect(spentBy(state)).toBe('attempts 4, doctor 2, rounds 1');
  });

  it('visits a run ten times at most, strong ones five times [003-10]', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    // Each phase asks something of its own, in two categories, so the strong model is called for.
    const script = Object.fromEntries(
      ids.map(id => [
        id,
        [failing('tests', `short ${id}`), failing('lint', `short ${id}`), failing('tests', `brief ${id}`)],
      ]),
    );
    const { state } = await climbs(
      {
        plan: planOf(ids.join('; ')),
        script,
        settings: {
          schedule: 'serial',
          onFailure: 'continue',
          recovery: { replan: { enabled: false }, escalation: { enabled: false } },
        },
        doctor: advising({}),
      },
      null,
      { status: 'failed' },
    );
    expect(usedBy(state)).toBe('doctor 10, strong 5');
    expect(ids.map((_, position) => spentBy(state, position))).toEqual([
      ...Array(5).fill('attempts 4, doctor 2, rounds 1'),
      ...Array(2).fill('attempts 2, rounds 1'),
    ]);
  });

  it('is asked three times in a run about what is around the work [003-10]', async () => {
    const { state, events } = await climbs(
      {
        plan: planOf('a; b'),
        script: { a: [CRASH, CRASH, CRASH, 'ok'], b: [CRASH, CRASH, CRASH, 'ok'] },
        settings: { schedule: 'serial' },
        doctor: advising({ confidence: 1 }),
      },
      null,
      { status: 'completed' },
    );
    expect(usedBy(state)).toBe('doctor 3, infraDoctor 3');
    expect(eventsOf({ events }, 'doctor_called').map(({ phase }) => phase)).toEqual(['a', 'a', 'b']);
  });
});

describe('a doctor who is not sure', () => {
  const unsure = { confidence: 0.69 };
  const chain = { doctor: models('p/cheap', 'p/strong') };

  it('is followed by a strong one, once in a phase [003-12] [003-13]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, TESTS, 'ok'] },
        settings: { models: chain },
        doctor: advising(unsure, { confidence: 0.1, hint: 'the strong one knows' }),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, ' +
        'strong doctor 2 doctor.unsure, says retry_with_fix, retry retry.advice, #3, completed',
    );
    expect(modelsOf(made, 'doctor')).toEqual(['p/cheap', 'p/strong']);
    expect(promptsOf(made, 'developer').at(-1)).toContain('the strong one knows');
    expect(spentBy(made.state)).toBe('attempts 2, doctor 2, strongAgain 1');
    expect(usedBy(made.state)).toBe('doctor 2, strong 1');
  });

  it('is believed where little is at stake', async () => {
    await climbs(
      { plan: planOf('a'), script: { a: [LINT, LINT, 'ok'] }, doctor: advising(unsure) },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, #3, completed',
    );
  });

  it('is believed where no strong one may be asked any more', async () => {
    await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, TESTS, 'ok'] },
        settings: { recovery: { doctor: { strongPerRun: 0 } } },
        doctor: advising(unsure),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, #3, completed',
    );
  });
});

describe('a question that was answered for another phase', () => {
  const script = { a: [TESTS, TESTS, 'ok'], b: [TESTS, TESTS, 'ok'] } as const;

  it('is not asked again', async () => {
    const made = await climbs(
      { plan: planOf('a; b: a'), script, doctor: advising({}) },
      'a #1, a retry retry.attempts, a #2, a cheap doctor 1 doctor.failures, a says retry_with_fix, a retry retry.advice, ' +
        'a #3, a completed, b #1, b retry retry.attempts, b #2, b recalls a, b retry retry.advice, b #3, b completed',
      { status: 'completed' },
    );
    expect(promptsOf(made, 'developer').at(-1)).toContain('reset the basket before each test');
    expect(usedBy(made.state)).toBe('doctor 1');
    expect(spentBy(made.state, 1)).toBe('attempts 2');
  });

  it('helps once: the next time a doctor is asked', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a; b: a'),
        script: { a: script.a, b: [TESTS, TESTS, TESTS, 'ok'] },
        settings: { recovery: { replan: { enabled: false } } },
        doctor: advising({}),
      },
      'a #1, a retry retry.attempts, a #2, a cheap doctor 1 doctor.failures, a says retry_with_fix, a retry retry.advice, ' +
        'a #3, a completed, b #1, b retry retry.attempts, b #2, b recalls a, b retry retry.advice, ' +
        'b #3, b cheap doctor 1 doctor.failures, b says retry_with_fix, b retry retry.advice, b #4, b completed',
    );
    expect(usedBy(state)).toBe('doctor 2');
  });
});
