import { describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import { planOf, subtasks } from '../run/plans.ts';
import { compare } from './check.ts';
import { tree, typesOf } from './tell.ts';
import { type Act, type World, type WorldOptions, world } from './world.ts';

/** Sessions of these phases do not end by themselves as long as the set holds them. */
function withHanging(options: WorldOptions, ...phases: string[]) {
  const hanging = new Set(phases);
  const developer: Act = (files, { assignment: { phase, attempt } }) => {
    files.set(`${phase}.${hanging.has(phase) ? 'cut' : 'txt'}`, `attempt ${attempt}`);
    return hanging.has(phase) ? new Promise(() => {}) : {};
  };
  return { hanging, making: world({ ...options, developer }) };
}

/** Drives the run, and interrupts it after so many milliseconds of its time. */
async function interrupted(made: World, after: number) {
  const stop = new AbortController();
  void made.clock.sleep(after).then(() => stop.abort());
  return made.go({ pause: stop.signal });
}

describe('an interrupted run', () => {
  it('repeats what was running on resume, at no cost and without what was cut off [004-12]', async () => {
    const { hanging, making } = withHanging({ plan: planOf('a; b; c: a b') }, 'b');
    const made = await making;
    const paused = await interrupted(made, 50);
    await compare(made, paused, {
      status: 'paused',
      reason: 'interrupted',
      standings: 'a completed, b running, c pending',
    });
    hanging.clear();
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'completed', landed: 'a b c', reason: '' });
    expect(elements(state.phases).map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect(elements(state.phases)[1]?.spent).toMatchObject({ attempts: 0, landings: 0, infra: 0 });
    expect(tree(made.git)).toEqual({ 'a.txt': 'attempt 1', 'b.txt': 'attempt 1', 'c.txt': 'attempt 1' });
  });

  it('may be interrupted many times without losing an attempt', async () => {
    const { hanging, making } = withHanging({ plan: planOf('a'), settings: { maxAttempts: 1 } }, 'a');
    const made = await making;
    await interrupted(made, 10);
    for (let round = 0; round < 5; round += 1) {
      const stop = new AbortController();
      void made.clock.sleep(10).then(() => stop.abort());
      expect((await made.go({ resume: true, pause: stop.signal })).status).toBe('paused');
    }
    hanging.clear();
    await compare(made, await made.go({ resume: true }), {
      status: 'completed',
      story: 'a started, a completed',
    });
  });

  it('repeats all sessions of a lane that was cut off in its second one', async () => {
    const plan = planOf('a', {
      a: {
        subtasks: subtasks('1', '2').map((task, index) =>
          index === 0 ? task : { ...task, dependsOn: ['1'] },
        ),
      },
    });
    let hangs = true;
    const made = await world({
      plan,
      preset: 'subtasks',
      developer: (files, { assignment }) => {
        files.set(assignment.subtasks.join(), [...files.keys()].join(' '));
        return hangs && assignment.subtasks[0] === '2' ? new Promise(() => {}) : {};
      },
    });
    await interrupted(made, 50);
    hangs = false;
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'completed' });
    expect(tree(made.git)).toEqual({ 1: '', 2: '1' });
    const asked = made.sessions.filter(({ permissions }) => permissions === 'workspace-write');
    expect(asked.map(({ assignment }) => assignment.subtasks.join())).toEqual(['1', '2', '1', '2']);
  });

  it('shows a reviewer that was cut off the attempt again, though its workspace was lost meanwhile', async () => {
    const seen: string[] = [];
    const stop = new AbortController();
    const made = await world({
      plan: planOf('a'),
      reviewer: files => {
        seen.push([...files.keys()].join(' '));
        if (seen.length > 1) return { answer: { approved: true } };
        stop.abort();
        return new Promise(() => {});
      },
    });
    await made.go({ pause: stop.signal });
    made.git.slots.clear();
    await compare(made, await made.go({ resume: true }), {
      status: 'completed',
      story: 'a started, a completed',
    });
    expect(seen).toEqual(['a.txt', 'a.txt']);
    expect(made.sessions.map(({ role }) => role)).toEqual(['developer', 'reviewer', 'reviewer']);
  });

  it('keeps waiting phases waiting over a resume', async () => {
    const made = await world({
      plan: planOf('a'),
      script: { a: ['infra', 'ok'] },
      settings: { limits: { backoffMs: 100 } },
    });
    const paused = await interrupted(made, 30);
    await compare(made, paused, { status: 'paused', standings: 'a retrying' });
    await compare(made, await made.go({ resume: true }), { status: 'completed', starts: 'a@0 a@62' });
  });

  it('stays completed where the interrupt comes last', async () => {
    const made = await world({ plan: planOf('a') });
    const stop = new AbortController();
    const state = await made.go({
      pause: stop.signal,
      at: (moment, key) => {
        if (moment === 'after' && key === 'close_run/completed') stop.abort();
      },
    });
    expect(state.status).toBe('completed');
    expect(typesOf(made.events).at(-1)).toBe('run_ended');
  });

  it('that was interrupted before it began can be resumed', async () => {
    const made = await world({ plan: planOf('a') });
    const state = await made.go({ pause: AbortSignal.abort() });
    expect(state.status).toBe('paused');
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a' });
  });
});

describe('a clock that is set back', () => {
  it('neither stops a run nor turns its time back', async () => {
    const made = await world({
      plan: planOf('a; b: a'),
      script: { b: ['infra', 'ok'] },
      takes: { a: 50 },
      settings: { limits: { backoffMs: 100 } },
    });
    void made.clock.sleep(49).then(() => made.clock.set(-10_000));
    const state = await made.go();
    await compare(made, state, { status: 'completed' });
    const times = (await made.journal()).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
