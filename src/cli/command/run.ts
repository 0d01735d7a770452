import { detectStacks } from '../../config/stack/detect.ts';
import { directoryReader } from '../../config/stack/directory-reader.ts';
import { estimateCost } from '../../plan/cost-estimate.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { dryRunJson, dryRunText } from '../../view/plan/dry-run.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { runnablePlan } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';

export interface RunOptions extends ParseOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly redo?: boolean;
  readonly concurrency: number;
  /** The words after `phasewright` without `--dry-run`, to show what would be executed. */
  readonly commandLine: readonly string[];
}

const MAX_ATTEMPTS = 2;

/** `phasewright run --dry-run`: shows what a run would do. */
export async function run(path: string, options: RunOptions, terminal: Terminal): Promise<ExitCode> {
  if (!options.dryRun) {
    throw new UsageError(
      'this version checks and previews plans and does not execute them yet',
      'Add --dry-run to see what a run would do.',
    );
  }
  const plan = await runnablePlan(path, options, terminal);
  if (!plan) return EXIT.usage;
  const redo = options.redo === true;
  const preview = {
    file: plan.file,
    plan: plan.parsed.plan,
    analysis: plan.analysis,
    stacks: detectStacks(directoryReader(process.cwd())),
    cost: estimateCost(plan.parsed.plan, { maxAttempts: MAX_ATTEMPTS, redo }),
    settings: { commit: 'phase (one commit for each phase)', concurrency: options.concurrency, redo },
    warnings: plan.parsed.diagnostics.filter(({ severity }) => severity === 'warning').length,
    command: ['phasewright', ...options.commandLine.map(shellWord)].join(' '),
  };
  terminal.out(
    options.json ? `${JSON.stringify(dryRunJson(preview))}\n` : dryRunText(preview, terminal.outStyle),
  );
  return EXIT.completed;
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
