import { mermaidLabel } from './escape.ts';
import type { GraphView } from './input.ts';
import { type Node, shapeOf } from './shape.ts';

/** The order as a Mermaid flowchart: a subgraph for each parallel batch, thick arrows along the critical path. */
export function mermaid(view: GraphView): string {
  const { nodes, groups, isCriticalEdge } = shapeOf(view);
  const names = nodeNames(nodes);
  const declare = (node: Node): string => {
    const { id, title } = node.phase;
    return `${names[node.index]}["${mermaidLabel(title === '' ? `Phase ${id}` : `Phase ${id}: ${title}`)}"]`;
  };
  const paint = (name: string, chosen: readonly Node[]): string[] =>
    chosen.length === 0
      ? []
      : [`  ${CLASSES[name]}`, `  class ${chosen.map(node => names[node.index]).join(',')} ${name}`];

  return [
    'graph TD',
    ...nodes.filter(node => node.group === null).map(node => `  ${declare(node)}`),
    ...groups.flatMap((group, at) => [
      `  subgraph batch${at + 1}["Parallel"]`,
      ...group.map(node => `    ${declare(node)}`),
      '  end',
    ]),
    ...nodes.flatMap(node =>
      node.needs.map(need => {
        const arrow = isCriticalEdge(need, node.index) ? '==>' : '-->';
        return `  ${names[need]} ${arrow} ${names[node.index]}`;
      }),
    ),
    ...paint(
      'parallel',
      nodes.filter(node => node.group !== null),
    ),
    ...paint(
      'done',
      nodes.filter(node => node.phase.done),
    ),
    ...paint(
      'critical',
      nodes.filter(node => node.critical),
    ),
    '',
  ].join('\n');
}

/** Later classes win, so each sets only what it means. */
const CLASSES: Readonly<Record<string, string>> = {
  parallel: 'classDef parallel fill:#e1f0fe,stroke:#4a86c5,color:#12263a',
  done: 'classDef done fill:#dff5e6,stroke:#2f855a,color:#12331f',
  critical: 'classDef critical stroke:#d4501c,stroke-width:3px',
};

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
