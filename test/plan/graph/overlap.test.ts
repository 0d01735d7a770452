import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryPath } from '../../../src/plan/graph/file-entry.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { topologicalOrder } from '../../../src/plan/graph/order.ts';
import { overlapEdges } from '../../../src/plan/graph/overlap.ts';
import { dag, MANY, type Node, nodes, orderOf, reachability, SHAPES } from './samples.ts';

/** Each phase as `id: dependencies`, and its files apart from it. */
function edgesOf(phases: Record<string, string[]>): string[] {
  const list = nodes(...Object.keys(phases)).map((node, index) => ({
    ...node,
    files: Object.values(phases)[index]!,
  }));
  const graph = buildGraph(list);
  return overlapEdges(list, graph, orderOf(graph)).map(edge => `${edge.from} -> ${edge.to} (${edge.file})`);
}

describe('orders', () => {
  it.each<[string, Record<string, string[]>, string[]]>([
    ['nothing in nothing', {}, []],
    ['nothing for one phase', { a: ['x', 'x', './x'] }, []],
    ['nothing where no file is shared', { a: ['x'], b: ['y'] }, []],
    ['two phases with the same file', { a: ['x'], b: ['x'] }, ['a -> b (x)']],
    ['consecutive sharers only', { a: ['x'], b: ['x'], c: ['x'] }, ['a -> b (x)', 'b -> c (x)']],
    ['nothing where an edge exists', { a: ['x'], 'b: a': ['x'] }, []],
    ['nothing where a path exists', { a: ['x'], 'b: a': [], 'c: b': ['x'] }, []],
    ['along existing edges, against the document', { 'a: c': ['x'], b: ['x'], c: [] }, ['b -> a (x)']],
    ['once for several shared files', { a: ['x', 'y'], b: ['x', 'y'] }, ['a -> b (x)']],
    [
      'without an edge that another new one implies',
      { a: ['x'], b: ['x', 'y'], c: ['y', 'x'] },
      ['a -> b (x)', 'b -> c (y)'],
    ],
    [
      'without an edge that new and old ones imply',
      { a: ['x'], b: ['x'], 'c: b': ['y'], d: ['z'], 'e: c d': ['x'] },
      ['a -> b (x)'],
    ],
    [
      'paths that differ only in dots and slashes',
      { a: ['./src//x.ts'], b: ['src/./x.ts'] },
      ['a -> b (src/x.ts)'],
    ],
    ['a file before its directory', { a: ['src/x.ts'], b: ['src/'] }, ['a -> b (src/x.ts)']],
    ['a directory before its file', { a: ['src/**'], b: ['src/deep/x.ts'] }, ['a -> b (src/deep/x.ts)']],
    [
      'files around a directory but not with each other',
      { a: ['s/x'], b: ['s/y'], c: ['s/'], d: ['s/x'], e: ['s/y'] },
      ['b -> c (s/y)', 'a -> c (s/x)', 'c -> d (s/x)', 'c -> e (s/y)'],
    ],
    [
      'directories in directories',
      { a: ['s/t/u/'], b: ['s/'], c: ['s/t/'] },
      ['a -> b (s/t/u)', 'b -> c (s/t)'],
    ],
    ['everything with the root', { a: ['x'], b: ['./'], c: ['y/z'] }, ['a -> b (x)', 'b -> c (y/z)']],
    ['no directory with a name that merely starts alike', { a: ['src/'], b: ['srcs/x'] }, []],
    [
      'no other glob than by its text',
      { a: ['src/*.ts'], b: ['src/x.ts'], c: ['src/*.ts'] },
      ['a -> c (src/*.ts)'],
    ],
    ['nothing by an empty entry', { a: ['', ' '], b: ['', ' '] }, []],
  ])('%s', (_, phases, expected) => {
    expect(edgesOf(phases)).toEqual(expected);
  });
});

it.each([
  ['./a//b/./c.ts', 'a/b/c.ts'],
  ['a/', 'a'],
  ['a/**/*', 'a'],
  ['/a/b/', '/a/b'],
  ['/', '/'],
  ['.', '.'],
  ['**', '.'],
  ['../a', '../a'],
  ['a/*/b', 'a/*/b'],
  ['  ', null],
])('compares %j as %j', (entry, path) => {
  expect(entryPath(entry)).toBe(path);
});

const ENTRIES = ['x', 'y', 'z', './', 's/', 's/x', 's/y', 's/t/', 's/t/x', './s//x', 's/**'];
const touching = dag.chain(list =>
  fc
    .array(fc.subarray(ENTRIES, { maxLength: 3 }), { minLength: list.length, maxLength: list.length })
    .map(files => list.map((node, index) => ({ ...node, files: files[index]! }))),
);

const overlaps = (a: readonly string[], b: readonly string[]) =>
  a.some(one => b.some(other => covers(one, other) || covers(other, one)));

function covers(outer: string, inner: string): boolean {
  const [path, other] = [entryPath(outer)!, entryPath(inner)!];
  return path === '.' || path === other || other.startsWith(`${path}/`);
}

const withEdges = (list: readonly Node[], edges: readonly { from: string; to: string }[]) =>
  list.map(node => ({
    ...node,
    dependsOn: [...node.dependsOn, ...edges.filter(edge => edge.to === node.id).map(edge => edge.from)],
  }));

it('keeps the graph acyclic and leaves no two phases with a shared file unordered', () => {
  fc.assert(
    fc.property(touching, list => {
      const graph = buildGraph(list);
      const after = withEdges(list, overlapEdges(list, graph, orderOf(graph)));
      expect(topologicalOrder(buildGraph(after))).not.toBeNull();
      const reach = reachability(after);
      for (const [index, a] of list.entries()) {
        for (const b of list.slice(index + 1)) {
          if (!overlaps(a.files, b.files)) continue;
          expect(reach.get(a.id)!.has(b.id) || reach.get(b.id)!.has(a.id)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('adds an edge only between phases that share a file and would be unordered without it', () => {
  fc.assert(
    fc.property(touching, list => {
      const graph = buildGraph(list);
      const edges = overlapEdges(list, graph, orderOf(graph));
      const filesOf = new Map(list.map(node => [node.id, node.files]));
      for (const edge of edges) {
        expect(overlaps(filesOf.get(edge.from)!, filesOf.get(edge.to)!)).toBe(true);
        const reach = reachability(
          withEdges(
            list,
            edges.filter(other => other !== edge),
          ),
        );
        expect(reach.get(edge.from)!.has(edge.to) || reach.get(edge.to)!.has(edge.from)).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

it.each(SHAPES)('copes with 20,000 phases: %s', (shape, list) => {
  const graph = buildGraph(list);
  const phases = list.map((node, index) => ({ ...node, files: ['shared', `src/${index % 500}.ts`] }));
  const edges = overlapEdges(phases, graph, orderOf(graph));
  if (shape === 'chain') expect(edges).toEqual([]);
  if (shape === 'wide') expect(edges).toHaveLength(MANY - 1);
  if (shape === 'layered') expect(edges.length).toBeGreaterThan(0);
  expect(topologicalOrder(buildGraph(withEdgesFast(list, edges)))).not.toBeNull();
});

function withEdgesFast(list: readonly Node[], edges: readonly { from: string; to: string }[]): Node[] {
  const added = Map.groupBy(edges, edge => edge.to);
  return list.map(node => ({
    ...node,
    dependsOn: [...node.dependsOn, ...(added.get(node.id) ?? []).map(edge => edge.from)],
  }));
}

it('copes with a path of 100,000 directories', () => {
  const deep = 'a/'.repeat(100_000);
  expect(edgesOf({ a: [deep], b: [`${deep}x`], c: ['a'] })).toHaveLength(2);
});
