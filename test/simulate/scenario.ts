import { EMPTY_PHASE, EMPTY_PLAN, emptyAllowed, type Phase, type Plan } from '../../src/plan/model.ts';
import { TDD_SETTINGS } from '../../src/plan/options.ts';
import {
  FAILURE_POLICIES,
  PROTECTED_POLICIES,
  REJECT_POLICIES,
  SCHEDULES,
  SESSION_POLICIES,
} from '../../src/run/policies.ts';
import { PRESET_SETTINGS, type Settings } from '../../src/run/settings.ts';
import { subtasks } from '../run/plans.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';
import { budgetsOf, modelsOf, notifyOf, PROMPTS, recoveryOf, USUAL_BUDGETS } from './recovery.ts';

/** What is settled about a simulated run before it begins. */
export interface Scenario {
  readonly plan: Plan;
  readonly settings: Settings;
  /** What becomes of each attempt of a phase; `ok` after the last. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
  readonly weather: Weather;
  /** What becomes of each session of the architect; `good` after the last. Null where the run begins with its plan. */
  readonly drafts: readonly DraftOutcome[] | null;
  /** Whether the run keeps a record in the repository. */
  readonly hasRecord: boolean;
  /** Whether phases write tests before others implement what they test. */
  readonly isTdd: boolean;
  /** Whether a check fails before the run has changed anything. */
  readonly isLegacy: boolean;
  readonly output: Output;
  /** Whether agents tell what they spend. */
  readonly isMetered: boolean;
  /** Whether a process stays while the run waits for a person. */
  readonly stays: boolean;
}

const OUTPUTS = ['named', 'plain', 'silent'] as const;
/** Checks name the tests that fail, or say something about each failure, or nothing at all. */
export type Output = (typeof OUTPUTS)[number];

const DRAFT_OUTCOMES = ['good', 'none', 'wrong', 'fail', 'later'] as const;
/**
 * The architect gives a plan that can be carried out, gives none, gives one that makes no sense, breaks down, or is told
 * to come back later.
 */
export type DraftOutcome = (typeof DRAFT_OUTCOMES)[number];

/**
 * What becomes of an attempt.
 *
 * - `ok`        writes its file, is approved
 * - `idle`      changes nothing and says so
 * - `lie`       changes nothing and reports success, also of what is not its own
 * - `garbage`   does the work and answers with something that is no report
 * - `fail`      the session fails
 * - `infra`     the session fails by no fault of its own
 * - `partial`   reports a subtask as failed
 * - `red`       a check fails
 * - `flaky`     a check fails the first time
 * - `reject`    the reviewer asks for changes and does not say which
 * - `mute`      the reviewer says nothing that can be read
 * - `split`     the reviewers of a panel disagree
 * - `nitpick`   the reviewer approves and has a small wish
 * - `gripe`     the reviewer has objections, and the evaluator wants them met
 * - `moot`      the reviewer has objections, and the evaluator turns them down
 * - `unsorted`  the reviewer has objections, and the evaluator decides nothing about them
 * - `doubt`     the reviewer approves in spite of a serious objection, and the evaluator decides nothing about it
 * - `veto`      the reviewer approves in spite of a serious objection, and the evaluator wants it met
 * - `dumb`      the reviewer has objections, and the evaluator says nothing that can be read
 * - `clash`     writes a file that other phases write, too
 * - `feud`      writes a file that fails the checks beside one of another phase
 * - `overlap`   writes a file that other sessions of the phase write, too
 * - `trespass`  writes a protected file
 * - `delete`    deletes a file
 * - `premature` writes no test that fails, where it is to write some
 * - `broken`    writes tests that do not load
 * - `stub`      implements nothing
 * - `hang`      never ends by itself
 * - `quota`     the session fails, and tells when its quota is there again
 * - `limited`   the session fails of too many requests
 * - `denied`    the session gets no access
 * - `ask`       cannot go on without a person's answer
 * - `stack`     fails of something that another approach is needed for
 * - `cut`       the session ends before it is done
 * - `busy`      whoever is to judge it cannot be asked at first
 */
export type Outcome =
  | (typeof OUTCOMES)[number]
  | (typeof REVIEWS)[number]
  | (typeof TESTS)[number]
  | (typeof TROUBLES)[number];

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
  'gripe',
  'flaky',
  'trespass',
  'delete',
  'hang',
] as const;
const REVIEWS = [
  'gripe',
  'dumb',
  'moot',
  'unsorted',
  'split',
  'doubt',
  'veto',
  'nitpick',
  'reject',
  'mute',
] as const;
const TESTS = ['ok', 'stub', 'premature', 'broken'] as const;
const TROUBLES = [
  'fail',
  'quota',
  'busy',
  'fail',
  'limited',
  'ask',
  'denied',
  'red',
  'stack',
  'cut',
  'infra',
] as const;
/** What happens to an attempt here hangs on more than the attempt. */
export const isTroubled = (outcome: Outcome): boolean =>
  ['quota', 'limited', 'denied', 'ask', 'stack', 'cut', 'busy'].includes(outcome);

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
  clash: ['clash', 'feud', 'clash', 'fail'],
  lanes: ['overlap', 'infra', 'partial'],
  reviews: REVIEWS,
  tests: TESTS,
  ladder: TROUBLES,
} as const satisfies Record<string, readonly Outcome[]>;
type Manner = keyof typeof COMMON;
const MANNERS: readonly Manner[] = [
  ...(['any', 'smooth', 'clash', 'any', 'any', 'smooth', 'reviews'] as const),
  ...(['clash', 'lanes', 'tests', 'smooth', 'any', 'reviews'] as const),
  ...(['ladder', 'ladder', 'ladder', 'ladder', 'ladder'] as const),
];
const LARGE: readonly Manner[] = ['clash', 'lanes', 'tests', 'reviews'];

const MAX_PHASES = 6;
const MAX_OUTCOMES = 4;
/** So many attempts in a row may fail where a run helps itself. */
const MAX_TROUBLES = 9;

/** Each phase is a stretch of choices of its own, so that one less makes a run with one phase less. */
export function scenarioOf(chance: Chance): Scenario {
  const weather = weatherOf(chance);
  const manner = oneOf(chance, MANNERS);
  const isTdd = manner === 'tests';
  const settings = settingsOf(chance, manner);
  // Most of what can happen, happens in a small run; only beside other phases does anything come of a clash.
  const isLarge = LARGE.includes(manner) || oneIn(chance, 12);
  const drafts = oneIn(chance, 30) ? draftsOf(chance) : null;
  const isRare = oneIn(chance, 8);
  const rarely = (): boolean => isRare && oneIn(chance, 2);
  const circumstances = {
    hasRecord: isRare && oneIn(chance, 8),
    isLegacy: rarely(),
    output: isRare ? oneOf(chance, OUTPUTS) : 'named',
    stays: oneIn(chance, 3),
    isMetered: settings.budgets !== USUAL_BUDGETS || rarely(),
  };
  const outcomes = new Map<string, readonly Outcome[]>();
  if (settings.review.when === 'end') outcomes.set(WHOLE, [oneOf(chance, ['ok', 'reject', 'mute'])]);
  const phases: Phase[] = [];
  do {
    const phase = phaseOf(chance, phases.length, manner);
    phases.push(phase);
    outcomes.set(phase.id, manner === 'smooth' ? [] : outcomesOf(chance, manner));
  } while (phases.length < MAX_PHASES && chance.below(6) > (isLarge ? 2 : 4));
  const plan = { ...EMPTY_PLAN, title: 'A plan', phases };
  return { plan, settings, outcomes, weather, drafts, isTdd, ...circumstances };
}

/** Stands for the run as a whole where its reviewer is asked. */
export const WHOLE = '~whole';

const idOf = (index: number): string => `p${index}`;

function phaseOf(chance: Chance, index: number, manner: Manner): Phase {
  const isTdd = manner === 'tests';
  const isLadder = manner === 'ladder';
  /** One of the phases before it, or none. */
  const earlier = (): string[] => {
    const other = chance.below(index * 2 + 1);
    return other > 0 && other <= index ? [idOf(other - 1)] : [];
  };
  const id = idOf(index);
  // Where tests are written first, the first phase does so, and most of the others build on an earlier one.
  const type = isTdd ? oneOf(chance, index === 0 ? (['test'] as const) : TYPES) : 'task';
  const steps = Math.max(isTdd ? 1 : 0, chance.below(6) - 2);
  const names = Array.from({ length: steps }, (_, step) => `${id}.${step}`);
  const before = isTdd && index > 0 && !oneIn(chance, 4) ? [idOf(chance.below(index))] : [];
  return {
    ...EMPTY_PHASE,
    id,
    title: `Phase ${index}`,
    dependsOn: [...new Set([...earlier(), ...earlier(), ...before])],
    parallelWith: earlier(),
    subtasks: subtasks(...names).map(subtask => ({ ...subtask, type })),
    deliverables: oneIn(chance, isLadder ? 3 : 8) ? [`${id}.txt`] : [],
    criteria: isLadder && oneIn(chance, 2) ? CRITERIA : [],
    optional: isLadder && oneIn(chance, 3),
    estimate: chance.below(4) || null,
    gated: oneIn(chance, 10),
    done: oneIn(chance, 12),
    ...emptyAllowed(oneIn(chance, 12)),
  };
}

/** What a smaller scope may leave out, and what it may not. */
export const CRITERIA = ['it is quick', 'it must be right'];

const TYPES = ['impl', 'test', 'impl', 'task'] as const;

/** The file that is protected where one is. */
export const GUARDED = 'guarded.txt';

function settingsOf(chance: Chance, manner: Manner): Settings {
  const isTdd = manner === 'tests';
  const { phased } = PRESET_SETTINGS;
  const checks = ['test', 'lint'].slice(0, isTdd ? 1 + chance.below(2) : chance.below(3));
  return {
    ...phased,
    schedule: oneOf(chance, SCHEDULES),
    concurrency: 1 + chance.below(3),
    session: oneOf(chance, SESSION_POLICIES),
    onReject: oneOf(chance, REJECT_POLICIES),
    maxAttempts: 1 + chance.below(3),
    onFailure: oneOf(chance, FAILURE_POLICIES),
    review: reviewOf(chance, manner === 'reviews'),
    evaluate: !oneIn(chance, 4),
    approve: oneIn(chance, 6) ? oneOf(chance, ['landing', 'phase', 'never']) : 'plan',
    tdd: isTdd ? oneOf(chance, TDD_SETTINGS) : 'warn',
    scope: {
      ...phased.scope,
      allow: [],
      protect: oneIn(chance, 2) ? [] : [GUARDED],
      protected: oneOf(chance, ['ask', ...PROTECTED_POLICIES]),
      maxDeletedLines: oneIn(chance, 2) ? 200 : 0,
    },
    // What agents are told is for other tests, and takes time.
    prompts: PROMPTS,
    setup: oneIn(chance, 16) ? [{ command: SETUP, timeoutMs: 1_000 }] : [],
    allowEmpty: oneIn(chance, 8),
    checks: checks.map((command, index) => ({
      command,
      kind: index === checks.length - 1 ? 'test' : 'other',
      timeoutMs: 1_000,
      ...(oneIn(chance, 8) ? { mayChange: true } : {}),
    })),
    verify: oneIn(chance, 4) ? 'workspace' : 'clean',
    checkSlots: 1 + chance.below(2),
    checkReruns: chance.below(2),
    baseline: !oneIn(chance, 3),
    limits: {
      landingRetries: chance.below(3),
      infraRetries: chance.below(3),
      backoffMs: oneOf(chance, [0, 10, 400]),
      maxBackoffMs: oneOf(chance, [120_000, 500]),
      quotaWaits: chance.below(3),
      sessionMs: 600,
    },
    ...helpOf(chance, manner),
  };
}

/** How the run helps itself: mostly not at all. */
function helpOf(
  chance: Chance,
  manner: Manner,
): Pick<Settings, 'recovery' | 'models' | 'budgets' | 'notify'> {
  const { recovery, models, notify } = PRESET_SETTINGS.phased;
  const isOn = manner === 'ladder' ? !oneIn(chance, 10) : oneIn(chance, 8);
  const isRich = manner === 'ladder' || oneIn(chance, 16);
  return {
    recovery: isOn ? recoveryOf(chance) : { ...recovery, enabled: false },
    models: isRich ? modelsOf(chance) : models,
    budgets: isRich && oneIn(chance, 2) ? budgetsOf(chance) : USUAL_BUDGETS,
    notify: isRich && oneIn(chance, 3) ? notifyOf(chance) : notify,
  };
}

/** The command that makes a workspace ready. */
export const SETUP = 'setup';

function reviewOf(chance: Chance, isThorough: boolean): Settings['review'] {
  const { review } = PRESET_SETTINGS.phased;
  if (oneIn(chance, 3)) return { ...review, when: oneIn(chance, 4) ? 'end' : 'never' };
  if (!oneIn(chance, isThorough ? 2 : 4)) return review;
  const seats = oneOf(chance, [3, 2, 1]);
  // A clash is risky.
  if (oneIn(chance, 3)) return { ...review, tier: 'auto', seats, risky: ['shared.txt'] };
  return { ...review, tier: 'panel', seats };
}

function draftsOf(chance: Chance): DraftOutcome[] {
  if (oneIn(chance, 4)) return ['wrong', 'none', 'fail', 'none', 'fail'];
  const drafts: DraftOutcome[] = [];
  while (drafts.length < MAX_OUTCOMES && oneIn(chance, 2)) drafts.push(oneOf(chance, DRAFT_OUTCOMES));
  return drafts;
}

function outcomesOf(chance: Chance, manner: Manner): Outcome[] {
  const outcomes: Outcome[] = [];
  const most = manner === 'ladder' ? MAX_TROUBLES : MAX_OUTCOMES;
  const more = manner === 'ladder' ? 8 : 4;
  while (outcomes.length < most && chance.below(more) > 0) {
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
