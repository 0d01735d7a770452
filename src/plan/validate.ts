import type { Place } from './assemble/assemble.ts';
import { findCycles } from './graph/cycles.ts';
import { buildGraph } from './graph/graph.ts';
import { topologicalOrder } from './graph/order.ts';
import { overlapEdges } from './graph/overlap.ts';
import { implWithoutTest } from './graph/tdd.ts';
import { LIMITS } from './limits.ts';
import type { Plan } from './model.ts';
import type { TddSetting } from './options.ts';
import type { Finding } from './recognise/draft.ts';

/**
 * Checks what must hold of any plan, however it was written, and adds the edges that follow from shared files.
 * `places` locates phases in the text they came from.
 */
export function validate(
  plan: Plan,
  tdd: TddSetting,
  places: ReadonlyMap<string, Place>,
): { plan: Plan; findings: Finding[] } {
  const lineOf = (id: string): number => places.get(id)?.line ?? 0;
  const sizes = sizeFindings(plan);
  if (sizes.length > 0) return { plan, findings: sizes };
  const titles = titleFindings(plan, lineOf);
  const graph = buildGraph(plan.phases);
  const order = topologicalOrder(graph);
  if (!order) {
    const cycles = findCycles(graph).map(cycle => cycleFinding(cycle, lineOf));
    return { plan, findings: [...titles, ...cycles] };
  }
  const findings = [...titles, ...subtaskFindings(plan, tdd, lineOf)];
  const added = new Map<string, string[]>();
  for (const { from, to, file } of overlapEdges(plan.phases, graph, order)) {
    added.set(to, [...(added.get(to) ?? []), from]);
    findings.push(overlapFinding(from, to, file, lineOf));
  }
  const phases = plan.phases.map(phase => {
    const extra = added.get(phase.id);
    return extra ? { ...phase, dependsOn: [...new Set([...phase.dependsOn, ...extra])] } : phase;
  });
  return { plan: { ...plan, phases }, findings };
}

function sizeFindings(plan: Plan): Finding[] {
  const subtasks = plan.phases.reduce((sum, phase) => sum + phase.subtasks.length, 0);
  return [
    { what: 'phases', count: plan.phases.length, limit: LIMITS.phases },
    { what: 'subtasks', count: subtasks, limit: LIMITS.subtasks },
  ].flatMap(({ what, count, limit }) =>
    count > limit
      ? [
          error(
            'too-large',
            `the plan has ${count} ${what}; the limit is ${limit}`,
            0,
            'Split it into several plans.',
          ),
        ]
      : [],
  );
}

function titleFindings(plan: Plan, lineOf: (id: string) => number): Finding[] {
  return plan.phases.flatMap(phase => [
    ...(phase.title.trim()
      ? []
      : [
          error(
            'empty-title',
            `phase "${phase.id}" has no title`,
            lineOf(phase.id),
            'Say in a few words what it does.',
          ),
        ]),
    ...phase.subtasks
      .filter(subtask => !subtask.title.trim())
      .map(subtask =>
        error(
          'empty-title',
          `subtask "${subtask.id}" has no title`,
          lineOf(phase.id),
          'Say in a few words what it does.',
        ),
      ),
  ]);
}

function subtaskFindings(plan: Plan, tdd: TddSetting, lineOf: (id: string) => number): Finding[] {
  const all = plan.phases.flatMap(phase => phase.subtasks);
  if (!all.some(subtask => subtask.dependsOn.length > 0 || subtask.type !== 'task')) return [];
  const phaseOf = new Map(
    plan.phases.flatMap(phase => phase.subtasks.map(subtask => [subtask.id, phase.id] as const)),
  );
  const at = (id: string): number => lineOf(phaseOf.get(id)!);
  const cycles = findCycles(buildGraph(all)).map(cycle => cycleFinding(cycle, at));
  if (cycles.length > 0) return cycles;
  if (tdd === 'off') return [];
  return implWithoutTest(withPhaseOrder(plan)).map(id => ({
    severity: tdd === 'enforce' ? 'error' : 'warning',
    code: 'tdd-order',
    message: `implementation subtask "${id}" has no test subtask before it`,
    line: at(id),
    hint: 'Add a test subtask that it depends on, or use --tdd off.',
  }));
}

/** Subtasks with the order that their phases give them: within a phase one after another, after those of earlier phases. */
function withPhaseOrder(plan: Plan): Plan['phases'][number]['subtasks'] {
  const last = new Map(plan.phases.map(phase => [phase.id, phase.subtasks.at(-1)?.id]));
  return plan.phases.flatMap(phase => {
    const before = phase.dependsOn.map(id => last.get(id)).filter(id => id !== undefined);
    return phase.subtasks.map((subtask, i) => ({
      ...subtask,
      dependsOn: [...subtask.dependsOn, ...(i === 0 ? before : [phase.subtasks[i - 1]!.id])],
    }));
  });
}

const cycleFinding = (cycle: readonly string[], lineOf: (id: string) => number): Finding =>
  error(
    'cycle',
    `dependencies form a cycle: ${cycle.join(' -> ')}`,
    lineOf(cycle[0]!),
    'Remove one of these dependencies.',
  );

const overlapFinding = (from: string, to: string, file: string, lineOf: (id: string) => number): Finding => ({
  severity: 'warning',
  code: 'file-overlap',
  message: `"${from}" and "${to}" both declare ${file}; "${to}" will wait for "${from}"`,
  line: lineOf(to),
  hint: 'State the dependency, or let only one of them touch the file.',
});

const error = (code: Finding['code'], message: string, line: number, hint: string): Finding => ({
  severity: 'error',
  code,
  message,
  line,
  hint,
});
