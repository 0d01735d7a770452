import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKind } from '../../agent/catalogue.ts';
import { findProgram } from '../../agent/find-program.ts';
import type { AgentKind } from '../../agent/kind.ts';
import type { Driver, SessionResult } from '../../agent/port.ts';
import { killGroupsNow } from '../../agent/process/live.ts';
import { confinementFor } from '../../agent/sandbox/find.ts';
import { printable, printableJson } from '../../base/printable.ts';
import { redactAll, redactor } from '../../base/secrets/redact.ts';
import { stateFolder } from '../../config/home.ts';
import { answerSchema } from '../../engine/perform/answer-schema.ts';
import { openRepository } from '../../git/repository.ts';
import { reportWords } from '../../prompt/reporting.ts';
import { readReport, reportSchema } from '../../run/answer.ts';
import { jsonIn } from '../../run/fenced.ts';
import { duration } from '../../view/time.ts';
import { agentProblem } from '../agents.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { agentEnvironment } from '../run/agent-environment.ts';
import { agentOptions, groundsOf } from '../run/agent-options.ts';
import { loadSettings } from '../settings/load.ts';
import type { Resolved } from '../settings/resolve.ts';
import type { Terminal } from '../terminal.ts';

export interface TestAgentOptions {
  readonly model?: string;
  readonly json?: boolean;
}

/** How long the tiny session may take. */
const TRIAL_MS = 5 * 60_000;

const FILE = 'ready.txt';

/** `phasewright agents test`: one tiny session, as in a run but for the repository. */
export async function testAgent(
  name: string,
  options: TestAgentOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await openRepository(process.cwd());
  const resolved = loadSettings(found.ok ? found.repository.toplevel : null, {}, terminal);
  if (!resolved) return EXIT.usage;
  const kind = await readyKind(name, resolved, options);
  const scratch = mkdtempSync(join(tmpdir(), 'phasewright-trial-'));
  try {
    const driver = driverOf(kind, resolved, scratch);
    terminal.err(`${kind.title} writes a file in a scratch folder …\n`);
    const trial = await converse(driver, scratch, options, terminal);
    return told(trial, driver, options, terminal);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function readyKind(name: string, resolved: Resolved, { model }: TestAgentOptions): Promise<AgentKind> {
  const kind = await loadKind(name);
  if (kind === null)
    throw new UsageError(agentProblem(name) ?? `${name} calls no model`, 'phasewright env lists the agents.');
  const wanted = agentOptions(resolved.settings, name).program ?? kind.program;
  if (wanted !== null && findProgram(wanted, process.env.PATH ?? '') === null)
    throw new UsageError(
      `${kind.title} is not installed`,
      kind.install,
      `There is no program ${wanted} in PATH.`,
    );
  if (kind.modelHint !== undefined && model === undefined)
    throw new UsageError(`${name} needs to be told which model to use: --model NAME`, kind.modelHint);
  return kind;
}

function driverOf(kind: AgentKind, resolved: Resolved, scratch: string): Driver {
  const home = join(scratch, 'home');
  mkdirSync(home);
  const grounds = groundsOf(stateFolder(process.env), []);
  const confinement = confinementFor(resolved.settings.sandbox, grounds);
  return kind.driver({
    userEnvironment: process.env,
    home,
    options: agentOptions(resolved.settings, kind.name),
    confinement,
  });
}

interface Trial {
  readonly result: SessionResult;
  readonly hasReported: boolean;
  readonly isWritten: boolean;
  readonly ms: number;
}

async function converse(
  driver: Driver,
  scratch: string,
  { model, json }: TestAgentOptions,
  { out, err }: Terminal,
): Promise<Trial> {
  const cwd = join(scratch, 'workspace');
  mkdirSync(cwd);
  const redact = redactor(process.env);
  const stop = new AbortController();
  const onSignal = (): void => (stop.signal.aborted ? void killGroupsNow() : stop.abort());
  process.on('SIGINT', onSignal);
  const began = Date.now();
  try {
    const session = driver.start({
      role: 'developer',
      assignment: { run: 'trial', phase: 'trial', attempt: 1, subtasks: [] },
      prompt: `Write a file ${FILE} in the current folder that holds the one word: ready. Do nothing else.\n\n${reportWords(driver.abilities.answers, 'report.json')}`,
      cwd,
      model: model ?? null,
      permissions: 'workspace-write',
      continues: null,
      answerSchema: answerSchema(reportSchema),
      environment: agentEnvironment(process.env),
      marker: randomUUID(),
      rawOutput: join(scratch, 'raw'),
      redact,
      timeoutMs: TRIAL_MS,
      signal: stop.signal,
    });
    let said = '';
    for await (const event of session) {
      const shown = redactAll(event, redact);
      if (event.type === 'text') said += `${event.text}\n`;
      if (json) out(`${printableJson(shown)}\n`);
      else if (shown.type === 'text' || shown.type === 'notice') err(`  ${printable(shown.text.trim())}\n`);
      else if (shown.type === 'tool_call') err(`  ${shown.name}: ${printable(shown.summary)}\n`);
    }
    const result = redactAll(await session.result, redact);
    const answers = result.answer === undefined ? jsonIn(said) : [result.answer];
    return {
      result,
      hasReported: answers.some(answer => readReport(answer) !== null),
      isWritten: existsSync(join(cwd, FILE)) && readFileSync(join(cwd, FILE), 'utf8').trim() === 'ready',
      ms: Date.now() - began,
    };
  } finally {
    process.off('SIGINT', onSignal);
  }
}

function told(trial: Trial, driver: Driver, { json }: TestAgentOptions, terminal: Terminal): ExitCode {
  const { result, hasReported, isWritten, ms } = trial;
  const { inputTokens, outputTokens, costUsd } = result.usage;
  if (json) terminal.out(`${printableJson({ type: 'end', ...trial })}\n`);
  const { red, green, yellow } = terminal.outStyle;
  const say = (mark: string, text: string): void => {
    if (!json) terminal.out(`${mark} ${text}\n`);
  };
  const [yes, no, half] = terminal.unicode
    ? [green('✓'), red('✗'), yellow('!')]
    : [green('ok'), red('no'), yellow('!')];
  if (result.status === 'failed') say(no, `${result.failure.category}: ${printable(result.failure.message)}`);
  say(isWritten ? yes : no, isWritten ? 'the file is written' : 'the file is not written');
  say(
    hasReported ? yes : half,
    hasReported ? 'it reported in the form that was asked for' : 'it gave no report that can be read',
  );
  say(
    result.sessionId === null ? half : yes,
    result.sessionId === null ? 'it named no session' : 'the session has a name',
  );
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
  say(
    inputTokens > 0 ? yes : half,
    `${inputTokens} tokens in, ${outputTokens} out, ${cost}, ${duration(ms)}`,
  );
  if (result.status === 'cancelled') return EXIT.interrupted;
  const isWell = result.status === 'completed' && isWritten;
  say(isWell ? yes : no, isWell ? `${driver.name} is ready to work` : `${driver.name} cannot work yet`);
  return isWell ? EXIT.completed : EXIT.failed;
}
