import { elementAt } from '../../base/chunked.ts';
import { isSatisfied } from '../../run/queries.ts';
import type { Shape } from '../../run/shape.ts';
import type { PhaseStatus, RunState } from '../../run/state.ts';
import { groupsOf, isDone } from '../run/phase-words.ts';

/** What is told of a group of phases. */
export interface GroupWords {
  readonly status: PhaseStatus;
  readonly name: string;
  /** Whether its phases may be under way together. */
  readonly isParallel: boolean;
  /** Phases that are done, of all. */
  readonly counts: string;
  /** The group that has to come first; empty where none has. */
  readonly after: string;
}

export function groupWords(state: RunState, group: number): GroupWords {
  const members = groupsOf(state)[group]!;
  const statuses = members.map(position => elementAt(state.phases, position).standing.status);
  const done = members.filter(position =>
    isDone(state, elementAt(state.phases, position).standing, position),
  ).length;
  const status = statusOf(statuses);
  const waits = status === 'pending' ? waitsFor(state, members, group) : null;
  return {
    status,
    name: `group ${group + 1}`,
    isParallel: members.length > 1,
    counts: `${done}/${members.length}`,
    after: waits === null ? '' : `after group ${waits + 1}`,
  };
}

/** The first of these that a phase of the group has; a group in which some is done and the rest can go on is under way. */
const TELLING: readonly PhaseStatus[] = ['failed', 'running', 'retrying', 'blocked'];

function statusOf(statuses: readonly PhaseStatus[]): PhaseStatus {
  const telling = TELLING.find(status => statuses.includes(status));
  if (telling) return telling;
  if (!statuses.includes('pending')) return statuses.includes('completed') ? 'completed' : 'skipped';
  return statuses.includes('completed') ? 'running' : 'pending';
}

/** The last group in which there is something that this one has to wait for. */
function waitsFor(state: RunState, members: readonly number[], group: number): number | null {
  if (state.shape.groups) return group > state.group ? group - 1 : null;
  const groupOf = groupNumbers(state);
  const others = members.flatMap(position =>
    state.shape.graph.dependencies[position]!.filter(
      other => !isSatisfied(elementAt(state.phases, other).standing),
    ).map(other => groupOf[other]!),
  );
  return others.length === 0 ? null : Math.max(...others);
}

function groupNumbers(state: RunState): readonly number[] {
  const known = numbers.get(state.shape);
  if (known) return known;
  const made: number[] = [];
  for (const [group, members] of groupsOf(state).entries())
    for (const member of members) made[member] = group;
  numbers.set(state.shape, made);
  return made;
}

const numbers = new WeakMap<Shape, readonly number[]>();
