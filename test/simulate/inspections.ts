import { planAt, positionOf } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';
import type { Tree } from '../engine/fake-git.ts';
import type { Invariant } from '../engine/invariants.ts';
import { DELETED, DELETED_LINES } from './files.ts';
import { GUARDED } from './scenario.ts';
import type { World } from './world.ts';

/** What the gates must have found, told from the files of the commits alone. */
export function inspected({ git }: World): Invariant {
  const works = new Map<string, { readonly base: string; snapshot: string | null }>();
  const treeOf = (commit: string): Tree => git.commits.get(commit)!.tree;
  return ({ entry: { event }, after }) => {
    switch (event.type) {
      case 'phase_started':
        works.set(event.phase, { base: event.base, snapshot: null });
        return null;
      case 'attempt_captured':
      case 'lanes_combined':
        works.get(event.phase)!.snapshot = event.commit;
        return null;
      case 'attempt_inspected': {
        const { base, snapshot } = works.get(event.phase)!;
        const found = event.findings.map(({ gate, severity }) => `${gate} ${severity}`);
        const wanted = findings(after, event.phase, treeOf(base), treeOf(snapshot!));
        return found.sort().join() === wanted.sort().join() ? null : `the gates find ${found}, not ${wanted}`;
      }
      default:
        return null;
    }
  };
}

function findings(state: RunState, phase: string, before: Tree, after: Tree): string[] {
  const { deliverables } = planAt(state, positionOf(state, phase)!);
  const { protect, protected: severity, maxDeletedLines } = state.settings.scope;
  const isGuarded = protect.length > 0 && before.get(GUARDED) !== after.get(GUARDED);
  const isGone = before.has(DELETED) && !after.has(DELETED) && DELETED_LINES > maxDeletedLines;
  return [
    ...deliverables.filter(path => !after.has(path)).map(() => 'deliverables reject'),
    ...(isGuarded ? [`protected ${severity}`] : []),
    ...(isGone ? ['deletions ask'] : []),
  ];
}
