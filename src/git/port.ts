import type { LandedChange } from '../run/attempt-event.ts';
import type { IgnoredFile, Inspection } from '../run/gates.ts';

/**
 * What the engine asks of version control for one run. Every request may be repeated after a crash with the same
 * arguments, and then finds what was already done instead of doing it twice. Never throws for what git refuses:
 * that is a value with a reason.
 */
export interface Workspaces {
  /** Makes the run's branch at the base, or finds it where an earlier call left it. */
  openRun(): Promise<GitResult<{ readonly head: string }>>;
  /**
   * A workspace in `slot` whose HEAD is `base`, whose files are those of `contents` (or of `base`), and whose ignored
   * files are as the slot's last user left them. What lay there and is not kept anywhere is first saved to a rescue ref;
   * of a check slot it is thrown away. A workspace that cannot be brought back is set aside, saved when the run is closed,
   * and a new one made in its place.
   */
  open(request: OpenRequest): Promise<GitResult<Opened>>;
  /**
   * Saves all that the workspace holds, untracked files and the agent's own commits included, as a commit on `base`
   * kept under the attempt's ref, and tells what changed and what git leaves out. The workspace itself stays as it is.
   */
  capture(request: CaptureRequest): Promise<GitResult<Captured>>;
  /** Joins snapshots that share `base` into one, kept under the attempt's ref. */
  combine(request: CombineRequest): Promise<GitResult<Combination>>;
  /**
   * Puts a snapshot on the run branch as one commit, on top of whatever landed meanwhile, without a checkout. Finds
   * the phase's commit by its trailers where an earlier call had already put it there.
   */
  land(request: LandRequest): Promise<GitResult<Landing>>;
  /**
   * Makes the record of an open workspace exactly these texts, by their path below it. What an earlier call put there
   * and nobody touched is not written again; all else there is replaced or removed. Refuses as `misplaced`, and writes
   * nothing, where a link, a file or another repository stands on the way: the phase can do without its record.
   */
  placeRecord(slot: number, files: ReadonlyMap<string, string>): Promise<GitResult<object>>;
  /** What an agent wrote to a file below the record; null where there is none, or something that is no small file. */
  readReport(slot: number, path: string): Promise<string | null>;
  /** Files of a workspace that are not as it was opened, `HEAD` where that was moved; ignored files and the record excepted. */
  disturbed(slot: number): Promise<GitResult<{ readonly files: readonly string[] }>>;
  /** The same, apart by what became of them, for what is run in a workspace. */
  touched(slot: number): Promise<GitResult<Touched>>;
  /** All that lies in a slot and git does not see. */
  ignoredFiles(slot: number): Promise<GitResult<{ readonly files: IgnoredFiles }>>;
  /**
   * Removes what git does not see in a slot and did not lie there then. Where any of that was changed or removed since,
   * all goes, and `isIntact` is false.
   */
  restoreIgnored(request: {
    readonly slot: number;
    readonly to: IgnoredFiles;
  }): Promise<GitResult<{ readonly isIntact: boolean }>>;
  /** Removes these of the paths that `ignoredFiles` told. */
  removeIgnored(request: {
    readonly slot: number;
    readonly paths: readonly string[];
  }): Promise<GitResult<object>>;
  /** The files that differ between two commits. */
  changedFiles(request: { readonly from: string; readonly to: string }): Promise<GitResult<ChangedFiles>>;
  /** What a snapshot changed and whether it has what it should have, by git's word alone. */
  inspect(request: InspectRequest): Promise<GitResult<Inspection>>;
  /** What a snapshot changed as a patch for a reader, and a summary of it. */
  diff(request: DiffRequest): Promise<GitResult<Diff>>;
  /** Where the workspace of a slot is. */
  pathOf(slot: number): string;
  /** Ends the run: commits the record and the single commit where they are wanted, saves and removes every workspace. */
  closeRun(request: CloseRequest): Promise<GitResult<Closed>>;
  /** Ends git processes that are under way, and begins no others: the driver has to go. */
  stop(): void;
}

export interface Opened {
  readonly path: string;
  /** The refs that something was saved to; absent where that is not known. */
  readonly rescued?: readonly string[];
  /** True where the workspace was made just now, so that no file is in it which git ignores. */
  readonly anew?: true;
  /** Why the one before could not be brought back, and where it is now; absent where it could. */
  readonly setAside?: string;
}

export interface OpenRequest {
  readonly slot: number;
  readonly base: string;
  /** A commit whose files are put on top of `base` as uncommitted changes; null for those of `base` itself. */
  readonly contents: string | null;
}

export interface ChangedFiles {
  readonly files: readonly string[];
  /** Whether some file of the first commit has no such path in the second. */
  readonly isRemoved: boolean;
}

/** Marks of files, by path, which tell whether they are the same files still. */
export type IgnoredFiles = ReadonlyMap<string, string>;

export interface Touched {
  /** Tracked files that were changed or removed. */
  readonly changed: readonly string[];
  /** New files, and folders of new files, that git does not ignore. */
  readonly added: readonly string[];
  /** Whether HEAD is elsewhere or cannot be found, or a merge is under way. */
  readonly isMoved: boolean;
  /** Nobody can tell, as in the user's own checkout; absent where it is known. */
  readonly isUnknown?: true;
}

/** Names one snapshot; `lane` is null for the snapshot of the attempt as a whole. */
export interface AttemptName {
  readonly phase: string;
  readonly attempt: number;
  readonly lane: number | null;
}

export interface CaptureRequest extends AttemptName {
  readonly slot: number;
  readonly base: string;
}

interface Snapshot {
  readonly commit: string;
  /** How many files differ from the base. */
  readonly changed: number;
  /** The first of them, at most `MAX_CHANGES`. */
  readonly changes: readonly Change[];
}

export interface Captured extends Snapshot {
  /** Files in the workspace that git leaves out. */
  readonly ignored: readonly IgnoredFile[];
  /** Pipes, sockets and devices that were in the way of git, and are gone; absent where there were none. */
  readonly removed?: readonly string[];
  /** Filters that failed, and need not succeed: what they are for is kept as it was written; absent where none did. */
  readonly unfiltered?: readonly string[];
}

export interface Change {
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed';
  /** As git quotes it, where the name is not plain UTF-8. */
  readonly path: string;
}

export interface CombineRequest extends AttemptName {
  readonly base: string;
  readonly commits: readonly string[];
}

export type Combination =
  | ({ readonly outcome: 'combined' } & Snapshot)
  | { readonly outcome: 'conflict'; readonly files: readonly string[] };

export interface LandRequest {
  readonly phase: string;
  readonly attempt: number;
  /**
   * The workspace that the attempt still holds, for the repository's commit hooks where they are wanted: they need its
   * installed dependencies. It may be left with other contents. Null where it is in other hands.
   */
  readonly slot: number | null;
  /** Where the attempt began. */
  readonly base: string;
  readonly snapshot: string;
  /** Where the run branch stood when the landing was decided. */
  readonly head: string;
  /** The whole message, trailers included. */
  readonly message: string;
  /** True where a combination with other phases' work must pass checks before it may land. */
  readonly checkCombined: boolean;
  /** The combination that passed them. */
  readonly checked: string | null;
}

export type Landing =
  | {
      readonly outcome: 'landed';
      readonly commit: string;
      readonly head: string;
      /** Commits that somebody else put on the branch, and that the phase now lies on; absent where there are none. */
      readonly foreign?: readonly string[];
      /** What the commit changes, at most `MAX_CHANGES` files of it; absent where that is what the snapshot changed. */
      readonly change?: LandedChange;
    }
  /** Not landed: `commit` holds the phase on top of `head` and must be checked first. */
  | { readonly outcome: 'unchecked'; readonly commit: string; readonly head: string }
  | { readonly outcome: 'conflict'; readonly files: readonly string[]; readonly head: string };

export interface CloseRequest {
  /** The message of the single commit; null where there is none to make. */
  readonly message: string | null;
  /** The whole record as it is to stay; null where none is wanted. */
  readonly record: RecordFiles | null;
}

export interface RecordFiles {
  /** Texts by their path below the record's folder. What else is there goes. */
  readonly files: ReadonlyMap<string, string>;
  /** The message of the commit that holds nothing but them. */
  readonly message: string;
}

export interface Closed {
  /** Where the next phase would land, were the run resumed. */
  readonly head: string;
  readonly rescued: readonly string[];
  /** The commit that holds the record; null where none was made. */
  readonly record: string | null;
  /** Why the record is not where it should be; null where it is, or none was wanted. */
  readonly recordProblem: string | null;
  /** Commits that somebody else put on the branch, and that the record now lies on; absent where there are none. */
  readonly foreign?: readonly string[];
  /** Why a workspace could not be saved and is still there; absent where none is. */
  readonly untidied?: GitFailure;
}

export interface InspectRequest {
  readonly base: string;
  readonly snapshot: string;
  /** Paths of files and folders, and patterns. */
  readonly deliverables: readonly string[];
  /** The workspace that the snapshot was made of, for what git ignores there; absent where it is in other hands. */
  readonly slot?: number;
}

export interface DiffRequest {
  readonly base: string;
  readonly snapshot: string;
  readonly maxBytes: number;
}

export interface Diff {
  /** Ends with a whole line where it is cut off. */
  readonly text: string;
  readonly truncated: boolean;
  /** A line for each file, at most some 200, and the sums. */
  readonly stat: string;
}

export type GitResult<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly failure: GitFailure };

export interface GitFailure {
  readonly reason: GitFailureReason;
  readonly message: string;
  readonly hint: string;
}

export type GitFailureReason =
  | 'no_git'
  | 'not_a_repository'
  | 'bare'
  | 'unsafe_ownership'
  | 'no_such_base'
  | 'branch_exists'
  | 'branch_moved'
  | 'branch_gone'
  | 'dirty'
  | 'in_progress'
  | 'locked'
  | 'disk_full'
  | 'read_only'
  | 'hook_refused'
  | 'misplaced'
  | 'config_changed'
  /** A workspace holds something that git cannot store. */
  | 'unstorable'
  /** A command of the user's that was to make the workspace ready has failed. */
  | 'not_ready'
  | 'other';

/** How many changed files a snapshot names. */
export const MAX_CHANGES = 200;
