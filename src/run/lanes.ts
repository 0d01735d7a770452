import type { Phase, Subtask } from '../plan/model.ts';
import type { Settings } from './settings.ts';

/**
 * How a phase's subtasks are spread over workspaces: lanes of sessions of subtasks. One session for all of them, or
 * one for each, side by side; subtasks that depend on each other share a lane and go one after the other. Those that
 * the plan marks as done are not done again, unless all are and the phase is not.
 */
export function lanesOf(phase: Phase, { session }: Settings): string[][][] {
  const left = phase.subtasks.filter(({ done }) => !done);
  const subtasks = left.length > 0 ? left : phase.subtasks;
  const ids = subtasks.map(({ id }) => id);
  if (session === 'phase' || ids.length < 2) return [[ids]];
  return chains(subtasks).map(chain => chain.map(id => [id]));
}

/** Connected subtasks together, dependencies first; otherwise in the order of the plan. */
function chains(subtasks: readonly Subtask[]): string[][] {
  const chainOf = new Map<string, string[]>(subtasks.map(({ id }) => [id, [id]]));
  for (const { id, dependsOn } of subtasks) {
    for (const other of dependsOn) {
      const chain = chainOf.get(id)!;
      const joined = chainOf.get(other);
      if (!joined || joined === chain) continue;
      joined.push(...chain);
      for (const member of chain) chainOf.set(member, joined);
    }
  }
  const order = new Map(inOrder(subtasks).map((id, place) => [id, place]));
  return [...new Set(subtasks.map(({ id }) => chainOf.get(id)!))].map(chain =>
    chain.toSorted((a, b) => order.get(a)! - order.get(b)!),
  );
}

/** Dependencies first; the plan's validation excludes cycles, and what is left of one follows in its own order. */
function inOrder(subtasks: readonly Subtask[]): string[] {
  const placed = new Set<string>();
  const known = new Set(subtasks.map(({ id }) => id));
  let left = subtasks;
  while (left.length > 0) {
    const next = left.filter(({ dependsOn }) => dependsOn.every(id => placed.has(id) || !known.has(id)));
    for (const { id } of next.length > 0 ? next : left) placed.add(id);
    left = left.filter(({ id }) => !placed.has(id));
  }
  return [...placed];
}
