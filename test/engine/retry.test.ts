import { describe, expect, it } from 'vitest';
import { elementAt, elements } from '../../src/base/chunked.ts';
import { FRAMINGS } from '../../src/prompt/retry.ts';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';
import { tree } from './tell.ts';
import { CHECKS } from './world.ts';

describe('onReject: fresh', () => {
  it('begins anew at the pre-phase commit, in a fresh session, and nothing of the failed attempt is left [000-16] [001-14]', async () => {
    const { git, events, sessions } = await check(
      { plan: planOf('z; a: z'), script: { a: ['reject', 'ok'] } },
      { status: 'completed', landed: 'z a' },
    );
    const bases = events.flatMap(event =>
      event.type === 'phase_started' && event.phase === 'a' ? [event.base] : [],
    );
    expect(bases[1]).toBe(bases[0]);
    expect(tree(git)).toEqual({ 'a.txt': 'attempt 2', 'z.txt': 'attempt 1' });
    expect(sessions.every(({ continues }) => continues === null)).toBe(true);
  });

  it('keeps the failed attempt and names it to the next one', async () => {
    const { git, sessions } = await check({ plan: planOf('a'), script: { a: ['reject', 'ok'] } }, {});
    const kept = git.refs.get('a/1/-')!;
    expect(git.commits.get(kept)?.tree.get('a.left-1.txt')).toBe('reject');
    expect(sessions.find(({ assignment }) => assignment.attempt === 2)?.prompt).toContain(
      'refs/phasewright/test/a/1',
    );
    const reviews = sessions.filter(({ role }) => role === 'reviewer').map(({ prompt }) => prompt);
    expect(reviews.map(prompt => prompt.includes('review-feedback.md'))).toEqual([false, true]);
  });

  it('is told what was found last, also where an attempt after that was cut off', async () => {
    const { sessions } = await check(
      { plan: planOf('a'), script: { a: ['reject', 'infra', 'ok'] } },
      { status: 'completed', landed: 'a' },
    );
    const third = sessions.find(({ assignment }) => assignment.attempt === 3)!.prompt;
    expect(third).toContain(`# Attempt 3\n\n${FRAMINGS[0]}`);
    expect(third).toContain('mend a 1');
    expect(third).toContain('Attempt 2 was cut off before it was judged');
  });

  it('begins at the same commit though another phase landed meanwhile', async () => {
    const { events, git } = await check(
      { plan: planOf('a; b'), script: { a: ['reject', 'ok'] }, takes: { a: 5, b: 1 } },
      { status: 'completed', landed: 'b a' },
    );
    const bases = events.flatMap(event =>
      event.type === 'phase_started' && event.phase === 'a' ? [event.base] : [],
    );
    expect(bases).toEqual(['c0', 'c0']);
    expect(tree(git)).toEqual({ 'a.txt': 'attempt 2', 'b.txt': 'attempt 1' });
  });
});

describe('onReject: continue', () => {
  it('goes on in the same session and workspace, with its files and the feedback [002-05]', async () => {
    const { git, sessions } = await check(
      {
        plan: planOf('a'),
        preset: 'tasks',
        script: { a: ['reject', 'red', 'ok'] },
        settings: { checks: CHECKS },
      },
      // The file that fails the check is kept from attempt to attempt: nothing is reset.
      { status: 'halted', landed: '' },
    );
    const work = sessions.filter(({ permissions }) => permissions === 'workspace-write');
    expect(work.map(({ continues }) => continues)).toEqual([null, ...Array(4).fill('a/1')]);
    expect(new Set(work.map(({ cwd }) => cwd)).size).toBe(1);
    expect(work[1]?.prompt).toContain('mend a 1');
    expect([...git.commits.get(git.refs.get('a/5/-')!)!.tree.keys()].sort()).toEqual([
      'a.left-1.txt',
      'a.left-2.txt',
      'a.txt',
    ]);
  });

  it('allows five rounds, then halts [002-06]', async () => {
    const { state, events } = await check(
      { plan: planOf('a; b'), preset: 'tasks', script: { a: ['reject'] } },
      { status: 'halted', standings: 'a failed, b pending', landed: '' },
    );
    expect(events.filter(({ type }) => type === 'review_ended')).toHaveLength(5);
    expect(elementAt(state.phases, 0).spent.attempts).toBe(5);
  });

  it('counts rounds for each task anew, and begins each task in a fresh session [002-04] [002-09] [002-10]', async () => {
    const { state, events, sessions } = await check(
      {
        plan: planOf('a; b; c'),
        preset: 'tasks',
        script: { a: ['reject', 'reject', 'ok'], b: ['reject', 'ok'] },
      },
      { status: 'completed', landed: 'a b c' },
    );
    expect(elements(state.phases).map(({ spent }) => spent.attempts)).toEqual([2, 1, 0]);
    const work = sessions.filter(({ permissions }) => permissions === 'workspace-write');
    expect(work.map(({ continues }) => continues)).toEqual([null, 'a/1', 'a/1', null, 'b/1', null]);
    const order = events.filter(({ type }) => type === 'phase_completed' || type === 'phase_started');
    expect(order.map(event => `${event.type} ${'phase' in event && event.phase}`)).toEqual([
      ...Array(3).fill('phase_started a'),
      'phase_completed a',
      ...Array(2).fill('phase_started b'),
      'phase_completed b',
      'phase_started c',
      'phase_completed c',
    ]);
  });

  it('lands one commit of all rounds', async () => {
    const { git } = await check(
      { plan: planOf('a'), preset: 'tasks', script: { a: ['reject', 'ok'] } },
      { status: 'completed', landed: 'a' },
    );
    expect(tree(git)).toEqual({ 'a.left-1.txt': 'reject', 'a.txt': 'attempt 2' });
  });

  it('goes back to its own workspace though another one is free', async () => {
    const { sessions } = await check(
      {
        plan: planOf('a; b'),
        script: { b: ['reject', 'ok'] },
        takes: { a: 10, b: 20 },
        settings: { onReject: 'continue' },
      },
      { status: 'completed', starts: 'a@0 b@0 b@20' },
    );
    const again = sessions.filter(({ assignment }) => assignment.phase === 'b').map(({ cwd }) => cwd);
    expect(new Set(again)).toEqual(new Set(['/slots/2']));
    expect(sessions.find(({ continues }) => continues !== null)?.continues).toBe('b/1');
  });

  it('takes the files over but begins a new session where the workspace is in other hands', async () => {
    const { sessions, git } = await check(
      {
        plan: planOf('a; b; c'),
        script: { a: ['infra', 'ok'] },
        takes: { b: 50, c: 500 },
        settings: { onReject: 'continue', concurrency: 2, limits: { backoffMs: 100 } },
      },
      { status: 'completed', starts: 'a@0 b@0 c@0 a@62' },
    );
    const again = sessions.find(({ assignment }) => assignment.phase === 'a' && assignment.attempt === 2);
    expect(again?.continues).toBe(null);
    expect(again?.prompt).toContain('What attempt 1 left is in this folder already');
    expect(again?.prompt).not.toContain('is back where');
    expect(tree(git)['a.left-1.txt']).toBe('infra');
  });
});
