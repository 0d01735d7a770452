import { z } from 'zod';
import { FAILURE_CATEGORIES, type FailureCategory } from '../failure.ts';
import {
  MAX_ATTEMPTS,
  NOTICES,
  SANDBOX_CHECKS,
  SANDBOXES,
  SIMILARITY_METRICS,
  SKIP_POLICIES,
} from '../policies.ts';
import { ROLES } from '../role.ts';
import type { Measure } from './measure.ts';

/** Commands that a doctor may choose from, and names in a list. */
const MAX_LISTED = 50;
/** Models that one role goes through. */
const MAX_CHAIN = 10;
const MAX_NAME = 200;
const MAX_PATH = 1_000;

const share = z.number().min(0).max(1);
const times = z.int().min(0).max(MAX_ATTEMPTS);
const timesInRun = z.int().min(0);
const categories = z.array(z.enum(FAILURE_CATEGORIES)).max(MAX_LISTED);

/** Every threshold of what is done about failures. */
export const recoverySchema = z.strictObject({
  /** Whether anything but waiting and trying again is done. */
  enabled: z.boolean(),
  /** When two failures are the same one. */
  similarity: z.strictObject({
    /** Whether messages are compared; without it the category alone decides. */
    messages: z.boolean(),
    threshold: share,
    /** Shorter messages say too little to be compared. */
    minLength: z.int().min(0),
    metric: z.enum(SIMILARITY_METRICS),
  }),
  /** When a provider is left alone. */
  breaker: z.strictObject({
    failures: z.int().positive(),
    windowMs: z.int().positive(),
    /** For how long; doubled each time. */
    restMs: z.int().positive(),
  }),
  doctor: z.strictObject({
    enabled: z.boolean(),
    /** Failed attempts of a phase before a doctor is asked. */
    afterFailures: z.int().positive().max(MAX_ATTEMPTS),
    perPhase: times,
    perRun: timesInRun,
    strongPerRun: timesInRun,
    infraPerRun: timesInRun,
    /** At these it is asked at once, though they are not the phase's fault. */
    infra: categories,
    /** Different categories of failures that call for the strong model. */
    manyCategories: z.int().positive(),
    /** Failed attempts that call for it. */
    manyAttempts: z.int().positive(),
    /** The used share of a budget that calls for it. */
    nearLimit: share,
    highRisk: categories,
    /** Of these an unsure answer of the cheap model is good enough. */
    lowRisk: categories,
    /** An answer of the cheap model that is less sure than this is asked of the strong one, too. */
    minConfidence: share,
    strongAgainPerPhase: times,
    /** Whether its word is enough to leave a phase out: never, for phases that the plan calls optional, or always. */
    skip: z.enum(SKIP_POLICIES),
    /** The commands that it may have run, word for word; without any it may not. */
    fixes: z.array(z.string().min(1)).max(MAX_LISTED),
    fixesPerPhase: times,
  }),
  replan: z.strictObject({
    enabled: z.boolean(),
    /** The same failure so many times in a row is a flaw of the approach. */
    afterSame: z.int().min(2).max(MAX_ATTEMPTS),
    perPhase: times,
    perRun: timesInRun,
    /** These are one at once. */
    fatal: categories,
  }),
  escalation: z.strictObject({ enabled: z.boolean(), perPhase: times }),
  scope: z.strictObject({
    /** Whether a smaller scope is proposed to a person where the budget runs out. */
    reduce: z.boolean(),
  }),
  stuck: z.strictObject({
    /** Rounds after which a phase is given up. */
    maxRounds: z.int().positive(),
    /** With a smaller share of a budget left, a smaller scope is proposed. */
    reduceBelow: share,
    /** With a larger share left, a stronger model is tried. */
    escalateAbove: share,
  }),
});
export type Recovery = z.infer<typeof recoverySchema>;

/** Whom a role is played by. */
const choiceSchema = z.strictObject({
  /** Null for the run's agent. */
  agent: z.string().min(1).max(MAX_NAME).nullable(),
  /** Null leaves the choice to the agent. */
  model: z.string().min(1).max(MAX_NAME).nullable(),
  /** Whose service it is; what fails there fails for all its models. */
  provider: z.string().min(1).max(MAX_NAME).nullable(),
});

/** For each role the models that it goes through, weakest first. A role that is not named has the agent's own. */
export const modelsSchema = z.partialRecord(z.enum(ROLES), z.array(choiceSchema).min(1).max(MAX_CHAIN));
export type Models = z.infer<typeof modelsSchema>;
export type ModelChoice = z.infer<typeof choiceSchema>;

/** The same for single phases, by id. A role that is not named there has the run's. */
export const phasesSchema = z.record(z.string().min(1).max(MAX_NAME), modelsSchema);

/** What is set for single agents, by name. */
export const agentsSchema = z.record(
  z.string().min(1).max(MAX_NAME),
  z.strictObject({
    /** The program in the place of the usual one; null for that. */
    program: z.string().min(1).max(MAX_PATH).nullable(),
    /** How an agent of the user's own that speaks ACP is called. */
    arguments: z.array(z.string().max(MAX_PATH)).max(MAX_LISTED),
    /** Whether it works with the settings, memory files and tools that it has from the user and the repository. */
    inherit: z.boolean(),
    /** Variables of the user's environment that it gets to see, besides those that it is known to need. */
    environment: z
      .array(z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable'))
      .max(MAX_LISTED),
  }),
);
export type AgentSettings = z.infer<typeof agentsSchema>[string];

/** What keeps agents and checks in their place. */
export const sandboxSchema = z.strictObject({
  /** `auto` takes bubblewrap where it can be had. */
  mode: z.enum(SANDBOXES),
  /** Whether checks, setup commands and a doctor's commands run in the sandbox, too: `auto` where there is one. */
  checks: z.enum(SANDBOX_CHECKS),
  /** Whether agents and checks reach the network. */
  network: z.boolean(),
  /** Folders and files outside of the workspace that they may write to. */
  writable: z.array(z.string().min(1).max(MAX_PATH)).max(MAX_LISTED),
  /** Folders, files and sockets that they get to see although they are usual places of keys. */
  open: z.array(z.string().min(1).max(MAX_PATH)).max(MAX_LISTED),
  /** Folders and files that they do not get to see, besides the usual places of keys. */
  hidden: z.array(z.string().min(1).max(MAX_PATH)).max(MAX_LISTED),
});
export type Sandbox = z.infer<typeof sandboxSchema>;
export const DEFAULT_SANDBOX: Sandbox = {
  mode: 'auto',
  checks: 'auto',
  network: true,
  writable: [],
  open: [],
  hidden: [],
};

/** Limits of what is spent; null is no limit. */
const limitsSchema = z.strictObject({
  tokens: z.int().positive().nullable(),
  usd: z.number().positive().nullable(),
  /** Time during which something is done. Waiting for a person, a quota or the next attempt costs none. */
  wallMs: z.int().positive().nullable(),
  sessions: z.int().positive().nullable(),
  failures: z.int().positive().nullable(),
} satisfies Record<Measure, z.ZodType>);
export type Limits = z.infer<typeof limitsSchema>;
export const budgetsSchema = z.strictObject({
  run: limitsSchema,
  phase: limitsSchema,
  /** The used share of a limit at which there is a warning. */
  warnAt: share,
  /** By what a phase's limits are multiplied, by the type of its subtasks; the largest counts. */
  multipliers: z.strictObject({
    test: z.number().positive(),
    impl: z.number().positive(),
    refactor: z.number().positive(),
    task: z.number().positive(),
  }),
});
export type Budgets = z.infer<typeof budgetsSchema>;

/** Prices of the user's own by model, in US dollars for a million tokens. */
export const pricesSchema = z.record(
  z.string().min(1).max(MAX_NAME),
  z.strictObject({ input: z.number().min(0), output: z.number().min(0) }),
);
export type Prices = z.infer<typeof pricesSchema>;

export const notifySchema = z.strictObject({
  /** Run by the shell, with the notice as JSON on standard input. */
  commands: z.array(z.string().min(1)).max(MAX_LISTED),
  /** Get the notice as JSON by POST. */
  webhooks: z.array(z.url({ protocol: /^https?$/ })).max(MAX_LISTED),
  on: z.array(z.enum(NOTICES)).max(MAX_LISTED),
  timeoutMs: z.int().positive(),
});
export type Notify = z.infer<typeof notifySchema>;

const HOUR = 60 * 60_000;

/** Failures that waiting does not cure, or not surely. */
const ASKED_AT_ONCE: readonly FailureCategory[] = [
  'infra.network',
  'infra.auth',
  'infra.crash',
  'infra.timeout',
  'infra.disk',
  'infra.git',
  'infra.setup',
];

export const DEFAULT_RECOVERY: Recovery = {
  enabled: true,
  similarity: { messages: true, threshold: 0.8, minLength: 30, metric: 'sequence' },
  breaker: { failures: 5, windowMs: 300_000, restMs: 300_000 },
  doctor: {
    enabled: true,
    afterFailures: 2,
    perPhase: 2,
    perRun: 10,
    strongPerRun: 5,
    infraPerRun: 3,
    infra: [...ASKED_AT_ONCE],
    manyCategories: 2,
    manyAttempts: 4,
    nearLimit: 0.8,
    highRisk: ['import', 'logic', 'landing_conflict'],
    lowRisk: ['infra.network', 'infra.disk', 'lint', 'no_change'],
    minConfidence: 0.7,
    strongAgainPerPhase: 1,
    skip: 'optional',
    fixes: [],
    fixesPerPhase: 1,
  },
  replan: {
    enabled: true,
    afterSame: 2,
    perPhase: 1,
    perRun: 5,
    fatal: ['wrong_tech_stack', 'schema_mismatch', 'api_contract_wrong'],
  },
  escalation: { enabled: true, perPhase: 1 },
  scope: { reduce: true },
  stuck: { maxRounds: 3, reduceBelow: 0.2, escalateAbove: 0.3 },
};

export const DEFAULT_BUDGETS: Budgets = {
  run: { tokens: 500_000_000, usd: 500, wallMs: 7 * 24 * HOUR, sessions: 5_000, failures: 300 },
  phase: { tokens: 30_000_000, usd: 50, wallMs: 12 * HOUR, sessions: 60, failures: 20 },
  warnAt: 0.8,
  multipliers: { test: 1, impl: 1, refactor: 1, task: 1 },
};

export const DEFAULT_NOTIFY: Notify = {
  commands: [],
  webhooks: [],
  on: ['waiting', 'ended', 'phase_failed', 'budget'],
  timeoutMs: 10_000,
};
