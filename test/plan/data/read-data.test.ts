import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/model.ts';
import { read, written } from './read.ts';

describe('the model', () => {
  const full = {
    title: ' A plan ',
    goal: 'Something is better.',
    estimateUnit: 'hours',
    requires: ['other'],
    files: ['README.md'],
    wave: 2,
    phases: [
      { id: 'a', title: 'First' },
      {
        id: 'b',
        title: 'Second\nline',
        description: 'All of it.\n',
        dependsOn: ['a', 'a'],
        parallelWith: ['b', 'a'],
        subtasks: [
          {
            id: 'b.1',
            title: 'Test it',
            description: 'Red.',
            type: 'test',
            files: ['./test/b.ts'],
            done: true,
          },
          { id: 'b.2', title: 'Do it', type: 'impl', dependsOn: ['b.1'] },
        ],
        files: ['src/b.ts'],
        deliverables: ['src/b.ts'],
        criteria: ['It works.'],
        estimate: 1.5,
        done: false,
        optional: true,
        gated: true,
        allowEmpty: true,
        group: 'Core',
      },
    ],
  };
  const expected: Plan = {
    ...full,
    title: 'A plan',
    estimateUnit: 'hours',
    phases: [
      {
        id: 'a',
        title: 'First',
        description: '',
        dependsOn: [],
        parallelWith: [],
        subtasks: [],
        files: [],
        deliverables: [],
        criteria: [],
        estimate: null,
        done: false,
        optional: false,
        gated: false,
        group: null,
      },
      {
        ...full.phases[1]!,
        title: 'Second line',
        description: 'All of it.\n',
        dependsOn: ['a'],
        parallelWith: ['a'],
        subtasks: [
          {
            id: 'b.1',
            title: 'Test it',
            description: 'Red.',
            type: 'test',
            dependsOn: [],
            files: ['test/b.ts'],
            done: true,
          },
          {
            id: 'b.2',
            title: 'Do it',
            description: '',
            type: 'impl',
            dependsOn: ['b.1'],
            files: [],
            done: false,
          },
        ],
        files: ['src/b.ts', 'test/b.ts'],
        deliverables: ['src/b.ts'],
        criteria: ['It works.'],
        estimate: 1.5,
        done: false,
        optional: true,
        gated: true,
        allowEmpty: true,
        group: 'Core',
      },
    ],
  };

  it('is read from JSON with all its fields', async () => {
    const { plan, format, codes, places } = await read(full);
    expect({ plan, format, codes }).toEqual({ plan: expected, format: 'json', codes: [] });
    expect([...places]).toEqual([
      ['a', { line: 13, endLine: 16 }],
      ['b', { line: 17, endLine: JSON.stringify(full, null, 1).split('\n').length - 2 }],
    ]);
  });

  it('is read from YAML with other spellings of its keys, and with numbers as ids', async () => {
    const { plan, format, codes, places } = await read(
      [
        '---',
        '$schema: ./plan.schema.json',
        'estimate_unit: hours',
        'phases:',
        '  - id: 1.10',
        '    title: First',
        '    files_modified: [a.ts]',
        '',
        '  - id: 1.1',
        '    title: Second',
        '    depends_on: [1.10]',
        '    parallel_with:',
        '    estimate:',
        '    tasks:',
        '      - id: 7',
        '        title: Step',
        '        files_touched: [b.ts]',
        '        depends_on: []',
      ].join('\n'),
    );
    expect({ format, codes }).toEqual({ format: 'yaml', codes: [] });
    expect(written(plan)).toEqual(['1.10[]', '1.1[7] 1.10']);
    expect(plan.phases.map(phase => phase.files)).toEqual([['a.ts'], ['b.ts']]);
    expect(plan.estimateUnit).toBe('hours');
    expect([...places.values()]).toEqual([
      { line: 5, endLine: 7 },
      { line: 9, endLine: 18 },
    ]);
  });

  it('knows no negative zero', async () => {
    const { plan } = await read('{"wave": -0, "phases": [{"id": 1, "title": "a", "estimate": -0}]}');
    expect([plan.wave, plan.phases[0]!.estimate]).toEqual([0, 0]);
  });

  it('has no order but what is stated', async () => {
    const { plan, codes } = await read({
      phases: [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ],
    });
    expect(written(plan)).toEqual(['1[]', '2[]']);
    expect(codes).toEqual([]);
  });

  it('tells subtasks with numbers of their own apart by the phase', async () => {
    const { plan, codes } = await read({
      phases: [
        {
          id: 'a',
          title: 'a',
          subtasks: [
            { id: 1, title: 'x' },
            { id: 2, title: 'y', dependsOn: [1] },
          ],
        },
        {
          id: 'b',
          title: 'b',
          subtasks: [
            { id: 1, title: 'z', dependsOn: ['2', 3] },
            { id: 3, title: 'w' },
          ],
        },
      ],
    });
    expect(codes).toEqual([]);
    expect(written(plan)).toEqual(['a[a/1 2]', 'b[b/1 3] a']);
    expect(plan.phases.flatMap(phase => phase.subtasks.map(subtask => subtask.dependsOn))).toEqual([
      [],
      ['a/1'],
      ['2', '3'],
      [],
    ]);
  });
});
