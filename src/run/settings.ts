import { z } from 'zod';
import { globProblem } from '../base/glob.ts';
import { TDD_SETTINGS } from '../plan/options.ts';
import { DEFAULT_ALLOW, DEFAULT_MAX_DELETED_LINES, DEFAULT_PROTECT } from './gates/defaults.ts';
import {
  APPROVALS,
  CHECK_KINDS,
  COMMIT_MODES,
  FAILURE_POLICIES,
  MAX_ATTEMPTS,
  MAX_CHECK_SLOTS,
  MAX_CHECKS,
  MAX_CONCURRENCY,
  MAX_PATTERNS,
  MAX_SEATS,
  OUTSIDE_POLICIES,
  PROMPT_NAMES,
  PROMPT_STYLES,
  PROTECTED_POLICIES,
  type Preset,
  REJECT_POLICIES,
  REVIEW_MOMENTS,
  REVIEW_TIERS,
  SCHEDULES,
  SESSION_POLICIES,
  VERIFICATIONS,
  WEAKENED_POLICIES,
} from './policies.ts';
import {
  agentsSchema,
  budgetsSchema,
  DEFAULT_BUDGETS,
  DEFAULT_NOTIFY,
  DEFAULT_RECOVERY,
  DEFAULT_SANDBOX,
  modelsSchema,
  notifySchema,
  phasesSchema,
  pricesSchema,
  recoverySchema,
  sandboxSchema,
} from './policy/settings.ts';

/** Longest text of a prompt of the user's own, in characters. */
const MAX_PROMPT = 50_000;

/** Times that a failed check is run again. */
const MAX_RERUNS = 5;

const pattern = z
  .string()
  .min(1)
  .refine(text => globProblem(text) === null, { error: ({ input }) => globProblem(String(input)) ?? '' });
const patterns = z.array(pattern).max(MAX_PATTERNS);

/** Longest name and longest address of an author, in characters. */
const MAX_SIGNATURE = 200;

/** A part of a header of a commit: whatever would end it there, or read as another part, is refused. */
const signature = z
  .string()
  .regex(/\S/, 'must not be empty')
  .regex(
    /^[^<>\0-\x1F\x7F-\x9F\u2028-\u202E\u2066-\u2069]*$/,
    'must be on one line, without < and > and control characters',
  )
  .max(MAX_SIGNATURE);

const checkSchema = z.strictObject({
  /** Run by the shell in the workspace; exit status 0 passes. */
  command: z.string().min(1),
  /** `test` for commands that run tests: after a phase that only writes tests they are expected to fail. */
  kind: z.enum(CHECK_KINDS),
  timeoutMs: z
    .int()
    .positive()
    .default(30 * 60_000),
  /**
   * Whether it may change tracked files. Unless given, that is told; with `false` the check then fails. One with `true`
   * is a formatter: it also runs in the agent's workspace, before the work is captured.
   */
  mayChange: z.boolean().optional(),
});

/** How a run goes about its plan. Part of the journal: a resumed run keeps the settings that it began with. */
export const settingsSchema = z.strictObject({
  /** When a phase starts: as soon as its dependencies landed, or behind barriers, or one after the other. */
  schedule: z.enum(SCHEDULES),
  /** Sessions at once. */
  concurrency: z.int().min(1).max(MAX_CONCURRENCY),
  /** One session for a phase, or a fresh one for each of its subtasks, side by side. */
  session: z.enum(SESSION_POLICIES),
  /** A failed attempt is put aside and begun anew, or its session goes on with the feedback. */
  onReject: z.enum(REJECT_POLICIES),
  maxAttempts: z.int().min(1).max(MAX_ATTEMPTS),
  /** What a phase that finally failed means for the others. */
  onFailure: z.enum(FAILURE_POLICIES),
  review: z.strictObject({
    /** After each phase, once over everything when all have landed, or not at all. */
    when: z.enum(REVIEW_MOMENTS),
    /** How thorough; `auto` goes by size and paths of the change. */
    tier: z.enum(['auto', ...REVIEW_TIERS]),
    /** Reviewers of a panel; the majority decides. */
    seats: z.int().min(1).max(MAX_SEATS),
    /** With `auto`, changes of at most so many lines get a light review. */
    lightLines: z.int().min(0),
    /** With `auto`, changes of more lines than this get a panel. */
    panelLines: z.int().positive(),
    /** With `auto`, a change to one of these paths gets a panel. */
    risky: patterns,
  }),
  /** Whether an evaluator sorts what a reviewer asks for before a phase is sent back. */
  evaluate: z.boolean(),
  /** What a person is asked for, besides what always asks: phases that the plan gates, protected paths, large deletions. */
  approve: z.enum(APPROVALS),
  /** Whether tests are verified to fail before the implementation and to pass after it. */
  tdd: z.enum(TDD_SETTINGS),
  /** What it leads to when a phase that implements something weakens tests or checks. */
  weakened: z.enum(WEAKENED_POLICIES),
  scope: z.strictObject({
    /** What a change outside the files leads to that the phase names. */
    outside: z.enum(OUTSIDE_POLICIES),
    /** Paths that any phase may change. */
    allow: patterns,
    /** Paths that no phase changes without a person's word, and what such a change leads to. */
    protect: patterns,
    protected: z.enum(PROTECTED_POLICIES),
    /** More deleted lines than this wait for a person. */
    maxDeletedLines: z.int().min(0),
  }),
  /** How much a developer is told at the start. */
  prompt: z.enum(PROMPT_STYLES),
  /** The user's own texts in place of ours. */
  prompts: z.partialRecord(z.enum(PROMPT_NAMES), z.string().max(MAX_PROMPT)),
  /** Commands that make a fresh workspace ready, such as the installation of dependencies. */
  setup: z.array(checkSchema.omit({ kind: true, mayChange: true })).max(MAX_CHECKS),
  record: z.strictObject({
    /** Folder, from the top of the repository, below which each run has a folder with its record. */
    folder: z.string().min(1).max(500),
    /** Whether the record is committed when the run ends. */
    commit: z.boolean(),
  }),
  /** Whether a phase may land without having changed a file. */
  allowEmpty: z.boolean(),
  checks: z.array(checkSchema).max(MAX_CHECKS),
  /** Where checks run; absent in a run of a version that knew but the workspace. */
  verify: z.enum(VERIFICATIONS).optional(),
  /** Verifications at once, each in a check slot of its own. */
  checkSlots: z.int().min(1).max(MAX_CHECK_SLOTS).optional(),
  /** How often a failed check is run again; one that passes then is flaky. */
  checkReruns: z.int().min(0).max(MAX_RERUNS),
  /** Whether failures that were there before the phase are told apart from new ones. */
  baseline: z.boolean(),
  commit: z.strictObject({
    mode: z.enum(COMMIT_MODES),
    /** Whether the repository's own commit hooks run. */
    hooks: z.boolean(),
    author: z.strictObject({ name: signature, email: signature }).nullable(),
  }),
  /** Budgets of their own, apart from attempts. */
  limits: z.strictObject({
    /** How often a phase is sent back because its work no longer fits on the run branch. */
    landingRetries: z.int().min(0).max(MAX_ATTEMPTS),
    /** How often a phase is begun anew because of something that is not its fault. */
    infraRetries: z.int().min(0).max(MAX_ATTEMPTS),
    /** Longest wait before the first of them; doubled each time. How long it is within that is up to chance. */
    backoffMs: z.int().min(0),
    /** Longest wait of all. */
    maxBackoffMs: z.int().min(0),
    /** How often a phase is begun anew because of a quota that was used up. */
    quotaWaits: z.int().min(0),
    sessionMs: z.int().positive(),
  }),
  /** What is done about failures that trying again does not mend. */
  recovery: recoverySchema,
  models: modelsSchema,
  phases: phasesSchema,
  agents: agentsSchema,
  sandbox: sandboxSchema,
  budgets: budgetsSchema,
  prices: pricesSchema,
  notify: notifySchema,
});
export type Settings = z.infer<typeof settingsSchema>;
export type Check = Settings['checks'][number];

const PHASED: Settings = {
  schedule: 'ready',
  concurrency: 4,
  session: 'phase',
  onReject: 'fresh',
  maxAttempts: 2,
  onFailure: 'drain',
  review: { when: 'phase', tier: 'full', seats: 3, lightLines: 40, panelLines: 1_500, risky: [] },
  evaluate: true,
  approve: 'plan',
  tdd: 'warn',
  weakened: 'reject',
  scope: {
    outside: 'warn',
    allow: [...DEFAULT_ALLOW],
    protect: [...DEFAULT_PROTECT],
    protected: 'ask',
    maxDeletedLines: DEFAULT_MAX_DELETED_LINES,
  },
  prompt: 'signpost',
  prompts: {},
  setup: [],
  record: { folder: 'docs/phasewright', commit: true },
  allowEmpty: false,
  checks: [],
  verify: 'clean',
  checkSlots: 2,
  checkReruns: 1,
  baseline: true,
  commit: { mode: 'phase', hooks: false, author: null },
  limits: {
    landingRetries: 3,
    infraRetries: 5,
    backoffMs: 2_000,
    maxBackoffMs: 120_000,
    quotaWaits: 50,
    sessionMs: 2 * 60 * 60_000,
  },
  recovery: DEFAULT_RECOVERY,
  models: {},
  phases: {},
  agents: {},
  sandbox: DEFAULT_SANDBOX,
  budgets: DEFAULT_BUDGETS,
  prices: {},
  notify: DEFAULT_NOTIFY,
};

/** The combinations that have a name. */
export const PRESET_SETTINGS: Readonly<Record<Preset, Settings>> = {
  /** One session for each phase, independent phases side by side. */
  phased: PHASED,
  /** Level by level, each subtask in a session of its own; any failure stops everything. */
  subtasks: { ...PHASED, schedule: 'levels', session: 'subtask', onFailure: 'halt', prompt: 'full' },
  /** One task after the other; a rejected session goes on with the feedback. */
  tasks: { ...PHASED, schedule: 'serial', onReject: 'continue', maxAttempts: 5, prompt: 'pointer' },
  /** Batch by batch as the plan permits; finished siblings of a failed phase are kept. */
  autobuild: { ...PHASED, schedule: 'batches' },
};

/** What the user set on top of a preset. Of settings that hold settings of their own, some may be given; lists are whole. */
export type Overrides = Some<Settings>;
type Some<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Some<T[K]> | undefined }
    : T;

/** `onReject: continue` allows 5 attempts unless a number is given: its attempts are rounds of one conversation. */
const CONTINUE_ATTEMPTS = 5;

/** What `guarded` adds to a preset: perseverance, with every rung of the ladder. */
export const GUARDED: Overrides = {
  maxAttempts: 5,
  recovery: {
    enabled: true,
    doctor: { enabled: true },
    replan: { enabled: true },
    escalation: { enabled: true },
    scope: { reduce: true },
  },
};

export function settingsOf(preset: Preset, overrides: Overrides, guarded = false): Settings {
  const base = guarded ? merged(PRESET_SETTINGS[preset], GUARDED) : PRESET_SETTINGS[preset];
  const asked = merged(base, overrides);
  const isLonger = overrides.maxAttempts === undefined && asked.onReject === 'continue';
  return isLonger ? { ...asked, maxAttempts: CONTINUE_ATTEMPTS } : asked;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merged<T extends object>(base: T, change: object): T {
  const entries = Object.entries(change).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const old = Object.hasOwn(base, key) ? base[key as keyof T] : undefined;
    return [[key, isMap(value) && isMap(old) ? merged(old, value) : value]];
  });
  return { ...base, ...Object.fromEntries(entries) };
}
