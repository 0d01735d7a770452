import type { Phase } from '../../plan/model.ts';
import { planAt } from '../../run/queries.ts';
import type { PhaseState, RunState } from '../../run/state.ts';

/**
 * What is made of a phase, remembered for as long as its state is: a record of thousands of phases is made anew after
 * each of them, and all but a few are as they were. States are never changed in place, so one that is the same object
 * says the same.
 */
export function remembered<T>(
  make: (state: RunState, plan: Phase, phase: PhaseState, position: number) => T,
): (state: RunState, phase: PhaseState, position: number) => T {
  interface Kept {
    readonly run: string;
    readonly settings: RunState['settings'];
    readonly plan: Phase;
    readonly position: number;
    readonly made: T;
  }
  const memory = new WeakMap<PhaseState, Kept>();
  return (state, phase, position) => {
    const { run, settings } = state;
    const plan = planAt(state, position);
    const kept = memory.get(phase);
    if (
      kept !== undefined &&
      kept.run === run &&
      kept.settings === settings &&
      kept.plan === plan &&
      kept.position === position
    ) {
      return kept.made;
    }
    const made = make(state, plan, phase, position);
    memory.set(phase, { run, settings, plan, position, made });
    return made;
  };
}
