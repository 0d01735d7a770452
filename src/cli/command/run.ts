import { openRepository } from '../../git/repository.ts';
import type { ParseOptions } from '../../plan/parse.ts';
import { apply } from '../../run/apply.ts';
import { encode } from '../../run/journal.ts';
import type { Preset } from '../../run/policies.ts';
import { type Overrides, type Settings, settingsOf } from '../../run/settings.ts';
import { thisProcess } from '../../store/process.ts';
import { progressLine } from '../../view/run/progress.ts';
import { summaryLine } from '../../view/run/proposal.ts';
import { wireLine } from '../../view/run/wire.ts';
import { confirm } from '../confirm.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { PlanFile } from '../plan-file.ts';
import { driveRun } from '../run/drive-run.ts';
import { AGENTS, driverNamed, readScript } from '../run/embedded-ports.ts';
import { currentRepository } from '../run/find-run.ts';
import { newRun, type RunCreated } from '../run/new-run.ts';
import { type Home, withHome } from '../run/open-store.ts';
import { newRunId } from '../run/run-id.ts';
import { CHECK_TIMEOUT_MS, type FileSettings, readSettingsFile } from '../run/settings-file.ts';
import { runnablePlan } from '../runnable-plan.ts';
import type { Terminal } from '../terminal.ts';
import { preview } from './preview.ts';

export interface RunOptions extends ParseOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly redo?: boolean;
  readonly yes?: boolean;
  readonly preset?: Preset;
  readonly schedule?: Settings['schedule'];
  readonly concurrency?: number;
  readonly session?: Settings['session'];
  readonly onReject?: Settings['onReject'];
  readonly maxAttempts?: number;
  readonly onFailure?: Settings['onFailure'];
  readonly review?: boolean;
  readonly check?: readonly string[];
  readonly commit?: Settings['commit']['mode'];
  readonly agent?: string;
  readonly script?: string;
  readonly base?: string;
  readonly branch?: string;
  readonly here?: boolean;
  readonly trackerId?: string;
  /** The words after `phasewright` without `--dry-run`, to show what would be executed. */
  readonly commandLine: readonly string[];
}

/** `phasewright run`: carries a plan out. */
export async function run(path: string, options: RunOptions, terminal: Terminal): Promise<ExitCode> {
  const plan = await runnablePlan(path, options, terminal);
  if (!plan) return EXIT.usage;
  if (options.dryRun) {
    const found = await openRepository(process.cwd());
    const file = found.ok ? readSettingsFile(found.repository.toplevel) : {};
    return preview(plan, settingsFrom(options, file), options, terminal);
  }
  const repository = await currentRepository();
  const file = readSettingsFile(repository.toplevel);
  const settings = settingsFrom(options, file);
  const { agent, script } = agentFrom(options, file);
  return withHome(async home => {
    const taken = new Set((await home.store.runs()).map(({ id }) => id));
    const created = await newRun(home, repository, {
      ...options,
      run: newRunId(id => taken.has(id)),
      plan: options.redo ? undone(plan) : plan.parsed.plan,
      planText: plan.text,
      planFile: plan.file,
      settings,
      base: options.base,
      branch: options.branch,
      here: options.here === true,
      trackerId: options.trackerId,
      agent,
      script,
    });
    if (!options.yes && !(await approved(created, plan.file, terminal))) return EXIT.waiting;
    return begin(home, repository.commonDir, created, options.json === true, terminal);
  });
}

/** Writes the run down and drives it. From here on everything can be resumed. */
async function begin(
  home: Home,
  repository: string,
  created: RunCreated,
  json: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const at = Date.now();
  const entry = { at, event: created };
  const state = apply(null, entry);
  const record = { id: created.run, repository, title: created.plan.title, createdAt: at };
  const result = await home.store.create(record, [encode(created, at)], thisProcess());
  if (!result.ok) throw new Error(`run ${created.run} exists already`);
  if (json) terminal.out(wireLine(created.run, entry));
  terminal.err(`${progressLine(entry, state, terminal.errStyle, terminal.unicode)}\n`);
  return driveRun(home, { state, seq: result.seq, first: [], json }, terminal);
}

const undone = ({ parsed }: PlanFile): PlanFile['parsed']['plan'] => ({
  ...parsed.plan,
  phases: parsed.plan.phases.map(phase => ({
    ...phase,
    done: false,
    subtasks: phase.subtasks.map(subtask => ({ ...subtask, done: false })),
  })),
});

/** Flags before the repository's file before the preset. */
function settingsFrom(options: RunOptions, file: FileSettings): Settings {
  const { preset, agent: _, script: __, ...rest } = file;
  const checks = options.check?.map(command => ({ command, timeoutMs: CHECK_TIMEOUT_MS }));
  const flags: Overrides = {
    schedule: options.schedule,
    concurrency: options.concurrency,
    session: options.session,
    onReject: options.onReject,
    maxAttempts: options.maxAttempts,
    onFailure: options.onFailure,
    review: options.review === false ? false : undefined,
    checks,
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const commit = { ...rest.commit, ...(options.commit === undefined ? {} : { mode: options.commit }) };
  return settingsOf(options.preset ?? preset ?? 'phased', { ...rest, ...given, commit } as Overrides);
}

function agentFrom(options: RunOptions, file: FileSettings): { agent: string; script: string | null } {
  const agent = options.agent ?? file.agent;
  if (agent === undefined) {
    throw new UsageError('no agent was named', `Add --agent NAME; known agents: ${AGENTS.join(', ')}.`);
  }
  const path = options.script ?? file.script;
  const script = path === undefined ? null : readScript(path);
  driverNamed(agent, script);
  return { agent, script };
}

/** The plan is approved by whoever starts it; a pipe cannot say yes. */
async function approved(created: RunCreated, file: string, terminal: Terminal): Promise<boolean> {
  terminal.err(`${summaryLine(created, file)}\n`);
  const answer = await confirm('Carry it out?', terminal);
  if (answer === null)
    terminal.err('Nothing was started: add --yes to approve the plan without being asked.\n');
  return answer === true;
}
