import { printable } from '../../base/printable.ts';
import type { Analysis } from '../../plan/analysis.ts';
import type { Diagnostic } from '../../plan/diagnostic.ts';
import type { Phase, Plan } from '../../plan/model.ts';
import type { Parsed } from '../../plan/parse.ts';
import type { Style } from '../style.ts';

export const subtaskCount = (plan: Plan): number =>
  plan.phases.reduce((sum, phase) => sum + phase.subtasks.length, 0);

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** One line about a plan that was checked. */
export function checkSummary(file: string, parsed: Parsed, analysis: Analysis | null, style: Style): string {
  const errors = count(parsed.diagnostics, 'error');
  const warnings = count(parsed.diagnostics, 'warning');
  const verdict = errors > 0 ? style.red(plural(errors, 'error')) : style.green('ok');
  const also = warnings > 0 ? `, ${style.yellow(plural(warnings, 'warning'))}` : '';
  if (!parsed.format || !analysis) return `${style.bold(printable(file))}: ${verdict}${also}\n`;
  const { plan } = parsed;
  const done = plan.phases.filter(phase => phase.done).length;
  const facts = [
    plural(plan.phases.length, 'phase'),
    plural(subtaskCount(plan), 'subtask'),
    ...(done > 0 ? [`${done} done`] : []),
    plural(analysis.batches.length, 'batch').replace('batchs', 'batches'),
    `width ${analysis.width}`,
  ];
  return `${style.bold(printable(file))}: ${verdict}${also}: ${facts.join(', ')} ${style.dim(`(format: ${parsed.format})`)}\n`;
}

const count = (diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number =>
  diagnostics.filter(diagnostic => diagnostic.severity === severity).length;

/** The object that `check --json` prints. Field names are part of the interface. */
export function checkJson(file: string, parsed: Parsed, analysis: Analysis | null): object {
  const { plan, format, diagnostics, places } = parsed;
  return {
    file,
    format,
    plan: { ...plan, phases: plan.phases.map(phase => phaseJson(phase, places.get(phase.id))) },
    counts: { phases: plan.phases.length, subtasks: subtaskCount(plan) },
    batches: analysis?.batches ?? [],
    levels: analysis?.levels ?? [],
    criticalPath: analysis?.criticalPath ?? [],
    width: analysis?.width ?? 0,
    diagnostics,
  };
}

const phaseJson = (phase: Phase, place: { line: number; endLine: number } | undefined): object => ({
  ...phase,
  ...place,
});
