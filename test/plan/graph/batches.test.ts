import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batches } from '../../../src/plan/graph/batches.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { dag, MANY, type Node, nodes, orderOf, SHAPES, SIX_PHASES, wide } from './samples.ts';

const batchesOf = (list: readonly Node[]) => {
  const graph = buildGraph(list);
  return batches(list, graph, orderOf(graph));
};

/** Members joined by a plus are side by side. */
const check = (lines: readonly string[], expected: string) =>
  expect(
    batchesOf(nodes(...lines))
      .map(batch => batch.phases.join('+'))
      .join(' '),
  ).toBe(expected);

it('runs the three middle phases of six side by side and the others alone [004-03]', () => {
  expect(batchesOf(nodes(...SIX_PHASES))).toEqual([
    { type: 'sequential', phases: ['0'] },
    { type: 'sequential', phases: ['1'] },
    { type: 'parallel', phases: ['2a', '2b', '2c'] },
    { type: 'sequential', phases: ['3'] },
  ]);
});

describe('batches phases', () => {
  it.each<[string, string[], string]>([
    ['none for none', [], ''],
    ['one for one', ['a'], 'a'],
    ['one by one along a chain', ['c: b', 'b: a', 'a'], 'a b c'],
    ['one by one where nothing is permitted', ['a', 'b', 'c'], 'a b c'],
    ['side by side in a diamond that permits it', ['a', 'b: a | c', 'c: a | b', 'd: b c'], 'a b+c d'],
    ['one by one in a diamond that does not', ['a', 'b: a', 'c: a', 'd: b c'], 'a b c d'],
    ['side by side if only the first says so', ['a: | b', 'b'], 'a+b'],
    ['side by side if only the last says so', ['a', 'b: | a'], 'a+b'],
    ['only with phases that each member permits', ['a: | b c', 'b', 'c'], 'a+b c'],
    ['in separate pairs if that is what is permitted', ['a: | c', 'b: | d', 'c', 'd'], 'a+c b+d'],
    ['without a permitted phase that is not ready', ['a: | b c', 'b: x | c', 'c', 'x'], 'a+c x b'],
    ['without letting a permission override a dependency', ['a: | b', 'b: a | a'], 'a b'],
    ['without letting it override a chain of them', ['a: | c', 'b: a', 'c: b'], 'a b c'],
    ['without minding unknown or own ids in a permission', ['a: | a zz', 'b: | zz'], 'a b'],
  ])('%s', (_, lines, expected) => check(lines, expected));
});

it('takes a permission from whichever side states it, but never against a dependency [004-03]', () => {
  check(['a: | b', 'b'], 'a+b');
  check(['a', 'b: | a'], 'a+b');
  check(['a: | b', 'b: a | a'], 'a b');
});

/** The rule as it reads, with no regard to cost. */
function plainBatches(list: readonly Node[], order: readonly number[]): string[][] {
  const permitted = (a: Node, b: Node) => a.parallelWith.includes(b.id) || b.parallelWith.includes(a.id);
  const done = new Set<string>();
  const result: string[][] = [];
  while (done.size < list.length) {
    const members: Node[] = [];
    for (const phase of order.map(node => list[node]!)) {
      const ready = !done.has(phase.id) && phase.dependsOn.every(id => done.has(id));
      if (ready && members.every(member => permitted(member, phase))) members.push(phase);
    }
    for (const member of members) done.add(member.id);
    result.push(members.map(member => member.id));
  }
  return result;
}

it('places every phase once, after its dependencies, beside permitted ones only', () => {
  fc.assert(
    fc.property(dag, list => {
      const graph = buildGraph(list);
      const found = batches(list, graph, orderOf(graph));
      expect(found.map(batch => batch.phases)).toEqual(plainBatches(list, orderOf(graph)));

      const batchOf = new Map(found.flatMap((batch, index) => batch.phases.map(id => [id, index] as const)));
      expect(batchOf.size).toBe(list.length);
      for (const batch of found) expect(batch.type).toBe(batch.phases.length > 1 ? 'parallel' : 'sequential');
      for (const phase of list) {
        for (const id of phase.dependsOn) expect(batchOf.get(id)).toBeLessThan(batchOf.get(phase.id)!);
        for (const other of list) {
          if (other === phase || batchOf.get(other.id) !== batchOf.get(phase.id)) continue;
          expect(phase.parallelWith.includes(other.id) || other.parallelWith.includes(phase.id)).toBe(true);
        }
      }
    }),
  );
});

it.each(SHAPES)('copes with 20,000 phases: %s', (_, list) => {
  const placed = batchesOf(list).flatMap(batch => batch.phases);
  expect(new Set(placed).size).toBe(MANY);
  expect(placed).toHaveLength(MANY);
});

it('copes with a phase that may run beside 20,000 that may not run beside each other', () => {
  const [first, ...rest] = wide;
  const list = [{ ...first!, parallelWith: rest.map(phase => phase.id) }, ...rest];
  expect(batchesOf(list)).toHaveLength(MANY - 1);
});
