import { expect } from 'vitest';
import type { RunState } from '../../src/run/state.ts';
import { violations } from './invariants.ts';
import { landed, standings, starts, story } from './tell.ts';
import { type World, type WorldOptions, world } from './world.ts';

/** What a test says about the end of a run; what it leaves out is not looked at. */
export interface Expected {
  readonly status?: RunState['status'];
  readonly reason?: string;
  readonly standings?: string;
  readonly starts?: string;
  readonly landed?: string;
  readonly story?: string;
}

export interface Ended extends World {
  readonly state: RunState;
}

/** Drives a run to its end and compares it; the invariants hold in any case. */
export async function check(options: WorldOptions, expected: Expected): Promise<Ended> {
  const made = await world(options);
  const state = await made.go();
  await compare(made, state, expected);
  return { ...made, state };
}

export async function compare(made: World, state: RunState, expected: Expected): Promise<void> {
  const entries = await made.journal();
  const found = {
    status: state.status,
    reason: state.reason,
    standings: standings(state),
    starts: starts(entries),
    landed: landed(made.git),
    story: story(entries.map(({ event }) => event)),
  };
  expect(found).toMatchObject(expected);
  expect(violations(entries, made.git.isAncestor)).toEqual([]);
}
