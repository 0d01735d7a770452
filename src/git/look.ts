import { join } from 'node:path';
import { counted } from '../base/counted.ts';
import { phaseFolder, REPORT_FILE } from '../run/record-names.ts';
import { isAside } from './aside.ts';
import { quotedPath, splitAtNul, utf8 } from './changes.ts';
import { git, line, type Place } from './command.ts';
import type { Environment } from './environment.ts';
import { guarded, refused } from './failure.ts';
import { contentAt, type FileMode, type Mark, type Marks, marksIn, smallText } from './marks.ts';
import type { GitResult } from './port.ts';

/** Takes down what a workspace holds, so that it can be told later what became different. Changes nothing. */
export type Look = (workspace: string) => Promise<GitResult<{ readonly sight: Sight }>>;

/** A workspace as it was. */
export interface Sight {
  /** What differs by now. */
  since(phase: string): Promise<GitResult<Seen>>;
}

/**
 * What became different in files that git does not ignore, committed or not. Neither submodules nor the run's record
 * are among them.
 */
export interface Seen {
  readonly changes: readonly SeenChange[];
  /** What changed and is not told of, a phrase each. */
  readonly left: readonly string[];
  /** What the developer of the phase left as a report in the run's record; null where nothing. */
  readonly report: string | null;
}

export type SeenChange =
  | { readonly path: string; readonly mode: FileMode; readonly content: Buffer }
  | { readonly path: string; readonly deleted: true };

export interface LookOptions {
  /** That of the repository's git processes. */
  readonly environment: Environment;
  /** The folder of the run's record in each workspace; null for none. */
  readonly record: string | null;
  readonly limits: LookLimits;
}

interface LookLimits {
  readonly changes: number;
  /** Of one file and of all. */
  readonly fileBytes: number;
  readonly allFileBytes: number;
}

const MAX_REPORT_BYTES = 1024 * 1024;

/**
 * Git is asked for names only, so that no filter runs, nothing is stored, and neither flags in the agent's index nor its
 * commits hide anything. Whether contents differ is seen from the files themselves.
 */
export function gitLook(options: LookOptions): Look {
  const marks = marksIn(options.limits.fileBytes);
  return workspace =>
    guarded(async () => {
      const found = await placeOf(workspace, options.environment);
      if (!found.ok) return found;
      const { place } = found;
      const before = await lookAround(place, marks, [], options.record);
      if (!before.ok) return before;
      const since = (phase: string) =>
        guarded(async () => {
          const now = await lookAround(place, marks, [...before.seen.keys()], options.record);
          if (!now.ok) return now;
          const differing = [...now.seen].filter(
            ([path, mark]) => (before.seen.get(path) ?? 'none') !== mark,
          );
          const { changes, left } = gathered(place.cwd, differing, options.limits);
          const nested = now.nested.filter(path => !before.nested.includes(path));
          return {
            ok: true as const,
            changes,
            left: [...left, ...nested.map(path => `the repository ${path}`)],
            report: reportIn(place.cwd, options.record, phase),
          };
        });
      return { ok: true as const, sight: { since } };
    });
}

/** The agent may put another `.git` there later on; so the one of the beginning is named from now on. */
async function placeOf(
  workspace: string,
  environment: Environment,
): Promise<GitResult<{ readonly place: Place }>> {
  const words = ['rev-parse', '--path-format=absolute', '--git-dir', '--show-toplevel', '--show-prefix'];
  const output = await git({ cwd: workspace, environment }, words);
  if (!output.ok) return output;
  const [gitDir, top, prefix] = line(output.stdout).split('\n');
  if (!gitDir || !top || prefix)
    return refused('misplaced', `${workspace} is not the top of a checkout`, 'Resume the run.');
  const place = { cwd: top, environment: { ...environment, GIT_DIR: gitDir, GIT_WORK_TREE: top } };
  return { ok: true, place };
}

interface Surroundings {
  /** By path, as Latin-1, since a path need not be text. */
  readonly seen: ReadonlyMap<string, Mark>;
  /** Repositories that lie inside, which git does not look into. */
  readonly nested: readonly string[];
}

/** Marks of all files that git does not ignore, and of those that are named. */
async function lookAround(
  place: Place,
  marks: Marks,
  named: readonly string[],
  record: string | null,
): Promise<GitResult<Surroundings>> {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = await git(place, words);
  if (!listed.ok) return listed;
  const paths = splitAtNul(listed.stdout).filter(path => !isAside(record, path.toString('utf8')));
  const isFolder = (path: Buffer): boolean => path.at(-1) === SLASH;
  const files = paths.filter(path => !isFolder(path)).map(path => path.toString('latin1'));
  const seen = await marks(place.cwd, new Set([...named, ...files]));
  return { ok: true, seen, nested: paths.filter(isFolder).map(quotedPath) };
}

const SLASH = 0x2f;

function gathered(
  top: string,
  differing: readonly (readonly [path: string, mark: Mark])[],
  limits: LookLimits,
): Pick<Seen, 'changes' | 'left'> {
  const changes: SeenChange[] = [];
  const left: string[] = [];
  let room = limits.allFileBytes;
  for (const [name, mark] of differing.slice(0, limits.changes)) {
    const bytes = Buffer.from(name, 'latin1');
    const path = utf8(bytes);
    if (path === null) left.push(`${quotedPath(bytes)}, whose name is not text`);
    else if (mark === 'none') changes.push({ path, deleted: true });
    else {
      const found = contentAt(top, name, Math.min(room, limits.fileBytes));
      if (typeof found === 'number') left.push(`${quotedPath(bytes)} of ${found} bytes`);
      else {
        room -= found.content.length;
        changes.push({ path, ...found });
      }
    }
  }
  const more = differing.length - limits.changes;
  return { changes, left: more > 0 ? [...left, counted(more, 'more file')] : left };
}

function reportIn(top: string, record: string | null, phase: string): string | null {
  if (record === null) return null;
  return smallText(top, join(record, phaseFolder(phase), REPORT_FILE), MAX_REPORT_BYTES);
}
