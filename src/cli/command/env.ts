import { homedir } from 'node:os';
import { AGENT_NAMES, loadKind } from '../../agent/catalogue.ts';
import { bubblewrap } from '../../agent/sandbox/find.ts';
import { surveyAgent } from '../../agent/survey.ts';
import { printableJson } from '../../base/printable.ts';
import { stateFolder } from '../../config/home.ts';
import { gitVersion, openRepository } from '../../git/repository.ts';
import { type AgentSurvey, type Survey, surveyText } from '../../view/survey.ts';
import { agentProblem } from '../agents.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { agentEnvironment } from '../run/agent-environment.ts';
import { agentOptions } from '../run/agent-options.ts';
import { loadSettings } from '../settings/load.ts';
import type { Resolved } from '../settings/resolve.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';

export interface EnvOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly verbose?: boolean;
}

/** `phasewright env`: which agents are here, or one of them, what protects you, and what to do about each gap. */
export async function env(
  name: string | undefined,
  options: EnvOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await openRepository(process.cwd());
  const resolved = loadSettings(found.ok ? found.repository.toplevel : null, {}, terminal);
  if (!resolved) return EXIT.usage;
  const problem = name === undefined ? null : agentProblem(name);
  if (problem !== null) throw new UsageError(problem, 'Name one of them.');
  const survey: Survey = {
    phasewright: version(),
    node: process.versions.node,
    git: await gitVersion(),
    stateFolder: stateFolder(process.env),
    sandbox: sandboxOf(resolved),
    confines: {
      checks: resolved.settings.sandbox.checks !== 'none',
      network: resolved.settings.sandbox.network,
    },
    agents: await surveyAgents(resolved, name),
  };
  terminal.out(
    options.json
      ? `${printableJson(survey)}\n`
      : surveyText(survey, terminal.outStyle, {
          all: options.all === true,
          verbose: options.verbose === true || name !== undefined,
        }),
  );
  return EXIT.completed;
}

function sandboxOf({ settings }: Resolved): Survey['sandbox'] {
  if (settings.sandbox.mode !== 'none') return bubblewrap(process.env.PATH ?? '');
  return { ok: false, problem: 'the settings switch it off', hint: 'Set sandbox to auto.' };
}

/** All with a name of their own, and those of the user's own that the settings name. */
async function surveyAgents(
  { settings }: Resolved,
  only: string | undefined,
): Promise<readonly AgentSurvey[]> {
  const all = [...new Set([...AGENT_NAMES, ...Object.keys(settings.agents)])];
  const names = only === undefined ? all : [only];
  const machine = { environment: process.env, plain: agentEnvironment(process.env), home: homedir() };
  const surveys = names.map(async name => {
    const kind = await loadKind(name);
    const { program } = agentOptions(settings, name);
    return kind === null ? [] : [await surveyAgent(kind, program, machine)];
  });
  return (await Promise.all(surveys)).flat();
}
