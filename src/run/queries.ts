import { elementAt, elements } from '../base/chunked.ts';
import type { Phase } from '../plan/model.ts';
import type { IgnoredFile } from './gates.ts';
import type { Lane, PhaseState, RunState, Standing, Work } from './state.ts';
import type { Step } from './step.ts';

/** Short questions about a state, asked in several places. */

/** Place of a phase in the plan, or undefined where there is none of that id. */
export const positionOf = (state: RunState, phase: string): number | undefined =>
  state.shape.graph.indexOf.get(phase);

export const phaseAt = (state: RunState, position: number): PhaseState => elementAt(state.phases, position);

/** What the phase is, as it was described last. */
export const planAt = (state: RunState, position: number): Phase =>
  phaseAt(state, position).revised ?? state.shape.phases[position]!;

/** What it is as a person knows it: as the plan has it, or as a person changed it. */
export const approvedAt = (state: RunState, position: number): Phase =>
  phaseAt(state, position).approvedAs ?? state.shape.phases[position]!;

/** The attempt under way of a phase, or null. */
export function workAt(state: RunState, position: number): Work | null {
  const { standing } = phaseAt(state, position);
  return standing.status === 'running' ? standing.work : null;
}

export const isSettled = ({ status }: Standing): boolean =>
  status === 'completed' || status === 'skipped' || status === 'failed' || status === 'blocked';

/** Whether phases that depend on it may start. */
export const isSatisfied = ({ status }: Standing): boolean => status === 'completed' || status === 'skipped';

/** The slot that a lane works in, or null. */
function slotOf({ at }: Lane): number | null {
  return at.step === 'opening' || at.step === 'working' || at.step === 'capturing' ? at.slot : null;
}

/** What the workspaces of an attempt held when its sessions were over, and git left out. */
export function ignoredBy(state: RunState, position: number): readonly IgnoredFile[] {
  const lanes = workAt(state, position)?.lanes ?? [];
  return lanes.flatMap(({ at }) => (at.step === 'captured' ? (at.ignored ?? []) : []));
}

/** Whether the work of the attempt is on the run branch. */
export function hasLanded(state: RunState, phase: string, attempt: number): boolean {
  const position = positionOf(state, phase);
  if (position === undefined) return false;
  const { standing, attempt: latest } = phaseAt(state, position);
  return (
    latest === attempt && (standing.status === 'completed' || workAt(state, position)?.step.step === 'landed')
  );
}

/** Whether checks run in check slots. In the user's checkout there is nothing but that checkout. */
export const verifiesClean = ({ settings, origin }: RunState): boolean =>
  settings.verify === 'clean' && origin.place === 'worktree';

/** Steps in which nothing happens in a workspace any more. */
const IDLE: readonly Step['step'][] = ['rejected', 'revised', 'landed', 'asking'];

/** The slots that an attempt holds: those of its lanes, and afterwards the one for checks and review. */
export function slotsOf({ step: { step }, slot, lanes }: Work): readonly number[] {
  if (step === 'lanes') return lanes.flatMap(lane => slotOf(lane) ?? []);
  return IDLE.includes(step) ? [] : [slot];
}

/** The slots that attempts under way hold. */
export const takenSlots = (state: RunState): ReadonlySet<number> =>
  new Set(state.active.flatMap(position => slotsOf(workAt(state, position)!)));

/** The lowest free slot, or `preferred` if that one is free; null where all are taken. Slots are numbered from 1. */
export function freeSlot(state: RunState, preferred: number | null = null): number | null {
  const taken = takenSlots(state);
  if (preferred !== null && preferred <= state.shape.slots && !taken.has(preferred)) return preferred;
  for (let slot = 1; slot <= state.shape.slots; slot += 1) if (!taken.has(slot)) return slot;
  return null;
}

/** Whether attempts under way go on. */
export const goesOn = ({ stop }: RunState): boolean => stop === null || stop.mode === 'drain';

/** What an attempt that waits for a person waits for; null where it does not. */
export function heldAt(state: RunState, position: number): Extract<Step, { step: 'held' }> | null {
  const step = workAt(state, position)?.step;
  return step?.step === 'held' ? step : null;
}

/** What a phase waits for that only a person can give; null where it does not. */
export function askingAt(state: RunState, position: number): Extract<Step, { step: 'asking' }> | null {
  const step = workAt(state, position)?.step;
  return step?.step === 'asking' ? step : null;
}

/** Whether what the phase is can still be changed: nobody works on it, and it has not landed. */
export function isEditable(state: RunState, position: number): boolean {
  const { status } = phaseAt(state, position).standing;
  if (status === 'completed' || status === 'skipped') return false;
  return status !== 'running' || askingAt(state, position) !== null;
}

/** Whether the attempt waits for a person. */
export const isAsleep = (state: RunState, position: number): boolean =>
  heldAt(state, position) !== null || askingAt(state, position) !== null;

/** Whoever gives no verdict that can be read is asked once more. */
export const MAX_WITHOUT_VERDICT = 2;

/** Whether all is done but for the review of the whole. */
export const owesReview = (state: RunState): boolean =>
  isDone(state) &&
  state.draft === null &&
  state.settings.review.when === 'end' &&
  state.final.review === null &&
  elements(state.phases).some(({ standing }) => standing.status === 'completed');

/** Whether every phase has landed or was left out. */
export const isDone = ({ open, failed }: RunState): boolean => open === 0 && failed === 0;

/** Whether a person decides before the phase starts. */
export const isGated = (state: RunState, position: number): boolean =>
  planAt(state, position).gated || state.settings.approve === 'phase';

/** Whether a person who has not decided yet does so before the phase starts. */
export const isGatedNow = (state: RunState, position: number): boolean =>
  isGated(state, position) && !phaseAt(state, position).approved;
