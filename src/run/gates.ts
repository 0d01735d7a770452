import type { Phase, Plan } from '../plan/model.ts';
import { deletionFindings } from './gates/deletions.ts';
import { deliverableFindings } from './gates/deliverables.ts';
import { type IgnoredWork, ignoredFindings, NO_IGNORED_WORK } from './gates/ignored-work.ts';
import { protectedFindings, scopeFindings } from './gates/scope.ts';
import { testFindings } from './gates/weakened.ts';
import type { Settings } from './settings.ts';

export { DEFAULT_ALLOW, DEFAULT_MAX_DELETED_LINES, DEFAULT_PROTECT } from './gates/defaults.ts';
export { failuresOfPassing, fewerTests } from './gates/fewer-tests.ts';
export { isGuarded, isTestPath } from './gates/guarded.ts';
export { deletedTests } from './gates/lost-tests.ts';
export { checkFindingSeverity } from './gates/weakened.ts';

/** Changed files that an inspection lists one by one. */
export const MAX_INSPECTED_FILES = 100_000;

/** One changed file of an attempt, lines as git counts them. */
export interface FileChange {
  /** As git quotes it, where the name is not plain UTF-8. */
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed';
  /** The name before, of a renamed file. */
  readonly from: string | null;
  readonly added: number;
  readonly deleted: number;
  readonly binary: boolean;
}

/** Lines of all files together. */
export const linesIn = (
  files: readonly FileChange[],
): { readonly added: number; readonly deleted: number } => ({
  added: files.reduce((sum, file) => sum + file.added, 0),
  deleted: files.reduce((sum, file) => sum + file.deleted, 0),
});

/** What git tells about the difference between an attempt's base and its snapshot. */
export interface Inspection {
  /** At most MAX_INSPECTED_FILES; `changed` counts all. */
  readonly files: readonly FileChange[];
  readonly changed: number;
  /** Unified diffs, without context, of the files for which `isGuarded` is true. */
  readonly patches: readonly Patch[];
  /** Whether a patch is missing or cut off. */
  readonly truncated: boolean;
  /** What the snapshot has at the path of each deliverable of the phase. */
  readonly deliverables: readonly FoundDeliverable[];
}

export interface Patch {
  readonly path: string;
  readonly text: string;
}

export interface FoundDeliverable {
  readonly path: string;
  /** `empty` is a folder without a file anywhere below it. A pattern is what the first is that matches it. */
  readonly found: 'file' | 'folder' | 'empty' | 'nothing';
  /** Paths in the snapshot with the same last name, or the same but for large and small letters, at most 5. */
  readonly elsewhere: readonly string[];
  /** The rule by which git leaves out what is missing, as file and line; absent where there is none. */
  readonly ignoredBy?: string;
}

/** A file that a workspace holds and git leaves out, so that it cannot land. */
export interface IgnoredFile {
  readonly path: string;
  /** File and line; empty where that is not known. */
  readonly rule: string;
  /** The attempt made or changed it. */
  readonly isNew: boolean;
}

export type Gate = 'deliverables' | 'scope' | 'protected' | 'deletions' | 'tests' | 'ignored';

/** Put before the reviewer, put before a person, or the end of the attempt. */
export type Severity = 'warn' | 'ask' | 'reject';

export interface Finding {
  readonly gate: Gate;
  readonly severity: Severity;
  readonly message: string;
  /** The first MAX_FINDING_FILES of the files that it is about. */
  readonly files: readonly string[];
}

/** What gates go by, of a run's settings. */
export const gateSettings = ({
  scope,
  weakened,
  checks,
}: Pick<Settings, 'scope' | 'weakened' | 'checks'>): GateSettings => ({
  scope,
  tests: weakened,
  checks: checks.map(({ command }) => command),
});

export interface GateSettings {
  readonly scope: {
    /** What a changed file leads to that the phase does not declare. */
    readonly outside: 'ignore' | Severity;
    /** Globs of files that may change in any phase. */
    readonly allow: readonly string[];
    /** Globs of files that a phase changes only where it names them. */
    readonly protect: readonly string[];
    readonly protected: Severity;
    readonly maxDeletedLines: number;
  };
  /** What weakened tests lead to in a phase that only implements; in others they are at most a warning. */
  readonly tests: 'ignore' | 'warn' | 'reject';
  /** The commands of the checks, whose files may be changed. */
  readonly checks: readonly string[];
}

/**
 * What an attempt's changes give cause to say, by git's word alone. The result is bounded whatever was changed. `approved`
 * is the phase as a person knows it: what an agent made of it since excuses nothing. `writtenFirst` are the test files
 * that landed red and that the phase is to turn green. `ignored` is what the attempt left that git cannot land.
 */
export function judgeGates(
  phase: Phase,
  plan: Plan,
  settings: GateSettings,
  inspection: Inspection,
  approved: Phase = phase,
  writtenFirst: readonly string[] = [],
  ignored: IgnoredWork = NO_IGNORED_WORK,
): readonly Finding[] {
  const scoped = settings.scope.outside === 'warn' ? phase : approved;
  return [
    ...deliverableFindings(phase, inspection),
    ...scopeFindings(scoped, plan, settings, inspection),
    ...protectedFindings(approved, settings, inspection),
    ...deletionFindings(settings, inspection),
    ...testFindings(approved, settings, inspection, writtenFirst),
    ...ignoredFindings(ignored),
  ];
}
