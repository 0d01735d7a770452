import { type LoadedRun, since } from '../../engine/load.ts';
import type { Activity } from '../../view/live/scene.ts';
import { allowedSince } from '../../view/run/allowance.ts';
import { progressLine } from '../../view/run/progress.ts';
import type { RunView } from '../../view/run/status.ts';
import { lookAgain } from '../run/look-again.ts';
import type { Home } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';
import { activityReader } from './activity.ts';

/** What is known of a run that somebody looks at. */
export interface Sight {
  readonly loaded: LoadedRun;
  readonly view: RunView;
  readonly activities: readonly Activity[];
  /** What was told so far, a line each. */
  readonly log: readonly string[];
}

/** Told lines that can be scrolled back to. */
const MAX_LOG = 2_000;

/** Looks at a run again and again, each time reading only what is new. */
export function watcher(home: Home, start: LoadedRun, { errStyle, unicode }: Terminal) {
  let loaded = start;
  let log = linesSince(null, start, errStyle, unicode);
  let allowed = allowedSince(start.entries);
  const activitiesOf = activityReader(home, start.state.run, unicode);
  return async (): Promise<Sight> => {
    const { loaded: next, driver } = await lookAgain(home, loaded);
    if (next !== loaded) {
      log = [...log, ...linesSince(loaded, next, errStyle, unicode)].slice(-MAX_LOG);
      allowed = allowedSince(next.entries);
      loaded = next;
    }
    const { state } = loaded;
    const now = driver === null ? state.now : Math.max(state.now, Date.now());
    const activities = driver === null ? [] : activitiesOf(state);
    return { loaded, view: { state, driver, now, allowed }, activities, log };
  };
}

function linesSince(
  before: LoadedRun | null,
  after: LoadedRun,
  style: Terminal['errStyle'],
  unicode: boolean,
): string[] {
  const lines = [...since(before, after)].flatMap(
    ({ entry, state }) => progressLine(entry, state, style, unicode) ?? [],
  );
  return lines.slice(-MAX_LOG);
}
