import type { FileChange } from '../run/gates.ts';
import { git, line } from './command.ts';
import { guarded, refused } from './failure.ts';
import { changesBetween } from './inspect.ts';
import type { AttemptName, GitResult } from './port.ts';
import { attemptRef, branchRef, rescuePrefix, runPrefix } from './ref-names.ts';
import { commonPlace, type Repository } from './repository.ts';

/** A commit that a run keeps. */
export interface KeptRef {
  readonly ref: string;
  readonly commit: string;
  readonly kind: 'run' | 'rescue';
}

export interface LogEntry {
  readonly commit: string;
  readonly author: string;
  readonly subject: string;
}

/** A longer diff is cut off for people. */
const MAX_DIFF_BYTES = 8 * 1024 * 1024;
const MAX_LOG_ENTRIES = 10_000;

/** All that the run keeps alive in the repository, its branch excepted. */
export const listRefs = (
  repository: Repository,
  run: string,
): Promise<GitResult<{ readonly refs: readonly KeptRef[] }>> =>
  guarded(async () => {
    const prefixes = [runPrefix(run), rescuePrefix(run)];
    const words = ['for-each-ref', '--format=%(objectname) %(refname)', ...prefixes];
    const output = await git(commonPlace(repository), words);
    if (!output.ok) return output;
    const refs = line(output.stdout)
      .split('\n')
      .filter(Boolean)
      .map((entry): KeptRef => {
        const [commit = '', ref = ''] = entry.split(' ');
        return { ref, commit, kind: ref.startsWith(rescuePrefix(run)) ? 'rescue' : 'run' };
      });
    return { ok: true, refs };
  });

/** Deletes all that `listRefs` names, together or not at all. The run's branch stays. */
export const removeRun = (
  repository: Repository,
  run: string,
): Promise<GitResult<{ readonly removed: readonly KeptRef[] }>> =>
  guarded(async () => {
    const listed = await listRefs(repository, run);
    if (!listed.ok || listed.refs.length === 0) return listed.ok ? { ok: true, removed: [] } : listed;
    const input = listed.refs.map(({ ref, commit }) => `delete ${ref} ${commit}\n`).join('');
    const output = await git(commonPlace(repository), ['update-ref', '--stdin'], { input });
    return output.ok ? { ok: true, removed: listed.refs } : output;
  });

export type OnOutput = (bytes: Uint8Array) => void;

/** Two states of the files, by names that git knows. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** What a commit changed in comparison with its first parent. */
export const commitRange = (commit: string): Range => ({ from: `${commit}^1`, to: commit });
/** What an attempt, or a lane of it, changed. */
export const attemptRange = (run: string, name: AttemptName): Range => commitRange(attemptRef(run, name));

/**
 * What changed: as text for people, cut off where that is very long, or handed over to `onOutput` byte by byte, all of it,
 * which leaves no text.
 */
export const rangeDiff = (
  repository: Repository,
  { from, to }: Range,
  onOutput?: OnOutput,
): Promise<GitResult<{ readonly text: string; readonly cut: boolean }>> =>
  guarded(async () => {
    const words = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '-M', from, to, '--'];
    const output = await git(commonPlace(repository), words, {
      answers: [128],
      ...(onOutput ? { onOutput } : { cutAtBytes: MAX_DIFF_BYTES }),
    });
    if (!output.ok) return output;
    if (output.code !== 0) return nothingUnder(to);
    return { ok: true, text: output.stdout.toString('utf8'), cut: output.cut };
  });

/** The files that differ, with the lines that do, and the commit that the range leads to. */
export const rangeFiles = (
  repository: Repository,
  { from, to }: Range,
): Promise<GitResult<{ readonly commit: string; readonly files: readonly FileChange[] }>> =>
  guarded(async () => {
    const common = commonPlace(repository);
    const named = await git(common, ['rev-parse', '--verify', '-q', `${to}^{commit}`], { answers: [1] });
    if (!named.ok) return named;
    if (named.code !== 0) return nothingUnder(to);
    const found = await changesBetween({ common }, from, to);
    if (!found.ok) return found;
    return { ok: true, commit: line(named.stdout), files: found.changes.map(({ file }) => file) };
  });

const nothingUnder = (name: string) =>
  refused(
    'no_such_base',
    `there is nothing under ${name}`,
    'See what the run keeps: git for-each-ref refs/phasewright',
  );

/** The commits on a branch after `from`, oldest first. */
export const branchLog = (
  repository: Repository,
  branch: string,
  from: string,
): Promise<GitResult<{ readonly entries: readonly LogEntry[] }>> =>
  guarded(async () => {
    const limits = ['--reverse', `--max-count=${MAX_LOG_ENTRIES}`, '--format=%H%x00%an%x00%s'];
    const words = ['log', ...limits, branchRef(branch), `^${from}`, '--'];
    const output = await git(commonPlace(repository), words);
    if (!output.ok) return output;
    const entries = line(output.stdout)
      .split('\n')
      .filter(Boolean)
      .map((entry): LogEntry => {
        const [commit = '', author = '', subject = ''] = entry.split('\0');
        return { commit, author, subject };
      });
    return { ok: true, entries };
  });
