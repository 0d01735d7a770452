import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { folderOfReplay, loadKind, replayOf, SCRIPTED } from '../../agent/catalogue.ts';
import { findProgram } from '../../agent/find-program.ts';
import { bubblewrap } from '../../agent/sandbox/find.ts';
import { loginIn } from '../../agent/survey.ts';
import { agentsNamed, chainsOf } from '../../run/policy/worker.ts';
import type { Settings } from '../../run/settings.ts';
import { agentsHere } from '../agents-here.ts';
import { UsageError } from '../exit.ts';
import { scriptFile } from '../settings/load.ts';
import type { Resolved } from '../settings/resolve.ts';
import type { Terminal } from '../terminal.ts';
import { agentOptions } from './agent-options.ts';
import { readScript, scriptIn } from './drivers.ts';

interface Chosen {
  readonly agent: string;
  readonly script: string | null;
}

/** Who does the work of a new run. Whatever keeps one of them from working is told before anything is begun. */
export async function chooseAgent(resolved: Resolved, toplevel: string, terminal: Terminal): Promise<Chosen> {
  const { settings } = resolved;
  if (resolved.agent === null) {
    const here = (await agentsHere()).filter(name => name !== SCRIPTED);
    throw new UsageError(
      'no agent was named',
      `Add --agent NAME, such as --agent ${here[0] ?? 'claude'}, or keep your choice with phasewright init. phasewright env tells about the agents.`,
      here.length === 0 ? 'None that is known is installed here.' : `Installed here: ${here.join(', ')}.`,
    );
  }
  // A recording is found again from any folder.
  const folder = folderOfReplay(resolved.agent);
  const agent = folder === null ? resolved.agent : replayOf(resolve(folder));
  const names = folder === null ? agentsNamed(settings, agent) : [];
  for (const name of names) await assertReady(name, settings, agent, terminal);
  assertSandbox(
    settings,
    names.some(name => name !== SCRIPTED),
    terminal,
  );
  const path = scriptFile(resolved, toplevel);
  const script = path === null ? null : readScript(path);
  if (script !== null) scriptIn(script);
  return { agent, script };
}

async function assertReady(
  name: string,
  settings: Settings,
  agent: string,
  { err, errStyle }: Terminal,
): Promise<void> {
  const kind = await loadKind(name);
  if (kind === null) return;
  const { program } = agentOptions(settings, name);
  const wanted = program ?? kind.program;
  if (wanted !== null && findProgram(wanted, process.env.PATH ?? '') === null) {
    throw new UsageError(
      `the agent ${name} (${kind.title}) is not installed`,
      kind.install,
      `There is no program ${wanted} in PATH.`,
    );
  }
  const isUnnamed = chainsOf(settings, agent).some(worker => worker.agent === name && worker.model === null);
  if (kind.modelHint !== undefined && isUnnamed)
    throw new UsageError(`the agent ${name} needs to be told which model to use`, kind.modelHint);
  // It may be let in by something that we do not know of.
  if (loginIn(kind.logins, { environment: process.env, home: homedir() }) === null)
    err(`${errStyle.yellow('warning')}: no access was found for ${name}: ${kind.loginHint}\n`);
}

/** Nobody is to find out later that nothing protected him. */
function assertSandbox({ sandbox }: Settings, isWanted: boolean, { err, errStyle }: Terminal): void {
  if (sandbox.mode === 'none' || (sandbox.mode === 'auto' && !isWanted)) return;
  const found = bubblewrap(process.env.PATH ?? '');
  if (found.ok) return;
  if (sandbox.mode === 'bwrap') throw new UsageError(`sandbox is bwrap, but ${found.problem}`, found.hint);
  err(`${errStyle.yellow('warning')}: agents run without a sandbox: ${found.problem}. ${found.hint}\n`);
}
