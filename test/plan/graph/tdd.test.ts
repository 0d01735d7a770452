import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { implWithoutTest } from '../../../src/plan/graph/tdd.ts';
import { SUBTASK_TYPES, type Subtask, type SubtaskType } from '../../../src/plan/model.ts';
import { digraph, MANY, reachability, SHAPES, subtask } from './samples.ts';

describe('names implementation without a test before it:', () => {
  it.each<[string, Subtask[], string[]]>([
    ['none in nothing', [], []],
    ['a lone implementation', [subtask('i', 'impl')], ['i']],
    ['not one after a test', [subtask('t', 'test'), subtask('i', 'impl', ['t'])], []],
    [
      'not one that a test precedes through others',
      [subtask('i', 'impl', ['r']), subtask('r', 'refactor', ['t']), subtask('t', 'test')],
      [],
    ],
    ['one whose test comes after', [subtask('i', 'impl'), subtask('t', 'test', ['i'])], ['i']],
    ['one that merely follows a test in the document', [subtask('t', 'test'), subtask('i', 'impl')], ['i']],
    ['no other type', [subtask('a', 'task'), subtask('r', 'refactor')], []],
    [
      'only those without, in document order',
      [subtask('z', 'impl'), subtask('t', 'test'), subtask('i', 'impl', ['t']), subtask('a', 'impl', ['z'])],
      ['z', 'a'],
    ],
    ['those on a cycle too', [subtask('i', 'impl', ['j']), subtask('j', 'impl', ['i'])], ['i', 'j']],
  ])('%s', (_, list, expected) => {
    expect(implWithoutTest(list)).toEqual(expected);
  });
});

it('names exactly those that no test reaches, on any graph', () => {
  const typed = digraph.chain(list =>
    fc
      .array(fc.constantFrom<SubtaskType>(...SUBTASK_TYPES), {
        minLength: list.length,
        maxLength: list.length,
      })
      .map(types => list.map((node, index) => subtask(node.id, types[index]!, node.dependsOn))),
  );
  fc.assert(
    fc.property(typed, list => {
      const reach = reachability(list);
      const tests = list.filter(each => each.type === 'test');
      const expected = list.filter(
        each => each.type === 'impl' && !tests.some(test => reach.get(test.id)!.has(each.id)),
      );
      expect(implWithoutTest(list)).toEqual(expected.map(each => each.id));
    }),
  );
});

it.each(SHAPES)('copes with 20,000 subtasks: %s', (shape, list) => {
  const all = list.map((node, index) => subtask(node.id, index === 0 ? 'test' : 'impl', node.dependsOn));
  const found = implWithoutTest(all);
  if (shape === 'chain') expect(found).toEqual([]);
  if (shape === 'wide') expect(found).toHaveLength(MANY - 1);
  if (shape === 'layered') expect(found.length).toBeGreaterThanOrEqual(99);
});
