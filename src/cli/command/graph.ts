import { printableJson } from '../../base/printable.ts';
import type { EstimateUnit } from '../../plan/model.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import type { GraphView } from '../../view/graph/input.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { GraphFormat } from '../formats.ts';
import { writeResult } from '../output-file.ts';
import { runnablePlan } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright graph`: draws the phases of a plan and what depends on what. */
export async function graph(
  path: string,
  as: GraphFormat,
  options: ParseOptions & { readonly output?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const plan = await runnablePlan(path, options, terminal);
  if (!plan) return EXIT.usage;
  const { phases, title, estimateUnit } = plan.parsed.plan;
  const { levels, batches, criticalPath } = plan.analysis;
  const view = { title: title || plan.file, phases, levels, batches, criticalPath };
  const drawing = await draw(view, as, estimateUnit, terminal);
  writeResult(drawing, options.output, terminal);
  return EXIT.completed;
}

async function draw(
  view: GraphView,
  as: GraphFormat,
  estimateUnit: EstimateUnit,
  terminal: Terminal,
): Promise<string> {
  switch (as) {
    case 'ascii':
      return (await import('../../view/graph/ascii.ts')).ascii(view, {
        width: terminal.columns,
        unicode: terminal.unicode,
      });
    case 'mermaid':
      return (await import('../../view/graph/mermaid.ts')).mermaid(view);
    case 'dot':
      return (await import('../../view/graph/dot.ts')).dot(view);
    case 'svg':
      return (await import('../../view/graph/svg.ts')).svg(view, { estimateUnit });
    case 'json':
      return printableJson(graphJson(view), 2);
    default:
      return as satisfies never;
  }
}

const graphJson = ({ title, phases, levels, batches, criticalPath }: GraphView): object => ({
  title,
  nodes: phases.map(({ id, title: name, estimate, done, optional, subtasks }) => ({
    id,
    title: name,
    estimate,
    done,
    optional,
    subtasks: subtasks.length,
  })),
  edges: phases.flatMap(phase => phase.dependsOn.map(from => ({ from, to: phase.id }))),
  levels,
  batches,
  criticalPath,
});
