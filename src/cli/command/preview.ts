import { counted } from '../../base/counted.ts';
import { printableJson } from '../../base/printable.ts';
import { detectStacks } from '../../config/stack/detect.ts';
import { directoryReader } from '../../config/stack/directory-reader.ts';
import type { Analysis } from '../../plan/analysis.ts';
import { estimateCost } from '../../plan/cost-estimate.ts';
import type { Settings } from '../../run/settings.ts';
import { dryRunJson, dryRunText } from '../../view/plan/dry-run.ts';
import { testsNote } from '../../view/plan/tests-note.ts';
import { judgeWords } from '../../view/run/proposal.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { PlanFile } from '../plan-file.ts';
import type { Terminal } from '../terminal.ts';

const COMMITS: Readonly<Record<Settings['commit']['mode'], string>> = {
  phase: 'phase (one commit for each phase)',
  'message-only': 'message-only (messages are written, you commit)',
  single: 'single (one commit at the end)',
};

/** `phasewright run --dry-run`: shows what a run would do. */
export function preview(
  plan: PlanFile & { readonly analysis: Analysis },
  settings: Settings,
  options: {
    readonly redo?: boolean;
    readonly here?: boolean;
    readonly json?: boolean;
    readonly commandLine: readonly string[];
  },
  terminal: Terminal,
): ExitCode {
  const redo = options.redo === true;
  const { commit, concurrency, maxAttempts } = settings;
  const setup = settings.setup.map(({ command }) => command);
  const checks = settings.checks.map(({ command }) => command);
  const shown = {
    file: plan.file,
    plan: plan.parsed.plan,
    analysis: plan.analysis,
    stacks: detectStacks(directoryReader(process.cwd())),
    cost: estimateCost(plan.parsed.plan, { maxAttempts, redo }),
    settings: {
      commit: COMMITS[commit.mode],
      concurrency,
      redo,
      setup,
      checks,
      verification: verificationWords(settings, options.here === true),
    },
    uncheckedWords: judgeWords(settings),
    warnings: plan.parsed.diagnostics.filter(({ severity }) => severity === 'warning').length,
    note: testsNote(plan.parsed.plan, settings),
    command: ['phasewright', ...options.commandLine.map(shellWord)].join(' '),
  };
  terminal.out(options.json ? `${printableJson(dryRunJson(shown))}\n` : dryRunText(shown, terminal.outStyle));
  return EXIT.completed;
}

/** What it costs that work is verified, beside the time of the checks themselves. */
function verificationWords(
  { checks, setup, verify, checkSlots = 1 }: Settings,
  isHere: boolean,
): string | null {
  if (checks.length === 0) return null;
  if (isHere) return 'workspace: in your checkout, where the work is done, whatever verify says';
  if (verify !== 'clean')
    return 'workspace: where the work was done, with what lies there besides; no further checkout';
  const setups = setup.length === 0 ? 'without setup' : 'with the setup commands run in each';
  return `clean: in ${counted(checkSlots, 'check slot')}, so at most as many more checkouts, ${setups}`;
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
