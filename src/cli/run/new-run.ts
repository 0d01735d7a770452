import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { elements } from '../../base/chunked.ts';
import { loadRun } from '../../engine/load.ts';
import { hasPath } from '../../git/has-path.ts';
import { preflight } from '../../git/preflight.ts';
import { type Repository, resolveBase } from '../../git/repository.ts';
import type { Plan } from '../../plan/model.ts';
import type { RunEvent } from '../../run/event.ts';
import { recordName } from '../../run/record-names.ts';
import type { Settings } from '../../run/settings.ts';
import { UsageError } from '../exit.ts';
import type { Home } from './open-store.ts';

export type RunCreated = Extract<RunEvent, { type: 'run_created' }>;

export interface NewRunRequest {
  readonly run: string;
  readonly plan: Plan;
  readonly planText: string;
  readonly planFile: string;
  /** What the architect is to plan; null where there is a plan. */
  readonly goal: string | null;
  readonly settings: Settings;
  readonly base: string | undefined;
  readonly branch: string | undefined;
  readonly here: boolean;
  readonly trackerId: string | undefined;
  /** Whether the plan of the architect is carried out without being asked. */
  readonly isPlanApproved?: boolean;
  readonly agent: string;
  readonly script: string | null;
}

/** Works out where a run takes place; whatever stands in its way is told before anything is written. */
export async function newRun(
  home: Home,
  repository: Repository,
  request: NewRunRequest,
): Promise<RunCreated> {
  const { run, plan, here } = request;
  if (here) assertHere(repository, request);
  const base = await resolveBase(repository, request.base ?? null);
  if (!base.ok) throw new UsageError(base.failure.message, base.failure.hint);
  const branch = here ? repository.branch! : (request.branch ?? `phasewright/${run}`);
  const mode = here ? 'here' : 'worktree';
  const { commit } = request.settings;
  const ready = await preflight({ repository, branch, base: base.commit, mode, commit });
  if (!ready.ok) throw new UsageError(ready.failure.message, ready.failure.hint);
  return {
    type: 'run_created',
    run,
    plan,
    settings: here ? { ...request.settings, schedule: 'serial', concurrency: 1 } : request.settings,
    origin: {
      repository: repository.toplevel,
      base: request.base ?? repository.branch ?? 'HEAD',
      baseCommit: base.commit,
      branch,
      place: mode,
      planFile: request.planFile.startsWith('<') ? request.planFile : resolve(request.planFile),
      planText: request.planText,
      goal: request.goal,
      record: await freeRecord(repository, base.commit, request),
      trackerId: request.trackerId ?? null,
      ...(request.isPlanApproved ? { isPlanApproved: true } : {}),
      marker: randomUUID(),
      agent: request.agent,
      script: request.script,
    },
    durations: await learnedDurations(home, repository, plan),
  };
}

/** A folder that the base does not have: a run does not write over the record of another one. */
async function freeRecord(
  repository: Repository,
  base: string,
  { run, plan, settings, trackerId }: NewRunRequest,
): Promise<string> {
  const name = recordName(Date.now(), trackerId ?? null, run, plan.title || plan.goal);
  const wanted = `${settings.record.folder}/${name}`;
  const found = await hasPath(repository, base, wanted);
  if (!found.ok) throw new UsageError(found.failure.message, found.failure.hint);
  return found.has ? `${wanted}-${run}` : wanted;
}

function assertHere(repository: Repository, { settings, branch, base }: NewRunRequest): void {
  const refuse = (message: string, hint: string): never => {
    throw new UsageError(message, hint);
  };
  if (repository.branch === null)
    refuse('--here needs a branch, and HEAD is detached', 'git switch BRANCH first.');
  if (branch !== undefined || base !== undefined)
    refuse('--here works on the branch that is checked out', 'Leave --branch and --base out.');
  if (settings.session === 'subtask')
    refuse('--here has one workspace, and --session subtask needs several', 'Leave one of them out.');
}

/** How long phases of the same id and title took in the last run of a plan with this title. */
async function learnedDurations(
  { store }: Home,
  { commonDir }: Repository,
  plan: Plan,
): Promise<Record<string, number>> {
  const earlier = (await store.runs({ repository: commonDir })).find(({ title }) => title === plan.title);
  const loaded = earlier ? await loadRun(store, earlier.id).catch(() => null) : null;
  if (!loaded) return {};
  const { state } = loaded;
  const titles = new Map(plan.phases.map(({ id, title }) => [id, title]));
  const known = elements(state.phases).flatMap(({ startedAt, endedAt, standing }, position) => {
    const { id, title } = state.shape.phases[position]!;
    if (standing.status !== 'completed' || startedAt === null || endedAt === null) return [];
    return titles.get(id) === title ? [[id, endedAt - startedAt] as const] : [];
  });
  return Object.fromEntries(known);
}
