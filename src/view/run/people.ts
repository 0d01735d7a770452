import { printable } from '../../base/printable.ts';
import { heldAt, isGatedNow, planAt } from '../../run/queries.ts';
import type { RunState, RunStatus } from '../../run/state.ts';
import { truncate } from '../graph/text.ts';
import { droppedMusts } from './dropped.ts';
import { toldAskingAt } from './needs.ts';
import { shortened } from './shortened.ts';

/** A phase that waits for a person. */
export interface Waiting {
  readonly position: number;
  readonly id: string;
  /** For a word to begin or to land, for an answer about a smaller scope, or for help. */
  readonly for: 'start' | 'landing' | 'proposal' | 'help';
  /** Why, or what is needed. */
  readonly reasons: readonly string[];
  /** What must be and would be left out. */
  readonly musts: readonly string[];
}

const OPEN: readonly RunStatus[] = ['running', 'waiting', 'paused'];

/** By their place in the plan. */
export function waitingPhases(state: RunState): readonly Waiting[] {
  if (!OPEN.includes(state.status)) return [];
  const gated = state.ready
    .filter(position => isGatedNow(state, position))
    .map((position): Waiting => ({ ...named(state, position), for: 'start', reasons: [], musts: [] }));
  const asleep = state.active.flatMap(position => asleepAt(state, position));
  return [...gated, ...asleep].toSorted((a, b) => a.position - b.position);
}

const named = (state: RunState, position: number) => ({ position, id: planAt(state, position).id });

function asleepAt(state: RunState, position: number): Waiting[] {
  const held = heldAt(state, position);
  if (held) return [{ ...named(state, position), for: 'landing', reasons: held.reasons, musts: [] }];
  const asking = toldAskingAt(state, position);
  if (!asking) return [];
  const reasons = asking.need.split('\n').filter(line => line.trim() !== '');
  const { proposal } = asking;
  if (!proposal) return [{ ...named(state, position), for: 'help', reasons, musts: [] }];
  const musts = droppedMusts(planAt(state, position), proposal);
  return [{ ...named(state, position), for: 'proposal', reasons, musts }];
}

/** Whether the plan of an architect can be approved. */
export const isPlanReady = ({ draft, status }: RunState): boolean =>
  OPEN.includes(status) && draft?.step === 'ready' && draft.plan !== null;

/** What is asked of a person before a phase goes on that waits. */
export function approvalText(state: RunState, { position, for: what, reasons, musts }: Waiting): string {
  const name = phaseName(state, position);
  if (what === 'start') return `let ${name} start?`;
  const why = reasons.map(shortened).join('; ');
  if (what === 'landing') return `let ${name} land? ${why}`;
  if (musts.length === 0) return `accept less of ${name}? ${why}`;
  return `accept less of ${name}? It leaves out what must be: ${musts.join('; ')}`;
}

/** Of a smaller scope a no gives the phase up. */
export const rejectionText = ({ id, for: what }: Waiting): string =>
  what === 'proposal' ? `why is ${id} given up` : `why is ${id} sent back`;

/** Of a title in a question, in columns. */
const MAX_TITLE = 60;

export function phaseName(state: RunState, position: number): string {
  const { id, title } = planAt(state, position);
  return `${id} ${truncate(printable(title), MAX_TITLE)}`;
}
