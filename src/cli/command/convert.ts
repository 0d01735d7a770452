import { convert as convertPlan } from '../../plan/convert/convert.ts';
import type { ConvertFormat } from '../../plan/convert/formats.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { writeResult } from '../output-file.ts';
import { runnablePlan } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';

/** `phasewright convert`: writes a plan in its canonical form. */
export async function convert(
  path: string,
  to: ConvertFormat,
  options: ParseOptions & { readonly output?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const plan = await runnablePlan(path, options, terminal);
  if (!plan) return EXIT.usage;
  writeResult(convertPlan(plan.parsed.plan, to), options.output, terminal);
  return EXIT.completed;
}
