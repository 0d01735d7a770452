import type { GitFailureReason, GitResult, Workspaces } from '../../src/git/port.ts';
import { oneIn, oneOf } from './chance.ts';
import { crossing, type Life, never } from './life.ts';
import type { World } from './world.ts';

/** The first ones pass, the others need a person. */
const FAULTS: readonly GitFailureReason[] = ['locked', 'other', 'locked', 'disk_full', 'read_only'];

/** Git as a process sees it: with other things in its way, and on its own once the process has died. */
export function faultyGit(world: World, life: Life): Workspaces {
  const { chance, loop, git } = world;
  const { weather } = life;
  /** Between two steps git may be slow, and the process that started it may die; git then dies with it or goes on. */
  const between = async (): Promise<void> => {
    if (oneIn(chance, 2)) await loop.sleep(oneOf(chance, [1, 5, 40, 120]));
    if (life.isAlive() && oneIn(chance, weather.death)) life.die();
    if (!life.isAlive() && !world.gitOutlives(life)) await never();
  };
  const workspaces = git.stepwise(between);
  const through =
    <A extends unknown[], R extends GitResult<object>>(method: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      crossing(world, life, async () => {
        if (oneIn(chance, weather.git)) return refused(oneOf(chance, FAULTS)) as R;
        return world.gitWorks(life, method(...args));
      });
  return {
    pathOf: workspaces.pathOf,
    stop: workspaces.stop,
    openRun: through(workspaces.openRun),
    open: through(workspaces.open),
    capture: through(workspaces.capture),
    combine: through(workspaces.combine),
    land: through(workspaces.land),
    closeRun: through(workspaces.closeRun),
    placeRecord: through(workspaces.placeRecord),
    readReport: workspaces.readReport,
    disturbed: workspaces.disturbed,
    touched: through(workspaces.touched),
    ignoredFiles: through(workspaces.ignoredFiles),
    restoreIgnored: through(workspaces.restoreIgnored),
    removeIgnored: through(workspaces.removeIgnored),
    changedFiles: through(workspaces.changedFiles),
    inspect: through(workspaces.inspect),
    diff: through(workspaces.diff),
  };
}

const refused = (reason: GitFailureReason): GitResult<object> => ({
  ok: false,
  failure: { reason, message: `simulated: ${reason}`, hint: '' },
});
