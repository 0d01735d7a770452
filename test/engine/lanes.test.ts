import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/chunked.ts';
import { type Phase, SUBTASK_TYPES } from '../../src/plan/model.ts';
import { lanesOf } from '../../src/run/lanes.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { planOf, subtasks } from '../run/plans.ts';
import { check, compare } from './check.ts';
import { tree, typesOf } from './tell.ts';
import { type Act, type World, world } from './world.ts';

/** Subtasks written as `1; 2: 1; 3`. */
const steps = (text: string): Phase['subtasks'] =>
  planOf(text).phases.map(({ id, dependsOn }) => ({
    ...subtasks(id)[0]!,
    dependsOn,
    type: SUBTASK_TYPES[0],
  }));

const phaseOf = (text: string) => planOf('a; z: a', { a: { subtasks: steps(text) } });

/** Each subtask writes a file of its own and notes what it found there. */
const notes: Act = (files, { assignment: { phase, subtasks: ids } }) => {
  const name = ids.join('+') || phase;
  files.set(name, [...files.keys()].sort().join(' '));
  return {};
};

describe('lanes', () => {
  const CASES = [
    ['independent subtasks each have their own', '1; 2; 3', '1 | 2 | 3'],
    ['a chain shares one, dependencies first', '2: 1; 1; 3: 2', '1,2,3'],
    ['what is joined by a later subtask shares one', '1; 2; 3: 1 2; 4', '1,2,3 | 4'],
    ['chains that grow together are one', '1; 2; 3; 4: 1 2; 5: 3 4', '1,2,3,4,5'],
    ['dependencies on other phases join nothing', '1: x; 2: x', '1 | 2'],
  ] as const;
  for (const [title, text, expected] of CASES) {
    it(title, () => {
      const [phase] = phaseOf(text).phases;
      const lanes = lanesOf(phase!, settingsOf('subtasks', {}));
      expect(lanes.map(lane => lane.join()).join(' | ')).toBe(expected);
      expect(lanesOf(phase!, settingsOf('phased', {}))).toEqual([[phase!.subtasks.map(({ id }) => id)]]);
    });
  }
});

describe('session: subtask', () => {
  it('works on all subtasks of a phase side by side, each in a fresh session and workspace [000-12]', async () => {
    const { sessions, git } = await check(
      { plan: phaseOf('1; 2; 3'), preset: 'subtasks', developer: notes, takes: { a: 10 } },
      { status: 'completed', landed: 'a z', starts: 'a@0 z@10' },
    );
    const work = sessions.filter(s => s.permissions === 'workspace-write' && s.assignment.phase === 'a');
    expect(work.map(({ assignment }) => assignment.subtasks.join())).toEqual(['1', '2', '3']);
    expect(new Set(work.map(({ cwd }) => cwd)).size).toBe(3);
    expect(work.every(({ continues }) => continues === null)).toBe(true);
    expect(tree(git)).toEqual({ 1: '', 2: '', 3: '', z: '1 2 3' });
  });

  it('waits for all of them before it goes on [000-13]', async () => {
    const { events } = await check(
      { plan: phaseOf('1; 2; 3'), preset: 'subtasks', developer: notes },
      { status: 'completed' },
    );
    const types = typesOf(events);
    expect(
      types.filter(type => type === 'attempt_captured' || type === 'lanes_combined').slice(0, 4),
    ).toEqual(['attempt_captured', 'attempt_captured', 'attempt_captured', 'lanes_combined']);
    expect(types.indexOf('review_ended')).toBeGreaterThan(types.indexOf('lanes_combined'));
  });

  it('does a chain in order in one workspace: the later sees the uncommitted edits of the earlier [001-12]', async () => {
    const { git, sessions } = await check(
      { plan: phaseOf('1; 2: 1; 3: 2; 4'), preset: 'subtasks', developer: notes, takes: { a: 10 } },
      { status: 'completed', starts: 'a@0 z@30', landed: 'a z' },
    );
    expect(tree(git)).toMatchObject({ 1: '', 2: '1', 3: '1 2', 4: '' });
    const chain = sessions.filter(s => ['1', '2', '3'].includes(s.assignment.subtasks.join()));
    expect(new Set(chain.map(({ cwd }) => cwd)).size).toBe(1);
  });

  it('works with a single slot', async () => {
    const { git } = await check(
      {
        plan: phaseOf('1; 2: 1; 3'),
        preset: 'subtasks',
        developer: notes,
        settings: { concurrency: 1 },
        takes: { a: 1 },
      },
      { status: 'completed', starts: 'a@0 z@3' },
    );
    expect(Object.keys(tree(git))).toEqual(['1', '2', '3', 'z']);
  });

  it('shares few slots among phases without a deadlock', async () => {
    const plan = planOf('a; b; c', {
      a: { subtasks: steps('1; 2; 3') },
      b: { subtasks: steps('4; 5; 6') },
      c: { subtasks: steps('7; 8') },
    });
    await check(
      {
        plan,
        preset: 'subtasks',
        developer: notes,
        settings: { concurrency: 2 },
        takes: { a: 3, b: 2, c: 5 },
      },
      { status: 'completed' },
    );
  });

  it('rejects subtasks that changed the same place', async () => {
    const clash: Act = (files, { assignment: { attempt, subtasks: ids } }) => {
      files.set(attempt === 1 ? 'shared' : `own-${ids.join()}`, ids.join());
      return {};
    };
    const { events, sessions } = await check(
      { plan: phaseOf('1; 2'), preset: 'subtasks', developer: clash },
      { status: 'completed', story: 'a started, a retry, a started, a completed, z started, z completed' },
    );
    expect(events.find(({ type }) => type === 'lanes_overlap')).toMatchObject({ files: ['shared'] });
    expect(sessions.find(({ assignment }) => assignment.attempt === 2)?.prompt).toContain(
      'same places in shared',
    );
  });

  it('lets the others of a failed subtask end, starts no further one, and halts everything [000-14]', async () => {
    const made: World = await world({
      plan: phaseOf('1; 2; 3'),
      preset: 'subtasks',
      settings: { maxAttempts: 1, concurrency: 2 },
      developer: async (files, session) => {
        const { subtasks: ids } = session.assignment;
        if (ids.join() === '2') return { failure: { category: 'agent_error', message: 'no' } };
        await made.clock.sleep(10);
        return notes(files, session);
      },
    });
    const state = await made.go();
    await compare(made, state, {
      status: 'halted',
      reason: 'phase a failed',
      standings: 'a failed, z blocked by a',
      landed: '',
    });
    expect(made.sessions.map(({ assignment }) => assignment.subtasks.join())).toEqual(['1', '2']);
    expect(typesOf(made.events)).not.toContain('lanes_combined');
    expect(elementAt(state.phases, 0).subtasks.map(({ status }) => status)).toEqual([
      'completed',
      'pending',
      'pending',
    ]);
  });

  it('shows the reviewer the work of all lanes', async () => {
    const seen: string[] = [];
    const reviewer: Act = files => {
      seen.push([...files.keys()].sort().join(' '));
      return { answer: { approved: true } };
    };
    await check(
      { plan: phaseOf('1; 2; 3'), preset: 'subtasks', developer: notes, reviewer },
      { status: 'completed' },
    );
    expect(seen).toEqual(['1 2 3', '1 2 3 z']);
  });

  it('reviews a rejected phase once more after all of its subtasks were repeated with the feedback [000-16]', async () => {
    const { sessions } = await check(
      { plan: phaseOf('1; 2'), preset: 'subtasks', script: { a: ['reject', 'ok'] }, developer: notes },
      { status: 'completed' },
    );
    const again = sessions.filter(s => s.assignment.attempt === 2 && s.permissions === 'workspace-write');
    expect(again.map(({ assignment }) => assignment.subtasks.join())).toEqual(['1', '2']);
    for (const { prompt } of again) expect(prompt).toContain('mend a 1');
  });

  it('keeps the state of each subtask: attempt, times, error [000-22]', async () => {
    const act: Act = (files, session) => {
      const { subtasks: ids, attempt } = session.assignment;
      const failed = ids.join() === '2' && attempt === 1;
      files.set(ids.join(), '');
      return failed ? { answer: { status: 'failed', subtasksFailed: ['2'], error: 'no luck' } } : {};
    };
    const options = { plan: phaseOf('1; 2'), preset: 'subtasks', developer: act, takes: { a: 5 } } as const;
    const failed = await check({ ...options, settings: { maxAttempts: 1 } }, { status: 'halted' });
    expect(elementAt(failed.state.phases, 0).subtasks).toEqual([
      { id: '1', status: 'completed', attempt: 1, startedAt: 0, completedAt: 5, error: null },
      { id: '2', status: 'failed', attempt: 1, startedAt: 0, completedAt: null, error: 'no luck' },
    ]);
    const { state } = await check(options, { status: 'completed' });
    expect(elementAt(state.phases, 0).subtasks[1]).toEqual({
      id: '2',
      status: 'completed',
      attempt: 2,
      startedAt: 5,
      completedAt: 10,
      error: null,
    });
  });
});
