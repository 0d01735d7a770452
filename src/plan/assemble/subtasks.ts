import type { Subtask } from '../model.ts';
import type { Draft, Finding, Recognised } from '../recognise/draft.ts';
import { referenceIndex } from '../recognise/references.ts';
import { type Named, referable, statedEdges } from './edges.ts';
import { distinctIds, qualifiedIds } from './ids.ts';
import { clip, unique } from './text.ts';

/** A subtask with the phase that it belongs to. */
interface Piece extends Named {
  readonly phase: Named;
}

/**
 * The subtasks of each phase, with the dependencies between subtasks. One across phases also orders the phases: it is
 * added to `phaseEdges`.
 */
export function subtasksByPhase(
  phases: readonly Named[],
  recognised: Recognised,
  phaseEdges: ReadonlyMap<string, Set<string>>,
  findings: Finding[],
): ReadonlyMap<string, Subtask[]> {
  const pieces = namedPieces(phases, recognised, findings);
  const index = referenceIndex([
    pieces.map(piece => ({ ...referable(piece), scope: piece.phase.id })),
    phases.map(phase => ({ ...referable(phase), targets: [] })),
  ]);
  const { dependsOn } = statedEdges(pieces, index, findings);
  const owner = new Map(pieces.map(({ id, phase }) => [id, phase.id]));
  const byPhase = new Map(phases.map(({ id }): [string, Subtask[]] => [id, []]));
  for (const { id, draft, phase } of pieces) {
    const dependencies = [...dependsOn.get(id)!];
    byPhase.get(phase.id)!.push(toSubtask(id, draft, dependencies, phase.draft));
    for (const other of dependencies.map(dependency => owner.get(dependency)!)) {
      if (other !== phase.id) phaseEdges.get(phase.id)!.add(other);
    }
  }
  return byPhase;
}

export function toSubtask(id: string, draft: Draft, dependsOn: readonly string[], phase: Draft): Subtask {
  return {
    id,
    title: clip(draft.title || phase.title || id),
    description: draft.description,
    type: draft.type ?? 'task',
    dependsOn,
    files: unique(draft.files),
    done: draft.done || phase.done,
  };
}

/** All pieces of all phases, each with an id of its own: numbers that start again in each phase become `2/1`. */
function namedPieces(phases: readonly Named[], recognised: Recognised, findings: Finding[]): Piece[] {
  const all = phases.flatMap(phase =>
    piecesOf(phase.draft, recognised).map((draft, i) => ({ draft, phase, i })),
  );
  const qualified = qualifiedIds(all.map(({ draft, phase }) => ({ id: draft.id, phase: phase.id })));
  const wanted = all.map(({ draft, phase, i }, at) => {
    if (draft.id === '') return `${phase.id}.${i + 1}`;
    const isWhole = draft.id === phase.draft.id && phase.draft.children.length === 0;
    return isWhole ? phase.id : qualified[at]!;
  });
  const ids = distinctIds(
    all.map(({ draft }, i) => ({ id: wanted[i]!, line: draft.line })),
    'subtask',
    findings,
  );
  return all.map(({ draft, phase }, i) => ({ id: ids[i]!, draft, phase }));
}

/** A task is a phase with one subtask; a phase that is not divided has none. */
function piecesOf(draft: Draft, { format }: Recognised): Draft[] {
  if (draft.children.length > 0) return draft.children;
  const isTask = format === 'tasks' || format === 'xml' || format === 'checklist' || draft.within !== null;
  return isTask ? [{ ...draft, description: '', dependsOn: [], blocks: [], parallelWith: [] }] : [];
}
