import { dotString } from './escape.ts';
import type { GraphView } from './input.ts';
import { type Node, shapeOf } from './shape.ts';
import { caption } from './text.ts';

/** The order in Graphviz' language: a cluster for each parallel batch, the critical path bold. */
export function dot(view: GraphView): string {
  const { nodes, groups, isCriticalEdge } = shapeOf(view);
  return [
    'digraph plan {',
    '  rankdir=TB;',
    `  label=${dotString(view.title)}; labelloc=t; fontname="Helvetica,Arial,sans-serif";`,
    '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#8a94a3", fontname="Helvetica,Arial,sans-serif"];',
    '  edge [color="#8a94a3"];',
    ...nodes.filter(node => node.group === null).map(node => `  ${statement(node)}`),
    ...groups.flatMap((group, at) => [
      `  subgraph cluster_${at + 1} {`,
      '    label="parallel"; style="rounded,filled"; color="#c5d6fb"; fillcolor="#eaf1ff";',
      ...group.map(node => `    ${statement(node)}`),
      '  }',
    ]),
    ...nodes.flatMap(node =>
      node.needs.map(need => {
        const edge = `${dotString(nodes[need]!.phase.id)} -> ${dotString(node.phase.id)}`;
        return `  ${edge}${isCriticalEdge(need, node.index) ? ' [style=bold, penwidth=2.5, color="#d4501c"]' : ''};`;
      }),
    ),
    '}',
    '',
  ].join('\n');
}

function statement({ phase, critical }: Node): string {
  const attributes = [`label=${dotString(caption(phase))}`];
  if (phase.done) attributes.push('fillcolor="#dff5e6"');
  if (phase.optional) attributes.push('style="rounded,filled,dashed"');
  if (critical) attributes.push('color="#d4501c"', 'penwidth=2.5');
  return `${dotString(phase.id)} [${attributes.join(', ')}];`;
}
