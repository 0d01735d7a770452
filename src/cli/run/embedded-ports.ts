import { CASSETTE_LIMITS } from '../../agent/cassette/cassette.ts';
import type { Driver } from '../../agent/port.ts';
import { PROCESS_LIMITS } from '../../agent/process/limits.ts';
import { MARKER_VARIABLE } from '../../agent/process/marker.ts';
import { sweep, untilGone } from '../../agent/process/sweep.ts';
import { checkConfinementFor, confinementFor } from '../../agent/sandbox/find.ts';
import { type Redact, redactor } from '../../base/secrets/redact.ts';
import { recordingDriver } from '../../engine/cassette/record.ts';
import { processChecks } from '../../engine/check-runner.ts';
import { tellingOfWalls } from '../../engine/check-walls.ts';
import { systemClock } from '../../engine/clock.ts';
import { messengers } from '../../engine/messengers.ts';
import type { Ports } from '../../engine/ports.ts';
import { fileRecords } from '../../engine/records.ts';
import { gitLook } from '../../git/look.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { workspaces } from '../../git/workspaces.ts';
import type { RunState } from '../../run/state.ts';
import { thisProcess } from '../../store/process.ts';
import { UsageError } from '../exit.ts';
import { agentEnvironment } from './agent-environment.ts';
import { groundsOf } from './agent-options.ts';
import { driversFor } from './drivers.ts';
import { assertOutside, type Home, runFolder, worktreeFolder } from './open-store.ts';
import { testHook } from './test-hook.ts';

/** The world as the embedded runner sees it: one process, this machine's git, processes and files. */
export async function embeddedPorts(home: Home, state: RunState, record: string | null): Promise<Ports> {
  const { origin, settings, run } = state;
  const found = await openRepository(origin.repository, {
    ...process.env,
    [MARKER_VARIABLE]: gitMarker(state),
  });
  if (!found.ok) {
    throw new UsageError(`the repository of run ${run}: ${found.failure.message}`, found.failure.hint);
  }
  assertOutside(home.folder, found.repository);
  const redact = redactor(process.env);
  const driverNamed = await driversFor(home, state, found.repository);
  const recorded =
    record === null ? driverNamed : recording(driverNamed, record, found.repository, state, redact);
  const hook = testHook(process.env);
  const records = fileRecords(runFolder(home, run));
  const environment = agentEnvironment(process.env);
  const { toplevel, commonDir } = found.repository;
  const grounds = groundsOf(home.folder, [toplevel, commonDir]);
  const walls = checkConfinementFor(settings.sandbox, grounds);
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
      confinement: confinementFor(settings.sandbox, grounds),
    }),
    driverOf: (_role, agent) => recorded(agent),
    messengers: messengers({
      environment,
      cwd: origin.repository,
      outputFile: () => records.file('~run', 0, 'notify.log'),
    }),
    checks: tellingOfWalls(processChecks(redact, walls), walls),
    redact,
    processes: {
      gitAtRest: async () => {
        const left = await untilGone(gitMarker(state), GIT_LIMIT_MS);
        return left.length === 0 ? left : (await sweep(gitMarker(state), PROCESS_LIMITS.deathMs)).survivors;
      },
      sweep: async marker => (await sweep(marker, PROCESS_LIMITS.deathMs)).survivors,
    },
    clock: systemClock,
    records,
    environment,
    ...(hook ? { at: hook } : {}),
  };
}

/** The same drivers, whose sessions are written down. */
function recording(
  driverNamed: (agent: string) => Driver,
  folder: string,
  { environment }: Repository,
  { origin }: RunState,
  redact: Redact,
): (agent: string) => Driver {
  const look = gitLook({ environment, record: origin.record, limits: CASSETTE_LIMITS });
  return agent => recordingDriver(driverNamed(agent), folder, look, redact);
}

/** How long git processes of a driver that was killed may take to come to their end; then they are ended. */
const GIT_LIMIT_MS = 60_000;

/** Beside the run's marker, not below it: git is never ended half-way. */
const gitMarker = ({ origin }: RunState): string => `${origin.marker}.git`;
