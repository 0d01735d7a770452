import { EMPTY_PHASE, EMPTY_PLAN, type Phase, type Plan } from '../../src/plan/model.ts';
import { FAILURE_POLICIES, REJECT_POLICIES, SCHEDULES, SESSION_POLICIES } from '../../src/run/policies.ts';
import { PRESET_SETTINGS, type Settings } from '../../src/run/settings.ts';
import { subtasks } from '../run/plans.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';

/** What is settled about a simulated run before it begins. */
export interface Scenario {
  readonly plan: Plan;
  readonly settings: Settings;
  /** What becomes of each attempt of a phase; `ok` after the last. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
  readonly weather: Weather;
}

/**
 * What becomes of an attempt.
 *
 * - `ok`      writes its file, is approved
 * - `idle`    changes nothing and says so
 * - `lie`     changes nothing and reports success, also of what is not its own
 * - `garbage` does the work and answers with something that is no report
 * - `fail`    the session fails
 * - `infra`   the session fails by no fault of its own
 * - `partial` reports a subtask as failed
 * - `red`     a check fails
 * - `reject`  the reviewer asks for changes
 * - `mute`    the reviewer says nothing that can be read
 * - `clash`   writes a file that other phases write, too
 * - `feud`    writes a file that fails the checks beside one of another phase
 * - `overlap` writes a file that other sessions of the phase write, too
 * - `hang`    never ends by itself
 */
const OUTCOMES = [
  'ok',
  'idle',
  'lie',
  'garbage',
  'fail',
  'infra',
  'partial',
  'red',
  'reject',
  'mute',
  'clash',
  'feud',
  'overlap',
  'hang',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How often things go wrong around the run: once in so many occasions; 0 is never. */
export interface Weather {
  /** The process dies: at a step, within one, at a write, before or after it. */
  readonly death: number;
  /** The journal's disk is full or fails. */
  readonly store: number;
  /** Git finds a lock, a full disk, or something else in its way. */
  readonly git: number;
  readonly clock: number;
  /** Messages come twice, or after they are no longer wanted. */
  readonly echo: number;
  /** The process is stopped for a while. */
  readonly freeze: number;
  /** How many requests a person makes. */
  readonly requests: number;
  /** How many other processes want the run. */
  readonly rivals: number;
  /** How often the process is asked to stop. */
  readonly interrupts: number;
  /** A rival takes a living process for dead. */
  readonly robbery: boolean;
}

export const CALM: Weather = {
  death: 0,
  store: 0,
  git: 0,
  clock: 0,
  echo: 0,
  freeze: 0,
  requests: 0,
  rivals: 0,
  interrupts: 0,
  robbery: false,
};

/** What the attempts of a run have in common: about half of them, all first ones included, become one of these. */
const COMMON = {
  any: OUTCOMES,
  smooth: ['ok'],
  clash: ['clash', 'clash', 'fail'],
  lanes: ['overlap', 'infra', 'partial'],
} as const satisfies Record<string, readonly Outcome[]>;
type Manner = keyof typeof COMMON;
const MANNERS: readonly Manner[] = ['any', 'smooth', 'clash', 'any', 'any', 'smooth', 'clash', 'lanes'];

const MAX_PHASES = 6;
const MAX_OUTCOMES = 4;

/** Each phase is a stretch of choices of its own, so that one less makes a run with one phase less. */
export function scenarioOf(chance: Chance): Scenario {
  const weather = weatherOf(chance);
  const settings = settingsOf(chance);
  const manner = oneOf(chance, MANNERS);
  // Most of what can happen, happens in a small run; only beside other phases does anything come of a clash.
  const isLarge = manner === 'clash' || manner === 'lanes' || oneIn(chance, 12);
  const outcomes = new Map<string, readonly Outcome[]>();
  const phases: Phase[] = [];
  do {
    const phase = phaseOf(chance, phases.length);
    phases.push(phase);
    outcomes.set(phase.id, manner === 'smooth' ? [] : outcomesOf(chance, manner));
  } while (phases.length < MAX_PHASES && chance.below(6) > (isLarge ? 2 : 4));
  return { plan: { ...EMPTY_PLAN, title: 'A plan', phases }, settings, outcomes, weather };
}

const idOf = (index: number): string => `p${index}`;

function phaseOf(chance: Chance, index: number): Phase {
  /** One of the phases before it, or none. */
  const earlier = (): string[] => {
    const other = chance.below(index * 2 + 1);
    return other > 0 && other <= index ? [idOf(other - 1)] : [];
  };
  const steps = Math.max(0, chance.below(6) - 2);
  return {
    ...EMPTY_PHASE,
    id: idOf(index),
    title: `Phase ${index}`,
    dependsOn: [...new Set([...earlier(), ...earlier()])],
    parallelWith: earlier(),
    subtasks: subtasks(...Array.from({ length: steps }, (_, step) => `${idOf(index)}.${step}`)),
    estimate: chance.below(4) || null,
    gated: oneIn(chance, 10),
    done: oneIn(chance, 12),
  };
}

function settingsOf(chance: Chance): Settings {
  const checks = ['test', 'lint'].slice(0, chance.below(3));
  return {
    ...PRESET_SETTINGS.phased,
    schedule: oneOf(chance, SCHEDULES),
    concurrency: 1 + chance.below(3),
    session: oneOf(chance, SESSION_POLICIES),
    onReject: oneOf(chance, REJECT_POLICIES),
    maxAttempts: 1 + chance.below(3),
    onFailure: oneOf(chance, FAILURE_POLICIES),
    review: !oneIn(chance, 3),
    allowEmpty: oneIn(chance, 8),
    checks: checks.map(command => ({ command, timeoutMs: 1_000 })),
    limits: {
      landingRetries: chance.below(3),
      infraRetries: chance.below(3),
      backoffMs: oneOf(chance, [0, 10, 400]),
      sessionMs: 600,
    },
  };
}

function outcomesOf(chance: Chance, manner: Manner): Outcome[] {
  const outcomes: Outcome[] = [];
  while (outcomes.length < MAX_OUTCOMES && chance.below(4) > 0) {
    const isCommon = outcomes.length === 0 || oneIn(chance, 2);
    outcomes.push(oneOf(chance, isCommon ? COMMON[manner] : OUTCOMES));
  }
  return outcomes;
}

function weatherOf(chance: Chance): Weather {
  if (oneIn(chance, 5)) return CALM;
  const sometimes = (often: readonly number[]): number => (oneIn(chance, 3) ? oneOf(chance, often) : 0);
  return {
    death: oneIn(chance, 2) ? oneOf(chance, [200, 60, 20]) : 0,
    store: sometimes([100, 30]),
    git: sometimes([40, 10]),
    clock: sometimes([20, 5]),
    echo: sometimes([6, 2]),
    freeze: sometimes([60, 20]),
    requests: sometimes([1, 3, 8]),
    rivals: sometimes([1, 2]),
    interrupts: sometimes([1, 2]),
    robbery: oneIn(chance, 30),
  };
}
