import { apply } from '../../src/run/apply.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { ORIGIN } from '../engine/origin.ts';
import { planOf } from '../run/plans.ts';

/** A run of one phase that has just been written down, and whatever happened then. */
export const stateOf = (...events: readonly RunEvent[]): RunState =>
  events.reduce((state, event, at) => apply(state, { at, event }), apply(null, { at: 0, event: CREATED }));

const CREATED: RunEvent = {
  type: 'run_created',
  run: 'r',
  plan: planOf('1'),
  settings: settingsOf('phased', {}),
  origin: ORIGIN,
  durations: {},
};
