import { describe, expect, it } from 'vitest';
import { read, written } from './read.ts';

describe('a list of tasks', () => {
  it('becomes phases of one subtask, in document order where no task says what comes first', async () => {
    const { plan, codes, format } = await read({
      title: 'Plan',
      tasks: [
        { id: 1, title: 'Models', type: 'impl', files: ['a.ts'], description: 'All.', done: true },
        { id: 2, title: 'Views' },
        {
          id: 3,
          title: 'Both',
          tasks: [
            { id: '3.1', title: 'x' },
            { id: '3.2', title: 'y' },
          ],
        },
      ],
    });
    expect({ codes, format }).toEqual({ codes: ['order-assumed'], format: 'json' });
    expect(written(plan)).toEqual(['1[1]', '2[2] 1', '3[3.1 3.2] 2']);
    expect(plan.phases[0]).toMatchObject({
      title: 'Models',
      description: 'All.',
      files: ['a.ts'],
      done: true,
      subtasks: [{ id: '1', title: 'Models', description: '', type: 'impl', files: ['a.ts'], done: true }],
    });
  });

  it.each([
    [
      'some dependency',
      [
        ['1', []],
        ['2', null],
        ['3', ['1']],
      ],
      ['1[1]', '2[2]', '3[3] 1'],
    ],
    [
      'that nothing comes first',
      [
        ['1', null],
        ['2', []],
      ],
      ['1[1]', '2[2]'],
    ],
    ['nothing, being alone', [['1', null]], ['1[1]']],
  ] as const)('keeps to its own order where it states %s', async (_, tasks, expected) => {
    const { plan, codes } = await read({
      tasks: tasks.map(([id, dependsOn]) => ({ id, title: id, ...(dependsOn && { dependsOn }) })),
    });
    expect(written(plan)).toEqual(expected);
    expect(codes).toEqual([]);
  });

  it('takes a dependency between steps of tasks as order enough', async () => {
    const { plan } = await read({
      tasks: [
        { id: 'a', title: 'a', subtasks: [{ id: 'a1', title: 'x', dependsOn: ['b1'] }] },
        { id: 'b', title: 'b', subtasks: [{ id: 'b1', title: 'y' }] },
      ],
    });
    expect(written(plan)).toEqual(['a[a1] b', 'b[b1]']);
  });
});

/** What an architect answers: a plan object with its document. */
const answer = {
  goal: 'Users can sign in.',
  plan_markdown: '# Sign in\n\nLong text.',
  subtasks: [
    {
      id: '1',
      title: 'Test models',
      description: 'Red.',
      type: 'test',
      depends_on: [],
      files_touched: ['test/m.py'],
    },
    {
      id: '2a',
      title: 'Write models',
      description: 'Green.',
      type: 'impl',
      depends_on: ['1'],
      files_touched: ['m.py'],
    },
    { id: '2b', title: 'Write docs', type: 'task', depends_on: ['1'], files_touched: [] },
    { id: '3', title: 'Tidy up', type: 'refactor', depends_on: ['2a'], files_touched: ['m.py', './n.py'] },
  ],
};

describe('bare subtasks', () => {
  it('keep their ids, texts, dependencies and files [000-08]', async () => {
    const { plan, codes, format } = await read(answer);
    expect({ codes, format }).toEqual({ codes: [], format: 'subtasks' });
    expect(plan.phases.flatMap(phase => phase.subtasks)).toEqual([
      {
        id: '1',
        title: 'Test models',
        description: 'Red.',
        type: 'test',
        dependsOn: [],
        files: ['test/m.py'],
        done: false,
      },
      {
        id: '2a',
        title: 'Write models',
        description: 'Green.',
        type: 'impl',
        dependsOn: ['1'],
        files: ['m.py'],
        done: false,
      },
      {
        id: '2b',
        title: 'Write docs',
        description: '',
        type: 'task',
        dependsOn: ['1'],
        files: [],
        done: false,
      },
      {
        id: '3',
        title: 'Tidy up',
        description: '',
        type: 'refactor',
        dependsOn: ['2a'],
        files: ['m.py', 'n.py'],
        done: false,
      },
    ]);
  });

  it('are grouped to phases by their explicit dependencies, with the goal kept [000-07] [000-10]', async () => {
    const { plan, places } = await read(answer);
    expect(plan).toMatchObject({ title: 'Sign in', goal: 'Users can sign in.' });
    expect(written(plan)).toEqual(['1[1]', '2a[2a] 1', '2b[2b] 1', '3[3] 2a']);
    expect(plan.phases.map(phase => phase.files)).toEqual([['test/m.py'], ['m.py'], [], ['m.py', 'n.py']]);
    expect([...places.keys()]).toEqual(['1', '2a', '2b', '3']);
    expect(places.get('2a')).toEqual({ line: 15, endLine: 26 });
  });

  it('can be grouped by levels instead, whose titles are those of their subtasks', async () => {
    const { plan } = await read(answer, { grouping: 'levels' });
    expect(written(plan)).toEqual(['1[1]', '2[2a 2b] 1', '3[3] 2']);
    expect(plan.phases[1]!.title).toBe('Write models; Write docs');
  });

  it('may come with the phases that another tool computed', async () => {
    const { plan, codes } = await read({ ...answer, phases: [['1'], ['2a', '2b'], ['3']] });
    expect(codes).toEqual([]);
    expect(plan.phases).toHaveLength(4);
  });

  it('have a type: test, impl or refactor, or task, which is also what one is that says nothing [001-25]', async () => {
    expect((await read({ subtasks: [{ id: 1, title: 'a' }] })).plan.phases[0]!.subtasks[0]!.type).toBe(
      'task',
    );
    for (const type of ['test', 'impl', 'refactor', 'task']) {
      const { plan } = await read({ subtasks: [{ id: 1, title: 'a', type }] });
      expect(plan.phases[0]!.subtasks[0]!.type).toBe(type);
    }
    const { diagnostics } = await read({ subtasks: [{ id: 1, title: 'a', type: 'docs' }] });
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-shape',
        line: 6,
        message: 'subtasks[0].type must be one of test, impl, refactor, task',
      },
    ]);
  });

  it('in a cycle become a phase each, so that the cycle can be named', async () => {
    const { diagnostics } = await read({
      subtasks: [
        { id: 'a', title: 'a', depends_on: ['b'] },
        { id: 'b', title: 'b', depends_on: ['a'] },
      ],
    });
    expect(diagnostics).toMatchObject([
      { code: 'cycle', line: 3, message: 'dependencies form a cycle: a -> b -> a' },
    ]);
  });

  it('are also read from YAML', async () => {
    const { plan, format } = await read(
      'goal: x\nsubtasks:\n  - id: 2.10\n    title: a\n  - id: 3\n    title: b\n    depends_on: [2.10]\n',
    );
    expect(format).toBe('subtasks');
    expect(written(plan)).toEqual(['1[2.10 3]']);
  });
});
