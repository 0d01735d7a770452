import { mermaidLabel } from './escape.ts';
import type { GraphView } from './input.ts';
import { type Node, shapeOf } from './shape.ts';
import { caption } from './text.ts';

/** The order as a Mermaid flowchart: a subgraph for each parallel batch, thick arrows along the critical path. */
export function mermaid(view: GraphView): string {
  const { nodes, groups, isCriticalEdge } = shapeOf(view);
  const names = nodeNames(nodes);
  const declare = (node: Node): string =>
    `${names[node.index]}["${mermaidLabel(`Phase ${caption(node.phase)}`)}"]`;

  return [
    'graph TD',
    ...nodes.filter(node => node.group === null).map(node => `  ${declare(node)}`),
    ...groups.flatMap((group, at) => [
      `  subgraph ${batchName(at)}["Parallel"]`,
      ...group.map(node => `    ${declare(node)}`),
      '  end',
    ]),
    ...nodes.flatMap(node =>
      node.needs.map(need => {
        const arrow = isCriticalEdge(need, node.index) ? '==>' : '-->';
        return `  ${names[need]} ${arrow} ${names[node.index]}`;
      }),
    ),
    ...paint(BATCH_STYLE, [...groups.keys()].map(batchName)),
    ...PHASE_STYLES.flatMap(([style, applies]) =>
      paint(
        style,
        names.filter((_, at) => applies(nodes[at]!)),
      ),
    ),
    '',
  ].join('\n');
}

const BATCH_STYLE = 'batch fill:#f2f6fd,stroke:#c3d4f8,color:#3a4656';

/** Later ones win over earlier where both apply. */
const PHASE_STYLES: readonly [style: string, applies: (node: Node) => boolean][] = [
  ['parallel fill:#e1f0fe,stroke:#4a86c5,color:#12263a', node => node.group !== null],
  ['done fill:#dff5e6,stroke:#2f855a,color:#12331f', node => node.phase.done],
  ['critical stroke:#d4501c,stroke-width:3px', node => node.critical],
];

function paint(style: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`  classDef ${style}`, `  class ${names.join(',')} ${style.split(' ')[0]}`];
}

function batchName(at: number): string {
  return `batch${at + 1}`;
}

/** `P` and the id in capitals: no word of Mermaid's. Ids that differ only in case or punctuation get a number. */
function nodeNames(nodes: readonly Node[]): string[] {
  const taken = new Set<string>();
  const nextNumber = new Map<string, number>();
  return nodes.map(({ phase }) => {
    const base = `P${phase.id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
    let name = base;
    let number = nextNumber.get(base) ?? 2;
    while (taken.has(name)) name = `${base}_${number++}`;
    nextNumber.set(base, number);
    taken.add(name);
    return name;
  });
}
