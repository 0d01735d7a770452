import { chunked, elements } from '../../../src/base/chunked.ts';
import type { Phase, SubtaskType } from '../../../src/plan/model.ts';
import type { Limits } from '../../../src/run/policy/settings.ts';
import { type Overrides, settingsOf } from '../../../src/run/settings.ts';
import type { Allowance, PhaseState, RunState, Tally } from '../../../src/run/state.ts';
import { NOTHING_SPENT, type Spending } from '../../../src/run/usage.ts';
import { creation } from '../../engine/origin.ts';
import { fold } from '../fold.ts';
import { planOf, subtasks } from '../plans.ts';

export const NO_LIMITS: Limits = { tokens: null, usd: null, wallMs: null, sessions: null, failures: null };

export const spending = (some: Partial<Spending>): Spending => ({ ...NOTHING_SPENT, ...some });

export const allowance = (tally: Partial<Tally> = {}, usage: Partial<Spending> = {}): Allowance => ({
  busyMs: 0,
  sessions: 0,
  failures: 0,
  ...tally,
  usage: spending(usage),
});

/** Subtasks of these types. */
export const typed = (...types: SubtaskType[]): Phase['subtasks'] =>
  subtasks(...types.map((_, index) => String(index))).map((subtask, index) => ({
    ...subtask,
    type: types[index]!,
  }));

interface Options {
  readonly plan?: string;
  readonly details?: Readonly<Record<string, Partial<Phase>>>;
  readonly settings?: Overrides;
  readonly run?: Partial<Pick<RunState, 'usage' | 'tally' | 'allowance' | 'now'>>;
  readonly phases?: Readonly<Record<string, Partial<PhaseState>>>;
}

const NO_TALLY: Tally = { busyMs: 0, sessions: 0, failures: 0 };

/** A run in which this was spent. */
export function runWith({
  plan = 'a',
  details = {},
  settings = {},
  run = {},
  phases = {},
}: Options): RunState {
  const read = planOf(plan, details);
  const created = creation('run', read, settingsOf('phased', settings));
  const begun = fold([{ at: 0, event: created }])!;
  const nothing = { usage: NOTHING_SPENT, allowance: allowance() };
  return {
    ...begun,
    ...nothing,
    tally: NO_TALLY,
    ...run,
    phases: chunked(
      elements(begun.phases).map((phase, position) => ({
        ...phase,
        ...nothing,
        busyMs: 0,
        busySince: null,
        revised: null,
        ...phases[read.phases[position]!.id],
      })),
    ),
  };
}
