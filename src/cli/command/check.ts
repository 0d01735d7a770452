import { printableJson } from '../../base/printable.ts';
import { analyse } from '../../plan/analysis.ts';
import { hasErrors } from '../../plan/diagnostic.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { diagnosticsGithub, diagnosticsText } from '../../view/plan/diagnostics.ts';
import { sarif } from '../../view/plan/sarif.ts';
import { checkJson, checkSummary } from '../../view/plan/summary.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CheckFormat } from '../formats.ts';
import { type PlanFile, readPlanFile } from '../plan-file.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';

/** `phasewright check`: reads plans and tells what it understood and what is wrong. */
export async function check(
  paths: readonly string[],
  format: CheckFormat,
  options: ParseOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const plans: PlanFile[] = [];
  for (const path of paths) {
    const plan = await readPlanFile(path, options);
    plans.push(plan);
    terminal.out(report(plan, format, terminal));
  }
  if (format === 'sarif') {
    const files = plans.map(({ file, parsed }) => ({ file, diagnostics: parsed.diagnostics }));
    terminal.out(sarif(files, version()));
  }
  return plans.some(({ parsed }) => hasErrors(parsed.diagnostics)) ? EXIT.usage : EXIT.completed;
}

function report({ file, text, parsed }: PlanFile, format: CheckFormat, { outStyle }: Terminal): string {
  switch (format) {
    case 'json':
      return `${printableJson(checkJson(file, parsed, analyse(parsed.plan)))}\n`;
    case 'github':
      return diagnosticsGithub(file, parsed.diagnostics);
    case 'sarif':
      return '';
    case 'text': {
      const findings = diagnosticsText(file, text, parsed.diagnostics, outStyle);
      return `${findings}${findings && '\n'}${checkSummary(file, parsed, analyse(parsed.plan), outStyle)}`;
    }
    default:
      return format satisfies never;
  }
}
