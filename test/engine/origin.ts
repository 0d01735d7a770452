import type { Plan } from '../../src/plan/model.ts';
import type { RunEvent, RunOrigin } from '../../src/run/event.ts';
import type { Settings } from '../../src/run/settings.ts';

/** Where a run on fakes takes place. */
export const ORIGIN: RunOrigin = {
  repository: '/repository',
  base: 'main',
  baseCommit: 'c0',
  branch: 'phasewright/test',
  place: 'worktree',
  planFile: 'plan.md',
  planText: '',
  goal: null,
  record: null,
  trackerId: null,
  marker: 'marker',
  agent: 'scripted',
  script: null,
};

/** The first event of such a run. */
export const creation = (
  run: string,
  plan: Plan,
  settings: Settings,
  durations: Readonly<Record<string, number>> = {},
  origin: Partial<RunOrigin> = {},
): Extract<RunEvent, { type: 'run_created' }> => ({
  type: 'run_created',
  run,
  plan,
  settings,
  origin: { ...ORIGIN, ...origin },
  durations,
});
