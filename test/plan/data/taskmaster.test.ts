import { describe, expect, it } from 'vitest';
import { read, written } from './read.ts';

const task = (id: number | string, fields: Record<string, unknown> = {}) => ({
  id,
  title: `Task ${id}`,
  status: 'pending',
  dependencies: [],
  priority: 'medium',
  ...fields,
});

const TASKS = [
  task(1, {
    status: 'done',
    description: 'Set it up.',
    details: 'With care.\n',
    testStrategy: 'It starts.',
    subtasks: [],
  }),
  task(2, {
    dependencies: [1],
    status: 'in-progress',
    testStrategy: '1. One\n2. Two',
    subtasks: [
      { id: 1, title: 'First', description: 'a', details: 'b', status: 'done', dependencies: [] },
      { id: 2, title: 'Second', status: 'pending', dependencies: [1], parentTaskId: 2 },
      { id: 3, title: 'Third', status: 'cancelled', dependencies: ['2.2', 1], testStrategy: 'Look.' },
    ],
  }),
  task(3, { dependencies: [1, '2.1'], status: 'deferred' }),
  task('4', { dependencies: ['3'], status: 'cancelled' }),
];

describe('task-master tasks', () => {
  it.each([
    ['plain', { meta: { projectName: 'Thing' }, tasks: TASKS }, 'Thing'],
    ['tagged', { master: { tasks: TASKS, metadata: { created: 'x' } } }, ''],
    ['tagged, master not first', { next: { tasks: [task(9)] }, master: { tasks: TASKS } }, ''],
    ['tagged without a master', { 'feature-x': { tasks: TASKS }, other: { tasks: [task(9)] } }, ''],
  ])('are read from the %s shape', async (_, data, title) => {
    const { plan, format, codes } = await read(data);
    expect({ format, codes, title: plan.title }).toEqual({ format: 'taskmaster', codes: [], title });
    expect(written(plan)).toEqual(['1[1]', '2[2.1 2.2 2.3] 1', '3[3] 1 2', '4[4] 3']);
  });

  it('keep their texts, and their states as far as phases have them', async () => {
    const { plan } = await read({ tasks: TASKS });
    const [one, two, three, four] = plan.phases;
    expect(one).toMatchObject({
      title: 'Task 1',
      description: 'Set it up.\n\nWith care.',
      criteria: ['It starts.'],
      done: true,
      optional: false,
      subtasks: [{ id: '1', description: '', done: true }],
    });
    expect(two).toMatchObject({
      done: false,
      criteria: [],
      description: '**Test strategy**\n\n1. One\n2. Two',
    });
    expect(two!.subtasks).toMatchObject([
      { id: '2.1', description: 'a\n\nb', dependsOn: [], done: true },
      { id: '2.2', description: '', dependsOn: ['2.1'], done: false },
      { id: '2.3', description: '**Test strategy**\n\nLook.', dependsOn: ['2.2', '2.1'], done: true },
    ]);
    expect(three).toMatchObject({ optional: true, done: false, subtasks: [{ done: false }] });
    expect(four).toMatchObject({ optional: true, done: false });
  });

  it.each<[string, unknown, string[]]>([
    ['a subtask that waits for a task', { id: 1, title: 's', dependencies: [7] }, ['2[2.1] 7', '7[7.1]']],
    ['a subtask that waits for its own task', { id: 1, title: 's', dependencies: [2] }, ['2[2.1]', '7[7.1]']],
    [
      'a subtask that waits for one of another task',
      { id: 1, title: 's', dependencies: ['7.1'] },
      ['2[2.1] 7', '7[7.1]'],
    ],
  ])('with %s', async (_, subtask, expected) => {
    const other = task(7, { subtasks: [{ id: 1, title: 'x' }] });
    const { plan, codes } = await read({ tasks: [task(2, { subtasks: [subtask] }), other] });
    expect(codes).toEqual([]);
    expect(written(plan)).toEqual(expected);
  });

  it('without any dependencies run in document order', async () => {
    const { plan, codes } = await read({
      tasks: [
        { id: 1, title: 'a', details: 'x' },
        { id: 2, title: 'b' },
      ],
    });
    expect(written(plan)).toEqual(['1[1]', '2[2] 1']);
    expect(codes).toEqual(['order-assumed']);
  });

  it('may have any other keys, for the document is not ours', async () => {
    const { codes } = await read({ tasks: [task(1, { complexity: 7, __proto__x: 1 })], extra: {} });
    expect(codes).toEqual([]);
  });

  it('can be asked for where nothing tells them from our own', async () => {
    const { format } = await read(
      { tasks: [{ id: 1, title: 'a', priority: 'high' }] },
      { from: 'taskmaster' },
    );
    expect(format).toBe('taskmaster');
    const { codes } = await read({ name: 'package', version: 1 }, { from: 'taskmaster' });
    expect(codes).toEqual(['no-units']);
  });

  it.each<[string, unknown, string, number, string]>([
    ['a title', { id: 1, dependencies: [] }, 'invalid-shape', 4, 'master.tasks[0].title is missing'],
    [
      'known dependencies',
      task(1, { dependencies: [8] }),
      'unknown-dependency',
      9,
      '"1" names "8", which is not in the plan',
    ],
    [
      'a list of dependencies',
      task(1, { dependencies: 8 }),
      'invalid-shape',
      8,
      'master.tasks[0].dependencies must be a list of ids',
    ],
    ['an id', { title: 'a', dependencies: [] }, 'invalid-shape', 4, 'master.tasks[0].id is missing'],
    [
      'subtasks as a list',
      task(1, { subtasks: 'none' }),
      'invalid-shape',
      10,
      'master.tasks[0].subtasks must be a list of subtasks',
    ],
  ])('need %s', async (_, bad, code, line, message) => {
    const { diagnostics } = await read({ master: { tasks: [bad] } });
    expect(diagnostics).toMatchObject([{ code, line, message }]);
  });
});
