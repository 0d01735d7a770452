/** The least that graph work needs to know of a phase or subtask. */
export interface GraphNode {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/**
 * A dependency graph by position: node `i` is the i-th in document order, so positions also break ties and keep
 * every result stable. Edges to unknown ids and to the node itself are left out (validation reports them).
 */
export interface Graph {
  readonly ids: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly dependencies: readonly (readonly number[])[];
  readonly dependents: readonly (readonly number[])[];
}

/** A step of barrier execution: phases that run one after another, or side by side. */
export interface Batch {
  readonly type: 'sequential' | 'parallel';
  readonly phases: readonly string[];
}

export function buildGraph(nodes: readonly GraphNode[]): Graph {
  const indexOf = new Map(nodes.map((node, index) => [node.id, index]));
  const dependents: number[][] = nodes.map(() => []);
  const dependencies = nodes.map((node, index) => {
    const known = new Set<number>();
    for (const id of node.dependsOn) {
      const dependency = indexOf.get(id);
      if (dependency !== undefined && dependency !== index) known.add(dependency);
    }
    for (const dependency of known) dependents[dependency]!.push(index);
    return [...known];
  });
  return { ids: nodes.map(node => node.id), indexOf, dependencies, dependents };
}
