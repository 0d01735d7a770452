import { elementAt } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';

/** A file that several phases of one batch or level changed. */
export interface SharedFile {
  readonly path: string;
  /** Ids, in the order of the plan. */
  readonly phases: readonly string[];
}

/** Files that a line names. */
const MAX_TOLD = 20;

/**
 * Files that more than one of the phases of a group that landed changed, by name. Of a phase that changed very many the
 * journal has only the first ones.
 */
export function sharedFiles(state: RunState, group: number): readonly SharedFile[] {
  const members = (state.shape.groups?.[group] ?? []).toSorted((a, b) => a - b);
  const phasesOf = new Map<string, string[]>();
  for (const position of members) {
    const { standing, change } = elementAt(state.phases, position);
    if (standing.status !== 'completed' || change === null) continue;
    const { id } = planAt(state, position);
    const paths = new Set(change.files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
    for (const path of paths) {
      const phases = phasesOf.get(path);
      if (phases) phases.push(id);
      else phasesOf.set(path, [id]);
    }
  }
  return [...phasesOf]
    .filter(([, phases]) => phases.length > 1)
    .map(([path, phases]) => ({ path, phases }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Nothing where there are none. */
export function sharedLine(files: readonly SharedFile[]): string {
  if (files.length === 0) return '';
  const told = files.slice(0, MAX_TOLD).map(sharedWords).map(printable);
  const more = files.length > MAX_TOLD ? `, and ${files.length - MAX_TOLD} more` : '';
  return `changed by more than one of them: ${told.join(', ')}${more}\n`;
}

/** Holds foreign text: whoever prints it escapes it. */
export const sharedWords = ({ path, phases }: SharedFile): string => `${path} (${phases.join(', ')})`;
