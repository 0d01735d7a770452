import { z } from 'zod';
import {
  COMMIT_MODES,
  FAILURE_POLICIES,
  MAX_ATTEMPTS,
  MAX_CHECKS,
  MAX_CONCURRENCY,
  type Preset,
  REJECT_POLICIES,
  SCHEDULES,
  SESSION_POLICIES,
} from './policies.ts';

const checkSchema = z.strictObject({
  /** Run by the shell in the workspace; exit status 0 passes. */
  command: z.string().min(1),
  timeoutMs: z
    .int()
    .positive()
    .default(30 * 60_000),
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
  review: z.boolean(),
  /** Whether a phase may land without having changed a file. */
  allowEmpty: z.boolean(),
  checks: z.array(checkSchema).max(MAX_CHECKS),
  commit: z.strictObject({
    mode: z.enum(COMMIT_MODES),
    /** Whether the repository's own commit hooks run. */
    hooks: z.boolean(),
    author: z.strictObject({ name: z.string().min(1), email: z.string().min(1) }).nullable(),
  }),
  /** Budgets of their own, apart from attempts. */
  limits: z.strictObject({
    /** How often a phase is sent back because its work no longer fits on the run branch. */
    landingRetries: z.int().min(0).max(MAX_ATTEMPTS),
    /** How often a phase is begun anew because of something that is not its fault. */
    infraRetries: z.int().min(0).max(MAX_ATTEMPTS),
    /** Wait before the first of them; doubled each time. */
    backoffMs: z.int().min(0),
    sessionMs: z.int().positive(),
  }),
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
  review: true,
  allowEmpty: false,
  checks: [],
  commit: { mode: 'phase', hooks: false, author: null },
  limits: { landingRetries: 3, infraRetries: 5, backoffMs: 1_000, sessionMs: 2 * 60 * 60_000 },
};

/** The combinations that have a name. */
export const PRESET_SETTINGS: Readonly<Record<Preset, Settings>> = {
  /** One session for each phase, independent phases side by side. */
  phased: PHASED,
  /** Level by level, each subtask in a session of its own; any failure stops everything. */
  subtasks: { ...PHASED, schedule: 'levels', session: 'subtask', onFailure: 'halt' },
  /** One task after the other; a rejected session goes on with the feedback. */
  tasks: { ...PHASED, schedule: 'serial', onReject: 'continue', maxAttempts: 5 },
  /** Batch by batch as the plan permits; finished siblings of a failed phase are kept. */
  autobuild: { ...PHASED, schedule: 'batches' },
};

/** What the user set on top of a preset. */
export interface Overrides {
  readonly schedule?: Settings['schedule'] | undefined;
  readonly concurrency?: number | undefined;
  readonly session?: Settings['session'] | undefined;
  readonly onReject?: Settings['onReject'] | undefined;
  readonly maxAttempts?: number | undefined;
  readonly onFailure?: Settings['onFailure'] | undefined;
  readonly review?: boolean | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly checks?: readonly Check[] | undefined;
  readonly commit?: Partial<Settings['commit']> | undefined;
  readonly limits?: Partial<Settings['limits']> | undefined;
}

/** `onReject: continue` allows 5 attempts unless a number is given: its attempts are rounds of one conversation. */
const CONTINUE_ATTEMPTS = 5;

export function settingsOf(preset: Preset, overrides: Overrides): Settings {
  const base = PRESET_SETTINGS[preset];
  const { commit, limits, checks, ...rest } = withoutUndefined(overrides);
  const asked = { ...base, ...rest };
  return {
    ...asked,
    maxAttempts:
      overrides.maxAttempts ?? (asked.onReject === 'continue' ? CONTINUE_ATTEMPTS : base.maxAttempts),
    checks: checks ? [...checks] : base.checks,
    commit: { ...base.commit, ...commit },
    limits: { ...base.limits, ...limits },
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<T>;
