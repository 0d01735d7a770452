import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSubtasks, type SubtaskGroup } from '../../../src/plan/graph/group.ts';
import { SUBTASK_TYPES, type Subtask, type SubtaskType } from '../../../src/plan/model.ts';
import { dag, nodes, reachability, SHAPES, subtask } from './samples.ts';

/** `'a: b'` is an implementation step, `'a?: b'` a test. */
const subtasks = (...lines: readonly string[]): Subtask[] =>
  nodes(...lines).map(({ id, dependsOn }) =>
    id.endsWith('?') ? subtask(id.slice(0, -1), 'test', dependsOn) : subtask(id, 'impl', dependsOn),
  );

const written = (groups: readonly SubtaskGroup[]) =>
  groups.map(group =>
    `${group.id}[${group.subtasks.map(each => each.id).join(' ')}] ${group.dependsOn.join(' ')}`.trim(),
  );

it('computes phases from topological levels, with ids such as 1, 2a, 2b, 3 [000-11]', () => {
  const diamond = subtasks('a', 'b: a', 'c: a', 'd: b c');
  expect(written(groupSubtasks(diamond, 'levels'))).toEqual(['1[a]', '2[b c] 1', '3[d] 2']);
  expect(written(groupSubtasks(diamond, 'chains'))).toEqual(['1[a]', '2a[b] 1', '2b[c] 1', '3[d] 2a 2b']);
});

describe('makes each topological level a phase:', () => {
  it.each<[string, string[], string[]]>([
    ['none for nothing', [], []],
    ['one for one', ['a'], ['1[a]']],
    ['as many as a chain is long', ['c: b', 'b: a', 'a'], ['1[a]', '2[b] 1', '3[c] 2']],
    ['three for a diamond', ['a', 'c: a', 'b: a', 'd: b c'], ['1[a]', '2[c b] 1', '3[d] 2']],
    ['with independent chains side by side in each', ['a', 'b', 'c: a', 'd: b'], ['1[a b]', '2[c d] 1']],
    ['where an unknown dependency is ignored', ['a: zz'], ['1[a]']],
  ])('%s', (_, lines, expected) => {
    expect(written(groupSubtasks(subtasks(...lines), 'levels'))).toEqual(expected);
  });
});

describe('makes each chain a phase:', () => {
  it.each<[string, string[], string[]]>([
    ['none for nothing', [], []],
    ['one for one', ['a'], ['1[a]']],
    ['one for a chain, in its own order', ['c: b', 'b: a', 'a'], ['1[a b c]']],
    ['one for each of two chains', ['a', 'b', 'c: a', 'd: b'], ['1a[a c]', '1b[b d]']],
    ['four for a diamond', ['a', 'c: a', 'b: a', 'd: b c'], ['1[a]', '2a[c] 1', '2b[b] 1', '3[d] 2a 2b']],
    [
      'with the chain inside a diamond joined',
      ['a', 'b: a', 'c: b', 'd: a', 'e: c d'],
      ['1[a]', '2a[b c] 1', '2b[d] 1', '3[e] 2a 2b'],
    ],
    ['where the type changes', ['t?', 'u?: t', 'i: u', 'j: i'], ['1[t u]', '2[i j] 1']],
    [
      'where a step has two dependents or two dependencies',
      ['a', 'b: a', 'c: a', 'd', 'e: c d'],
      ['1a[a]', '1b[d]', '2a[b] 1a', '2b[c] 1a', '3[e] 1b 2b'],
    ],
    ['where an unknown dependency is ignored', ['a: zz', 'b: a a'], ['1[a b]']],
  ])('%s', (_, lines, expected) => {
    expect(written(groupSubtasks(subtasks(...lines), 'chains'))).toEqual(expected);
  });
});

it('goes on with two letters after z', () => {
  const ids = groupSubtasks(
    Array.from({ length: 28 }, (_, index) => subtask(`s${index}`, 'task')),
    'chains',
  );
  expect(ids.map(group => group.id).slice(24)).toEqual(['1y', '1z', '1aa', '1ab']);
});

it('refuses a cycle as a broken precondition', () => {
  expect(() => groupSubtasks(subtasks('a: b', 'b: a'), 'chains')).toThrow('cycle');
});

const typed: fc.Arbitrary<Subtask[]> = dag.chain(list =>
  fc
    .array(fc.constantFrom<SubtaskType>(...SUBTASK_TYPES.slice(0, 2)), {
      minLength: list.length,
      maxLength: list.length,
    })
    .map(types => list.map((node, index) => subtask(node.id, types[index]!, node.dependsOn))),
);

/** Whether the groups make `a` come before `b`. */
function ordering(groups: readonly SubtaskGroup[]): (a: string, b: string) => boolean {
  const reach = reachability(groups);
  const placeOf = new Map(
    groups.flatMap(group =>
      group.subtasks.map((each, place) => [each.id, { group: group.id, place }] as const),
    ),
  );
  return (a, b) => {
    const [from, to] = [placeOf.get(a)!, placeOf.get(b)!];
    return from.group === to.group ? from.place < to.place : reach.get(from.group)!.has(to.group);
  };
}

it.each(['chains', 'levels'] as const)(
  'puts every subtask in one group and keeps every dependency: %s',
  mode => {
    fc.assert(
      fc.property(typed, list => {
        const groups = groupSubtasks(list, mode);
        expect(groups.flatMap(group => group.subtasks.map(each => each.id)).sort()).toEqual(
          list.map(each => each.id).sort(),
        );
        expect(new Set(groups.map(group => group.id)).size).toBe(groups.length);
        const before = ordering(groups);
        for (const each of list) for (const id of each.dependsOn) expect(before(id, each.id)).toBe(true);
        for (const [index, group] of groups.entries()) {
          const earlier = groups.slice(0, index).map(other => other.id);
          expect(earlier).toEqual(expect.arrayContaining([...group.dependsOn]));
        }
      }),
    );
  },
);

it('orders two subtasks by chains exactly if their dependencies order them', () => {
  fc.assert(
    fc.property(typed, list => {
      const before = ordering(groupSubtasks(list, 'chains'));
      const reach = reachability(list);
      for (const a of list) {
        for (const b of list) {
          if (a !== b) expect(before(a.id, b.id)).toBe(reach.get(a.id)!.has(b.id));
        }
      }
    }),
  );
});

it('keeps one type in each chain', () => {
  fc.assert(
    fc.property(typed, list => {
      for (const group of groupSubtasks(list, 'chains')) {
        expect(new Set(group.subtasks.map(each => each.type)).size).toBe(1);
      }
    }),
  );
});

it.each(SHAPES)('copes with 20,000 subtasks: %s', (shape, list) => {
  const all = list.map(node => subtask(node.id, 'task', node.dependsOn));
  expect(groupSubtasks(all, 'chains')).toHaveLength(
    { chain: 1, wide: list.length, layered: list.length }[shape],
  );
  expect(groupSubtasks(all, 'levels')).toHaveLength(
    { chain: list.length, wide: 1, layered: list.length / 100 }[shape],
  );
});
