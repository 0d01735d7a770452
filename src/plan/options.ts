/** What can be asked for when a plan is read; apart from the readers, so that help does not load them. */

export const UNIT_SETTINGS = ['auto', 'phase', 'task'] as const;
/** Whether tasks under a phase heading are its subtasks or phases of their own; `auto` lifts only agents and workers. */
export type UnitSetting = (typeof UNIT_SETTINGS)[number];

export const TDD_SETTINGS = ['off', 'warn', 'enforce'] as const;
export type TddSetting = (typeof TDD_SETTINGS)[number];
