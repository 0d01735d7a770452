import type { Driver } from '../../agent/port.ts';
import { PROCESS_LIMITS } from '../../agent/process/limits.ts';
import { MARKER_VARIABLE } from '../../agent/process/marker.ts';
import { sweep, untilGone } from '../../agent/process/sweep.ts';
import { scriptedDriver } from '../../agent/scripted/driver.ts';
import { loadScript } from '../../agent/scripted/load.ts';
import { redactor } from '../../base/secrets/redact.ts';
import { processChecks } from '../../engine/check-runner.ts';
import { systemClock } from '../../engine/clock.ts';
import { messengers } from '../../engine/messengers.ts';
import type { Ports } from '../../engine/ports.ts';
import { fileRecords } from '../../engine/records.ts';
import { openRepository } from '../../git/repository.ts';
import { workspaces } from '../../git/workspaces.ts';
import type { RunState } from '../../run/state.ts';
import { thisProcess } from '../../store/process.ts';
import { agentProblem } from '../agents.ts';
import { UsageError } from '../exit.ts';
import { readTextFile } from '../text-file.ts';
import { agentEnvironment } from './agent-environment.ts';
import { type Home, runFolder, worktreeFolder } from './open-store.ts';
import { testHook } from './test-hook.ts';

/** The world as the embedded runner sees it: one process, this machine's git, processes and files. */
export async function embeddedPorts(home: Home, state: RunState): Promise<Ports> {
  const { origin, settings, run } = state;
  const found = await openRepository(origin.repository, {
    ...process.env,
    [MARKER_VARIABLE]: gitMarker(state),
  });
  if (!found.ok) {
    throw new UsageError(`the repository of run ${run}: ${found.failure.message}`, found.failure.hint);
  }
  const driver = driverNamed(origin.agent, origin.script);
  const hook = testHook(process.env);
  const records = fileRecords(runFolder(home, run));
  const environment = agentEnvironment(process.env);
  const redact = redactor(process.env);
  return {
    store: home.store,
    owner: thisProcess(),
    workspaces: workspaces({
      repository: found.repository,
      run,
      branch: origin.branch,
      base: origin.baseCommit,
      folder: worktreeFolder(home, run),
      mode: origin.place,
      commit: settings.commit,
      record: origin.record,
    }),
    driverOf: (_role, agent) => (agent === origin.agent ? driver : driverNamed(agent, origin.script)),
    messengers: messengers({
      environment,
      cwd: origin.repository,
      outputFile: () => records.file('~run', 0, 'notify.log'),
    }),
    checks: processChecks(redact),
    redact,
    processes: {
      gitAtRest: () => untilGone(gitMarker(state), GIT_LIMIT_MS),
      sweep: async marker => (await sweep(marker, PROCESS_LIMITS.deathMs)).survivors,
    },
    clock: systemClock,
    records,
    environment,
    ...(hook ? { at: hook } : {}),
  };
}

/** How long git processes of a driver that was killed may take to come to their end. */
const GIT_LIMIT_MS = 60_000;

/** Beside the run's marker, not below it: git is never ended half-way. */
const gitMarker = ({ origin }: RunState): string => `${origin.marker}.git`;

/** The driver of an agent that the user named. */
export function driverNamed(name: string, script: string | null): Driver {
  const problem = agentProblem(name);
  if (problem !== null) throw new UsageError(problem, 'Name one of them.');
  if (script === null) return scriptedDriver(null);
  const loaded = loadScript(script, '');
  if (loaded.ok) return scriptedDriver(loaded.script);
  const [first] = loaded.diagnostics;
  const place = first && first.line > 0 ? ` (line ${first.line})` : '';
  throw new UsageError(`the script: ${first?.message ?? 'cannot be read'}${place}`, first?.hint ?? '');
}

/** What is longer is refused anyway, with a better message up to here. */
const MAX_SCRIPT_BYTES = 16 << 20;

export function readScript(file: string): string {
  const read = readTextFile(file, MAX_SCRIPT_BYTES);
  if (!read.ok) throw new UsageError(`the script ${file} ${read.problem}`, 'Check the path.');
  return read.text;
}
