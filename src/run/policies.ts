/** The values that settings can have; apart from their schema, so that help does not load it. */
export const SCHEDULES = ['ready', 'batches', 'levels', 'serial'] as const;
export const SESSION_POLICIES = ['phase', 'subtask'] as const;
export const REJECT_POLICIES = ['fresh', 'continue'] as const;
export const FAILURE_POLICIES = ['drain', 'halt', 'continue'] as const;
export const COMMIT_MODES = ['phase', 'message-only', 'single'] as const;

/** Sessions at once; more than this no machine and no provider bears. */
export const MAX_CONCURRENCY = 256;
export const MAX_ATTEMPTS = 100;
export const MAX_CHECKS = 50;

export const PRESETS = ['phased', 'subtasks', 'tasks', 'autobuild'] as const;
export type Preset = (typeof PRESETS)[number];
