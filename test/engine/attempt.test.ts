import { describe, expect, it } from 'vitest';
import { elementAt, elements } from '../../src/base/chunked.ts';
import type { Overrides } from '../../src/run/settings.ts';
import type { Counters } from '../../src/run/state.ts';
import { planOf, subtasks } from '../run/plans.ts';
import { check, type Expected } from './check.ts';
import type { Script } from './script.ts';
import { tree } from './tell.ts';
import { type Act, CHECKS } from './world.ts';

/** What becomes of one phase, `a`, whose attempts go as the script says. */
interface Case extends Expected {
  readonly title: string;
  readonly script: Script;
  readonly settings?: Overrides;
  readonly spent: Partial<Counters>;
  /** What the second attempt is told. */
  readonly told?: string;
  /** Categories of the failures, in order. */
  readonly failures?: string;
}

const RETRIED = 'a started, a retry, a started, a completed';
const FAILED = 'a started, a retry, a started, a failed';

const CASES: readonly Case[] = [
  {
    title: 'lands what was approved',
    script: { a: ['ok'] },
    spent: { attempts: 0, landings: 0, infra: 0 },
    status: 'completed',
    story: 'a started, a completed',
  },
  {
    title: 'retries a session that changed nothing',
    script: { a: ['idle', 'ok'] },
    spent: { attempts: 1 },
    failures: 'no_change',
    told: 'without a change to any file',
    story: RETRIED,
  },
  {
    title: 'retries a failed session once with its error, then gives up [001-06] [001-07]',
    script: { a: ['fail'] },
    spent: { attempts: 2 },
    failures: 'agent_error agent_error',
    told: 'a 1 broke',
    status: 'halted',
    story: FAILED,
    landed: '',
  },
  {
    title: 'does not believe a report of success against its checks [004-09]',
    script: { a: ['red', 'ok'] },
    settings: { checks: CHECKS },
    spent: { attempts: 1 },
    failures: 'checks',
    told: '`test`: exit status 1',
    story: RETRIED,
  },
  {
    title: 'retries a rejected phase with what the reviewer said [000-03]',
    script: { a: ['reject', 'ok'] },
    spent: { attempts: 1 },
    failures: 'review',
    told: 'mend a 1',
    status: 'completed',
    story: RETRIED,
  },
  {
    title: 'halts after the second rejection and leaves nothing on the branch [000-04] [000-17]',
    script: { a: ['reject'] },
    spent: { attempts: 2 },
    failures: 'review review',
    status: 'halted',
    reason: 'failed: a',
    story: FAILED,
    landed: '',
  },
  {
    title: 'gives up after as many attempts as the settings allow',
    script: { a: ['reject'] },
    settings: { maxAttempts: 4 },
    spent: { attempts: 4 },
    story: 'a started, a retry, a started, a retry, a started, a retry, a started, a failed',
  },
  {
    title: 'gives up at once where one attempt is all there is',
    script: { a: ['fail'] },
    settings: { maxAttempts: 1 },
    spent: { attempts: 1 },
    story: 'a started, a failed',
  },
  {
    title: 'spends no attempt on what is not the phase’s fault',
    script: { a: ['infra', 'infra', 'infra', 'fail', 'ok'] },
    spent: { attempts: 1, infra: 3 },
    failures: 'infra.network infra.network infra.network agent_error',
    status: 'completed',
  },
  {
    title: 'gives up where the world does not recover',
    script: { a: ['infra'] },
    settings: { limits: { infraRetries: 2, backoffMs: 0 } },
    spent: { attempts: 0, infra: 3 },
    status: 'halted',
  },
  {
    title: 'takes a reviewer that twice gives no verdict for a failure of its own, not of the phase',
    script: { a: ['mute', 'ok'] },
    spent: { attempts: 0, infra: 1 },
    failures: 'infra.crash',
    story: RETRIED,
  },
];

describe('an attempt', () => {
  for (const { title, script, settings = {}, spent, told, failures, ...expected } of CASES) {
    it(title, async () => {
      const { state, sessions, events } = await check({ plan: planOf('a'), script, settings }, expected);
      expect(elementAt(state.phases, 0).spent).toMatchObject(spent);
      const lost = events.flatMap(event => ('spends' in event ? [event.failure.category] : []));
      if (failures !== undefined) expect(lost.join(' ')).toBe(failures);
      const second = sessions.find(({ assignment, permissions }) => {
        return assignment.attempt === 2 && permissions === 'workspace-write';
      });
      if (told !== undefined) expect(second?.prompt).toContain(told);
    });
  }

  it('asks a reviewer that gave no verdict once more, in a fresh session', async () => {
    const { sessions } = await check({ plan: planOf('a'), script: { a: ['mute', 'ok'] } }, {});
    const reviews = sessions.filter(({ permissions }) => permissions === 'read-only');
    expect(reviews.map(({ assignment }) => assignment.attempt)).toEqual([1, 1, 2]);
  });

  it('takes a verdict on the second asking', async () => {
    let asked = 0;
    const reviewer = () => {
      asked += 1;
      return { answer: asked > 1 ? { approved: true } : null };
    };
    await check({ plan: planOf('a'), reviewer }, { status: 'completed', story: 'a started, a completed' });
    expect(asked).toBe(2);
  });

  it('takes a reviewer that fails for no verdict, whatever it failed of', async () => {
    const reviewer = () => ({ failure: { category: 'refused', message: 'I would rather not' } as const });
    const { state } = await check(
      { plan: planOf('a'), reviewer, settings: { limits: { infraRetries: 0 } } },
      { status: 'halted' },
    );
    expect(elementAt(state.phases, 0).spent).toMatchObject({ attempts: 0, landings: 0, infra: 1 });
  });

  /** Waits are drawn by chance below 100, 200, 400 ms, always the same for the same run. */
  it('waits before it tries again after a failure of the world', async () => {
    const script = { a: ['infra', 'infra', 'infra', 'ok'] } as const;
    await check(
      { plan: planOf('a'), script, settings: { limits: { backoffMs: 100 } } },
      { starts: 'a@0 a@62 a@119 a@472' },
    );
  });

  it('lets other phases go on while one waits, and wakes each in its turn', async () => {
    const script = { a: ['infra', 'infra', 'ok'], b: ['infra', 'ok'] } as const;
    await check(
      { plan: planOf('a; b; c: a b'), script, takes: { b: 120 }, settings: { limits: { backoffMs: 100 } } },
      { status: 'completed', starts: 'a@0 b@0 a@62 a@119 b@196 c@316' },
    );
  });

  it('keeps the wait of one phase while a shorter one begins', async () => {
    const script = { a: ['infra', 'infra', 'ok'], b: ['infra', 'ok'] } as const;
    await check(
      { plan: planOf('a; b'), script, takes: { b: 30 }, settings: { limits: { backoffMs: 100 } } },
      { status: 'completed', starts: 'a@0 b@0 a@62 b@106 a@119' },
    );
  });

  it('does not start the next task while one waits for its retry in a serial run [002-03]', async () => {
    await check(
      {
        plan: planOf('a; b'),
        preset: 'tasks',
        script: { a: ['infra', 'ok'] },
        settings: { limits: { backoffMs: 100 } },
      },
      { starts: 'a@0 a@62 b@62' },
    );
  });

  it('lands a phase that changed nothing where the plan allows it, and no other', async () => {
    const { state } = await check(
      {
        plan: planOf('a; b', { a: { allowEmpty: true } }),
        script: { a: ['idle'], b: ['idle', 'idle'] },
        settings: { recovery: { enabled: false }, onFailure: 'continue' },
      },
      { landed: 'a' },
    );
    const { standing } = elementAt(state.phases, 1);
    expect(standing).toMatchObject({ status: 'failed', failure: { category: 'no_change' } });
    const { message } = (standing as { failure: { message: string } }).failure;
    for (const way of ['skip b', "allowEmpty in the plan's phase", 'settings'])
      expect(message).toContain(way);
  });

  it('lands a phase that changed nothing where that is allowed', async () => {
    await check(
      { plan: planOf('a'), script: { a: ['idle'] }, settings: { allowEmpty: true } },
      { status: 'completed', landed: 'a' },
    );
  });

  it('shows the reviewer the difference between the pre-phase head and the attempt [001-13]', async () => {
    const { sessions, git, state } = await check({ plan: planOf('a; b: a') }, { status: 'completed' });
    const review = sessions.find(s => s.permissions === 'read-only' && s.assignment.phase === 'b');
    const landedA = elementAt(state.phases, 0).standing as { commit: string };
    expect(review?.prompt).toContain(`${landedA.commit}`);
    expect(review?.prompt).toContain(git.refs.get('b/1/-'));
  });
});

describe('a report', () => {
  const plan = planOf('a', { a: { subtasks: subtasks('1', '2', '3') } });

  it('that says partial fails the attempt, names the failed subtask, and the rest is repeated [001-08] [001-09]', async () => {
    const { sessions, events, state } = await check(
      { plan, script: { a: ['partial'] } },
      { status: 'halted', story: FAILED },
    );
    const told = events.filter(
      event => event.type.startsWith('subtask_') && 'attempt' in event && event.attempt === 1,
    );
    expect(told.map(event => `${event.type} ${'subtask' in event && event.subtask}`)).toEqual([
      'subtask_started 1',
      'subtask_started 2',
      'subtask_started 3',
      'subtask_completed 1',
      'subtask_failed 2',
    ]);
    expect(sessions[1]?.prompt).toContain('no such module (failed: 2)');
    expect(sessions[1]?.assignment.subtasks).toEqual(['1', '2', '3']);
    const ended = events.find(event => event.type === 'session_ended');
    expect(ended).toMatchObject({
      report: {
        status: 'partial',
        subtasksCompleted: ['1'],
        subtasksFailed: ['2'],
        summary: 'half',
        error: 'no such module',
        filesChanged: [],
      },
    });
    const [phase] = elements(state.phases);
    expect(phase?.subtasks.map(({ status, error }) => `${status} ${error}`)).toEqual([
      'completed null',
      'failed no such module',
      'pending null',
    ]);
  });

  it('is not needed: git tells what was done, one fresh session has all subtasks in order [001-04]', async () => {
    const { sessions, state, git } = await check(
      {
        plan,
        developer: (files, { assignment }) => {
          files.set('steps', assignment.subtasks.join(' '));
          return {};
        },
      },
      { status: 'completed' },
    );
    expect(sessions.map(({ permissions }) => permissions)).toEqual(['workspace-write', 'read-only']);
    expect(sessions[0]?.continues).toBe(null);
    expect(tree(git)).toEqual({ steps: '1 2 3' });
    expect(elementAt(state.phases, 0).subtasks.map(({ status }) => status)).toEqual(
      Array(3).fill('completed'),
    );
  });

  it('of completion with a failed subtask is a failure', async () => {
    const answer = { status: 'completed', subtasksFailed: ['2'] };
    const developer: Act = files => {
      files.set('x', '');
      return { answer };
    };
    await check(
      { plan, developer, settings: { maxAttempts: 1 } },
      { status: 'halted', story: 'a started, a failed' },
    );
  });
});
