import type { RunOrigin } from '../../src/run/event.ts';

/** Where a run on fakes takes place. */
export const ORIGIN: RunOrigin = {
  repository: '/repository',
  base: 'main',
  baseCommit: 'c0',
  branch: 'phasewright/test',
  place: 'worktree',
  planFile: 'plan.md',
  planText: '',
  trackerId: null,
  marker: 'marker',
  agent: 'scripted',
  script: null,
};
