import type { Format, Phase } from '../../../src/plan/model.ts';

/** A document in one of the shapes that people write, and what must be read from it. */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly format: Format;
  readonly phases: readonly string[];
  readonly subtasks: number;
  /** What each named phase waits for. */
  readonly deps?: Readonly<Record<string, readonly string[]>>;
  readonly titles?: readonly string[];
  readonly done?: readonly string[];
  /** Codes of findings that must be among the diagnostics. */
  readonly codes?: readonly string[];
  /** Parts of phases that must be as given. */
  readonly parts?: Readonly<Record<string, Partial<Phase>>>;
}

/** The mark that opens and closes code. */
export const FENCE = '```';
