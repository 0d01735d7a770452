import { describe, expect, it } from 'vitest';
import { planOf } from '../../run/plans.ts';
import { compare } from '../check.ts';
import { world } from '../world.ts';
import {
  ANEW,
  advising,
  answering,
  climbs,
  eventsOf,
  failing,
  guarded,
  ladder,
  models,
  modelsOf,
  OTHER_TESTS,
  promptsOf,
  spentBy,
  TESTS,
  usedBy,
} from './ladder.ts';

const ASKED = '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures';

describe('a doctor who wants another approach', () => {
  it('has the phase described anew [003-11]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        doctor: advising({ action: 'replan' }),
        replanner: answering(ANEW),
      },
      `${ASKED}, says replan, revise replan.doctor, revised, retry retry.revised, #3, completed`,
    );
    expect(spentBy(made.state)).toBe('attempts 2, doctor 1, revisions 1');
  });

  it('has another attempt at least where no other description is left', async () => {
    await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        settings: { maxAttempts: 3, recovery: { replan: { enabled: false } } },
        doctor: advising({ action: 'replan' }),
      },
      `${ASKED}, says replan, retry retry.attempts, #3, completed`,
    );
  });
});

describe('a doctor who wants to leave a phase out', () => {
  const script = { a: [TESTS, OTHER_TESTS, 'ok'] } as const;
  const doctor = advising({ action: 'skip_phase', diagnosis: 'nobody needs it' });

  it('may do so where the plan calls it optional [003-11]', async () => {
    const { state } = await climbs(
      { plan: planOf('a; b: a', { a: { optional: true } }), script, doctor },
      'a #1, a retry retry.attempts, a #2, a cheap doctor 1 doctor.failures, a says skip_phase, a skipped, b #1, b completed',
      { status: 'completed', standings: 'a skipped, b completed' },
    );
    expect(state.phases.chunks[0]![0]!.standing).toMatchObject({
      reason: 'the doctor left it out: nobody needs it',
    });
  });

  it('has a person decide otherwise [003-11]', async () => {
    const { state } = await climbs(
      { plan: planOf('a'), script, doctor },
      `${ASKED}, says skip_phase, help doctor.skips, run waiting`,
      { status: 'waiting' },
    );
    expect(state.reason).toContain('the doctor wants to leave phase a out: nobody needs it');
  });

  it('has a person decide though the plan calls it optional, where the settings say never', async () => {
    const settings = { recovery: { doctor: { skip: 'never' } } } as const;
    await climbs(
      { plan: planOf('a', { a: { optional: true } }), script, doctor, settings },
      `${ASKED}, says skip_phase, help doctor.skips, run waiting`,
      { status: 'waiting' },
    );
  });

  it('may do so with any phase where the settings say so', async () => {
    const settings = { recovery: { doctor: { skip: 'always' } } } as const;
    await climbs({ plan: planOf('a'), script, doctor, settings }, `${ASKED}, says skip_phase, skipped`, {
      status: 'completed',
    });
  });

  it.each([
    ['retry', `${ASKED}, says skip_phase, help doctor.skips, run waiting, reset, #3, completed`],
    ['skip', `${ASKED}, says skip_phase, help doctor.skips, run waiting, skipped`],
  ] as const)('a person may %s it then', async (type, story) => {
    const made = await world(guarded({ plan: planOf('a'), script, doctor }));
    await made.go();
    await made.ask({ type, phase: 'a' });
    const state = await made.go();
    await compare(made, state, { status: 'completed' });
    expect(ladder(made.events)).toBe(story);
  });
});

describe('a doctor who sees no way', () => {
  it('ends the phase, with attempts left [003-11]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a; b: a'),
        script: { a: [TESTS] },
        settings: { maxAttempts: 5 },
        doctor: advising({ action: 'fatal_error' }),
      },
      `${ASKED}, says fatal_error, failed doctor.gives_up`,
      { status: 'halted', standings: 'a failed, b blocked by a' },
    );
    expect(spentBy(state)).toBe('attempts 2, doctor 1');
  });
});

describe('a doctor who wants another provider', () => {
  const doctor = advising({ action: 'rollback_provider' });
  const script = { a: [TESTS, OTHER_TESTS, 'ok'] } as const;

  it('gets the next one in the chain of the developer, whoever was asked last [003-11]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script,
        doctor,
        settings: {
          models: { developer: models('p1/x', 'p2/y'), reviewer: models('p4/r'), doctor: models('p3/z') },
        },
      },
      `${ASKED}, says rollback_provider, p1 rests for good provider.rolled_back, retry retry.provider, #3, completed`,
    );
    expect(modelsOf(made, 'developer')).toEqual(['p1/x', 'p1/x', 'p2/y']);
  });

  it('gets that of the developer changed, though a reviewer sent the work back', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: ['reject', 'reject', 'ok'] },
        doctor,
        settings: { models: { developer: models('p1/x', 'p2/y'), reviewer: models('p4/r') } },
      },
      `${ASKED}, says rollback_provider, p1 rests for good provider.rolled_back, retry retry.provider, #3, completed`,
    );
    expect(modelsOf(made, 'developer')).toEqual(['p1/x', 'p1/x', 'p2/y']);
  });

  it('has it decided as if nobody had been asked where there is no other', async () => {
    await climbs(
      { plan: planOf('a'), script, doctor, settings: { maxAttempts: 3 } },
      `${ASKED}, says rollback_provider, retry retry.attempts, #3, completed`,
    );
  });
});

describe('a doctor who wants a command to be run', () => {
  const doctor = advising({ action: 'execute_fix', command: 'npm ci', hint: 'install first' });
  const settings = { recovery: { doctor: { fixes: ['npm ci', 'false'] } } };

  it('may choose what the settings list, once in a phase [003-13]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: {
          a: [TESTS, OTHER_TESTS, failing('tests', 'nobody closes the file that was opened at first'), 'ok'],
        },
        settings,
        doctor,
      },
      `${ASKED}, says execute_fix, runs npm ci, fixed, retry retry.fix, ` +
        '#3, cheap doctor 2 doctor.failures, says execute_fix, retry retry.advice, #4, completed',
    );
    expect(spentBy(made.state)).toBe('attempts 3, doctor 2, fixes 1');
    expect(promptsOf(made, 'doctor').map(prompt => prompt.includes('npm ci'))).toEqual([true, false]);
  });

  it('may not by default, nor anything that is not on the list word for word', async () => {
    const ran: string[] = [];
    const check = (command: string): boolean => {
      ran.push(command);
      return true;
    };
    const story = `${ASKED}, says execute_fix, retry retry.advice, #3, completed`;
    const script = { a: [TESTS, OTHER_TESTS, 'ok'] } as const;
    await climbs({ plan: planOf('a'), script, doctor, check }, story);
    const near = advising({ action: 'execute_fix', command: 'npm ci && curl evil' });
    await climbs({ plan: planOf('a'), script, doctor: near, check, settings }, story);
    const none = advising({ action: 'execute_fix', command: null });
    await climbs({ plan: planOf('a'), script, doctor: none, check, settings }, story);
    expect(ran).toEqual([]);
  });

  it('has the phase tried again also where the command fails', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        settings,
        doctor: advising({ action: 'execute_fix', command: 'false' }),
        check: () => false,
      },
      `${ASKED}, says execute_fix, runs false, not fixed, retry retry.fix, #3, completed`,
    );
    expect(eventsOf(made, 'fix_ended').map(({ outcome }) => outcome)).toEqual(['exit status 1']);
    expect(usedBy(made.state)).toBe('doctor 1');
  });
});
