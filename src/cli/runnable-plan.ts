import { type Analysis, analyse } from '../plan/analysis.ts';
import { hasErrors } from '../plan/diagnostic.ts';
import type { ParseOptions } from '../plan/parse.ts';
import { diagnosticsText } from '../view/plan/diagnostics.ts';
import { checkSummary } from '../view/plan/summary.ts';
import { type PlanFile, readPlanFile } from './plan-file.ts';
import type { Terminal } from './terminal.ts';

/** A plan without errors, ready to be drawn or run; null once its errors have been told. */
export async function runnablePlan(
  path: string,
  options: ParseOptions,
  terminal: Terminal,
): Promise<(PlanFile & { analysis: Analysis }) | null> {
  const plan = await readPlanFile(path, options);
  const analysis = analyse(plan.parsed.plan);
  if (analysis && !hasErrors(plan.parsed.diagnostics)) return { ...plan, analysis };
  const serious = plan.parsed.diagnostics.filter(({ severity }) => severity !== 'info');
  terminal.err(`${diagnosticsText(plan.file, plan.text, serious, terminal.errStyle)}\n`);
  terminal.err(checkSummary(plan.file, plan.parsed, analysis, terminal.errStyle));
  return null;
}

/** What deserves a look before the plan is carried out. */
export function tellWarnings({ file, text, parsed }: PlanFile, { err, errStyle }: Terminal): void {
  const warnings = parsed.diagnostics.filter(({ severity }) => severity === 'warning');
  if (warnings.length > 0) err(`${diagnosticsText(file, text, warnings, errStyle)}\n`);
}
