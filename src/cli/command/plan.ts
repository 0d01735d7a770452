import { printable, printableLines } from '../../base/printable.ts';
import { EMPTY_PLAN } from '../../plan/model.ts';
import type { RunState } from '../../run/state.ts';
import { summaryLine } from '../../view/run/proposal.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { assertWritable, writeResult } from '../output-file.ts';
import { assertTested, beginRun, trustedSettings, unusedRunId } from '../run/begin-run.ts';
import { chooseAgent } from '../run/choose-agent.ts';
import { currentRepository } from '../run/find-run.ts';
import { newRun } from '../run/new-run.ts';
import { withHome } from '../run/open-store.ts';
import type { SettingsOptions } from '../settings/flags.ts';
import { loadSettings } from '../settings/load.ts';
import type { Terminal } from '../terminal.ts';

export interface PlanOptions extends SettingsOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly base?: string;
  readonly branch?: string;
  readonly trackerId?: string;
  readonly output?: string;
}

/** Longest goal, in characters; more is a document to be linked to. */
const MAX_GOAL = 20_000;
/** Longest title that a run gets from its goal. */
const MAX_TITLE = 80;

/** `phasewright plan`: has an architect write the plan of a new run, which then waits for a person. */
export async function plan(goal: string, options: PlanOptions, terminal: Terminal): Promise<ExitCode> {
  const words = goal.trim();
  if (words === '') throw new UsageError('the goal is empty', 'Say what is to be built, in quotes.');
  if (words.length > MAX_GOAL)
    throw new UsageError(
      `the goal is longer than ${MAX_GOAL} characters`,
      'Put the details into a file of the repository and name it in the goal.',
    );
  assertWritable(options.output);
  const repository = await currentRepository();
  const resolved = loadSettings(repository.toplevel, options, terminal);
  if (!resolved) return EXIT.usage;
  assertTested(resolved);
  const { agent, script } = await chooseAgent(resolved, repository.toplevel, terminal);
  return withHome(async home => {
    const created = await newRun(home, repository, {
      run: await unusedRunId(home),
      plan: { ...EMPTY_PLAN, title: titleOf(words), goal: words },
      planText: '',
      planFile: '<architect>',
      goal: words,
      settings: trustedSettings(resolved),
      isPlanApproved: options.yes === true,
      base: options.base,
      branch: options.branch,
      here: false,
      trackerId: options.trackerId,
      agent,
      script,
    });
    const json = options.json === true;
    const onRest = ({ run, draft, origin }: RunState): void => {
      const text = draft?.step === 'ready' ? draft.text : origin.planText;
      // Among events the plan stands already, and one that was carried out is in the record.
      const isWanted = options.output !== undefined || (!json && draft !== null);
      if (isWanted && text !== '') handOver(run, text, options.output, terminal);
    };
    terminal.err(`${summaryLine(created, titleOf(words))}\n`);
    return beginRun(
      home,
      repository,
      created,
      { json, plain: options.plain === true, stays: false, onRest },
      terminal,
    );
  }, repository);
}

/** The run has the plan, too: what becomes of the file does not change how the run went. */
function handOver(run: string, text: string, output: string | undefined, terminal: Terminal): void {
  try {
    // A file or a program gets the plan as it is.
    const isShown = terminal.outIsScreen && (output === undefined || output === '-');
    writeResult(isShown ? printableLines(text) : text, output, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const warning = terminal.errStyle.yellow('warning');
    terminal.err(
      `${warning}: ${printable(error.message)}; the plan is kept: phasewright show ${run} --plan\n`,
    );
  }
}

function titleOf(goal: string): string {
  const [line = ''] = goal.split('\n');
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).trimEnd()}…`;
}
