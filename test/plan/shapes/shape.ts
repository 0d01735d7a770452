import type { Format, Phase } from '../../../src/plan/model.ts';
import type { UnitSetting } from '../../../src/plan/options.ts';

/** A document in one of the shapes that people write, and what must be read from it. */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly unit?: UnitSetting;
  readonly format: Format;
  readonly phases: readonly string[];
  readonly subtasks: number;
  /** What each named phase waits for. */
  readonly deps?: Readonly<Record<string, readonly string[]>>;
  /** What each named subtask waits for. */
  readonly subtaskDeps?: Readonly<Record<string, readonly string[]>>;
  readonly titles?: readonly string[];
  readonly done?: readonly string[];
  /** Codes of findings that must be among the diagnostics. */
  readonly codes?: readonly string[];
  /** Codes of all warnings. */
  readonly warnings?: readonly string[];
  /** Parts of phases that must be as given. */
  readonly parts?: Readonly<Record<string, Partial<Phase>>>;
}

/** The mark that opens and closes code. */
export const FENCE = '```';
