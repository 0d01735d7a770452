import type { Batch } from '../../../src/plan/graph/graph.ts';
import { EMPTY_PHASE, type Phase, type Subtask } from '../../../src/plan/model.ts';
import type { GraphView } from '../../../src/view/graph/input.ts';

export type PhaseSpec = readonly [id: string, title: string, needs?: string, more?: Partial<Phase>];

/** A view with levels, a parallel batch per level of several, and the longest chain as critical path. */
export function viewOf(title: string, specs: readonly PhaseSpec[]): GraphView {
  const phases = specs.map(([id, name, needs = '', more = {}]) => ({
    ...EMPTY_PHASE,
    id,
    title: name,
    dependsOn: needs.split(' ').filter(Boolean),
    ...more,
  }));
  const levelOf = new Map<string, number>();
  const parent = new Map<string, string>();
  for (const { id, dependsOn } of phases) {
    const latest = dependsOn.toSorted((a, b) => levelOf.get(b)! - levelOf.get(a)!)[0];
    levelOf.set(id, latest === undefined ? 0 : levelOf.get(latest)! + 1);
    if (latest !== undefined) parent.set(id, latest);
  }
  const levels: string[][] = [];
  for (const [id, level] of levelOf) {
    levels[level] ??= [];
    levels[level].push(id);
  }
  const batches = levels.map(
    (ids): Batch => ({ type: ids.length > 1 ? 'parallel' : 'sequential', phases: ids }),
  );
  const criticalPath: string[] = [];
  for (let id = levels.at(-1)?.[0]; id !== undefined; id = parent.get(id)) criticalPath.unshift(id);
  return { title, phases, levels, batches, criticalPath };
}

export function subtasks(count: number): Subtask[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    title: `Step ${at + 1}`,
    description: '',
    type: 'task' as const,
    dependsOn: [],
    files: [],
    done: false,
  }));
}

export const SIX = viewOf('Execution order', [
  ['0', 'Bootstrap', '', { done: true }],
  ['1', 'Setup', '0'],
  ['2a', 'Backend', '1'],
  ['2b', 'Frontend', '1'],
  ['2c', 'Tests', '1'],
  ['3', 'Integration', '2a 2b 2c'],
]);

export const SINGLE = viewOf('One', [['1', 'Only']]);

export const EMPTY = viewOf('Nothing', []);

export const WIDE = viewOf('Fan-out', [
  ['start', 'Start'],
  ...Array.from({ length: 30 }, (_, at): PhaseSpec => [`w${at + 1}`, `Worker number ${at + 1}`, 'start']),
  ['end', 'Collect', Array.from({ length: 30 }, (_, at) => `w${at + 1}`).join(' ')],
]);

export const SKIP = viewOf('Skip', [
  ['1', 'Schema'],
  ['2', 'Store', '1'],
  ['3', 'Report', '1 2'],
]);

/** Not every phase of a level needs all of the one before. */
export const PARTIAL = viewOf('Partial', [
  ['1', 'Schema'],
  ['2a', 'Store', '1'],
  ['2b', 'Queue', '1'],
  ['3a', 'Reader', '2a'],
  ['3b', 'Writer', '2a 2b'],
  ['4', 'Report', '3a 3b 1'],
]);

export const LANES = viewOf('Lanes', [
  ['1', 'Split'],
  ['2a', 'Parse the input', '1'],
  ['2b', 'Draw', '1'],
  ['3a', 'Check', '2a'],
  ['3b', 'Print everything', '2b'],
  ['4', 'Join', '3a 3b'],
]);

export const HOSTILE_TITLES = [
  '"quoted" and \'single\' "',
  'brackets ] ) } [ ( { end',
  '`code` **bold** |pipe|',
  'two\nlines\r\nand\u2028more',
  '<script>alert(1)</script><br/>&amp;&#34;&lt;',
  'comment --> ]]> <!-- -->',
  '\u001b[31mred\u001b[0m \u001b]0;owned\u0007 bell\u0007 \u009b31m',
  '%%{init: {"theme":"dark"}}%% ; #quot; #35; \\" \\N \\',
  'null\u0000 \ufffe \uffff half \ud800 \u202eevil\u202c \ufeff',
  '日本語のとても長いタイトルはここで切られるべきです、そうでしょう 👩‍👩‍👧‍👦 🇩🇪',
  'style x:y#34; classDef a:#b;',
  '',
  'x'.repeat(500),
] as const;

export const HOSTILE = viewOf(
  HOSTILE_TITLES[4],
  HOSTILE_TITLES.map(
    (title, at): PhaseSpec => [`h/${at}`, title, at === 0 ? '' : `h/${Math.floor((at - 1) / 3)}`],
  ),
);
