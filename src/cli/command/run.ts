import { relative, resolve } from 'node:path';
import { openRepository } from '../../git/repository.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { testsNote } from '../../view/plan/tests-note.ts';
import { summaryLine } from '../../view/run/proposal.ts';
import { confirm } from '../confirm.ts';
import { deskHere } from '../desk.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { PlanFile } from '../plan-file.ts';
import { assertTested, beginRun, staysByDefault, trustedSettings, unusedRunId } from '../run/begin-run.ts';
import { chooseAgent } from '../run/choose-agent.ts';
import { gitError } from '../run/git-error.ts';
import { newRun } from '../run/new-run.ts';
import { withHome } from '../run/open-store.ts';
import { tellUncommitted } from '../run/tell-uncommitted.ts';
import { runnablePlan, tellWarnings } from '../runnable-plan.ts';
import type { SettingsOptions } from '../settings/flags.ts';
import { loadSettings } from '../settings/load.ts';
import type { Terminal } from '../terminal.ts';
import { preview } from './preview.ts';

export interface RunOptions extends ParseOptions, SettingsOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly detach?: boolean;
  readonly redo?: boolean;
  readonly yes?: boolean;
  readonly base?: string;
  readonly branch?: string;
  readonly here?: boolean;
  readonly trackerId?: string;
  /** Whether to stay while the run waits for a person. */
  readonly wait?: boolean;
  /** Folder in which sessions are recorded. */
  readonly record?: string;
  /** The words after `phasewright` without `--dry-run`, to show what would be executed. */
  readonly commandLine: readonly string[];
}

/** `phasewright run`: carries a plan out. */
export async function run(path: string, options: RunOptions, terminal: Terminal): Promise<ExitCode> {
  const found = await openRepository(process.cwd());
  const resolved = loadSettings(found.ok ? found.repository.toplevel : null, options, terminal);
  if (!resolved) return EXIT.usage;
  assertTested(resolved);
  const settings = trustedSettings(resolved);
  const plan = await runnablePlan(path, { ...options, tdd: settings.tdd }, terminal);
  if (!plan) return EXIT.usage;
  tellWarnings(plan, terminal);
  if (options.dryRun) return preview(plan, settings, options, terminal);
  if (!found.ok) throw gitError(found.failure);
  const { repository } = found;
  const { agent, script } = await chooseAgent(resolved, repository.toplevel, terminal);
  return withHome(async home => {
    const created = await newRun(home, repository, {
      run: await unusedRunId(home),
      plan: options.redo ? undone(plan) : plan.parsed.plan,
      planText: plan.text,
      planFile: plan.file,
      goal: null,
      settings,
      base: options.base,
      branch: options.branch,
      here: options.here === true,
      trackerId: options.trackerId,
      agent,
      script,
    });
    terminal.err(`${summaryLine(created, plan.file)}\n`);
    const note = testsNote(created.plan, settings);
    if (note !== null) terminal.err(`${terminal.errStyle.yellow('warning')}: ${note}\n`);
    if (!options.here && options.base === undefined) await tellUncommitted(repository, plan.file, terminal);
    const isApproved = options.yes || settings.approve === 'never';
    const refusal = isApproved ? null : await refused(options.plain === true, terminal);
    if (refusal !== null) return refusal;
    const { json = false, plain = false, detach = false } = options;
    const stays = options.wait ?? (detach || staysByDefault());
    const record = recordFolder(options.record, repository.toplevel, options.here === true);
    const how = { json, plain, detach, stays, ...(record === null ? {} : { record }) };
    return beginRun(home, repository, created, how, terminal);
  }, repository);
}

/** Null where nothing is to be recorded. What lies in the checkout would be taken for work there. */
function recordFolder(given: string | undefined, toplevel: string, isHere: boolean): string | null {
  if (given === undefined) return null;
  const folder = resolve(given);
  const isInside = !relative(toplevel, folder).startsWith('..');
  if (isHere && isInside)
    throw new UsageError(
      `--record ${given} is in the checkout that the run works in`,
      'Name a folder outside of it.',
      'Recordings would be taken for work of a phase.',
    );
  return folder;
}

const undone = ({ parsed }: PlanFile): PlanFile['parsed']['plan'] => ({
  ...parsed.plan,
  phases: parsed.plan.phases.map(phase => ({
    ...phase,
    done: false,
    subtasks: phase.subtasks.map(subtask => ({ ...subtask, done: false })),
  })),
});

/** The plan is approved by whoever starts it, who gets null, else how the command ends. A pipe cannot say yes. */
async function refused(isPlain: boolean, { err }: Terminal): Promise<ExitCode | null> {
  const desk = deskHere(isPlain);
  if (desk && (await confirm('Carry it out?', desk))) return null;
  err(`Nothing was started${desk ? '' : ': add --yes to approve the plan without being asked'}.\n`);
  return desk ? EXIT.interrupted : EXIT.waiting;
}
