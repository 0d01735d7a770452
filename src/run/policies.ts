/** The values that settings can have; apart from their schema, so that help does not load it. */
export const SCHEDULES = ['ready', 'batches', 'levels', 'serial'] as const;
export const SESSION_POLICIES = ['phase', 'subtask'] as const;
export const REJECT_POLICIES = ['fresh', 'continue'] as const;
export const FAILURE_POLICIES = ['drain', 'halt', 'continue'] as const;
export const COMMIT_MODES = ['phase', 'message-only', 'single'] as const;
export const REVIEW_MOMENTS = ['phase', 'end', 'never'] as const;
export const REVIEW_TIERS = ['light', 'full', 'panel'] as const;
export type ReviewTier = (typeof REVIEW_TIERS)[number];
export const APPROVALS = ['plan', 'phase', 'landing', 'never'] as const;
export const PROMPT_STYLES = ['signpost', 'pointer', 'full'] as const;
/** Tests may be expected to fail after a phase that writes them; other checks never. */
export const CHECK_KINDS = ['test', 'other'] as const;
/** Where checks run: in slots that no agent ever works in, or where the work was done. */
export const VERIFICATIONS = ['clean', 'workspace'] as const;
export const OUTSIDE_POLICIES = ['ignore', 'warn', 'ask', 'reject'] as const;
export const PROTECTED_POLICIES = ['warn', 'ask', 'reject'] as const;
export const WEAKENED_POLICIES = ['ignore', 'warn', 'reject'] as const;
/** The prompts that a user's own text can take the place of. */
export const PROMPT_NAMES = [
  'developer',
  'retry',
  'continue',
  'architect',
  'revision',
  'reviewer',
  'evaluator',
  'doctor',
  'replanner',
  'reduction',
] as const;
export type PromptName = (typeof PROMPT_NAMES)[number];

/** How the likeness of two messages is measured: letter by letter, or by the words that they share. */
export const SIMILARITY_METRICS = ['sequence', 'jaccard'] as const;
/** What keeps agents in their place: whatever can be had, bubblewrap without fail, or nothing. */
export const SANDBOXES = ['auto', 'bwrap', 'none'] as const;
export const SANDBOX_CHECKS = ['auto', 'none'] as const;
export const SKIP_POLICIES = ['never', 'optional', 'always'] as const;
/** What people can be told of while they are away. */
export const NOTICES = ['waiting', 'ended', 'phase_failed', 'phase_completed', 'budget', 'rest'] as const;
export type NoticeKind = (typeof NOTICES)[number];

/** Sessions at once; more than this no machine and no provider bears. */
export const MAX_CONCURRENCY = 256;
export const MAX_ATTEMPTS = 100;
export const MAX_CHECKS = 50;
export const MAX_CHECK_SLOTS = 64;
/** Patterns in one list of paths. */
export const MAX_PATTERNS = 500;
/** Reviewers of one panel. */
export const MAX_SEATS = 9;

export const PRESETS = ['phased', 'subtasks', 'tasks', 'autobuild'] as const;
export type Preset = (typeof PRESETS)[number];
