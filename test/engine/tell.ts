import { elements } from '../../src/base/chunked.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { planAt } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';
import { type FakeGit, phaseIn } from './fake-git.ts';

/** Words for what happened in a run, to compare it with what a test expects. */

/** `a completed, b failed, c blocked by b`. */
export function standings(state: RunState): string {
  return elements(state.phases)
    .map(({ standing }, position) => {
      const by = standing.status === 'blocked' ? ` by ${standing.by}` : '';
      return `${planAt(state, position).id} ${standing.status}${by}`;
    })
    .join(', ');
}

/** Whether two states are the same but for what never changes in a run. */
export const isSameState = (one: RunState, other: RunState): boolean =>
  JSON.stringify(changing(one)) === JSON.stringify(changing(other));

/** What an event can change. */
const changing = ({ shape: _, plan: __, settings: ___, origin: ____, ...rest }: RunState): object => rest;

/** When attempts began: `a@0 b@0 a@5`. */
export const starts = (entries: readonly Entry[]): string =>
  entries
    .flatMap(({ at, event }) => (event.type === 'phase_started' ? [`${event.phase}@${at}`] : []))
    .join(' ');

/** The phases on the run branch, first to last. */
export const landed = (git: FakeGit): string => git.log().slice(1).map(phaseIn).join(' ');

/** The decisions about phases in order: `a started, a retry, a started, a completed`. */
export const story = (events: readonly RunEvent[]): string =>
  events
    .flatMap(event => {
      if (!('phase' in event) || !event.type.startsWith('phase_') || event.type === 'phase_landed') return [];
      return [`${event.phase} ${event.type.slice('phase_'.length)}`];
    })
    .join(', ');

export const typesOf = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type);

export const tree = (git: FakeGit): Record<string, string> =>
  Object.fromEntries([...git.commits.get(git.head())!.tree].sort(([a], [b]) => (a < b ? -1 : 1)));
