import { elements } from '../../base/chunked.ts';
import { printableJson } from '../../base/printable.ts';
import type { Phase } from '../../plan/model.ts';
import { isSatisfied, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { phaseJson, subtasksJson } from '../run/state-json.ts';
import { type ExecutionState, executionPhaseSchema } from './execution-state.ts';
import { remembered } from './remembered.ts';

/** Longest text of a stranger that stands in the file, in characters; review-feedback.md has the whole. */
const MAX_MESSAGE = 500;
/** Visits of the doctor, and descriptions, that stand in the file: the last ones. */
const MAX_TOLD = 50;

/** An execution state as its file holds it: each subtask and phase on a line, so that differences are easy to read. */
export const executionText = ({ subtasks, phases, ...head }: ExecutionState): string =>
  joined(
    head,
    subtasks.map(subtask => printableJson(subtask)),
    phases.map(phase => printableJson(phase)),
  );

/** A run's state as `execution-state.json` holds it. Paths of the user's machine are not in it. */
export function executionStateText(state: RunState): string {
  const phases = elements(state.phases);
  const current = phases.findIndex(({ standing }) => !isSatisfied(standing));
  const index = current < 0 ? phases.length : current;
  const { run, status, reason, plan, origin, head, createdAt, now, usage } = state;
  return joined(
    {
      version: 1,
      run,
      status,
      reason: reason === '' ? null : shortened(reason),
      title: plan.title,
      trackerId: origin.trackerId,
      branch: origin.branch,
      base: origin.baseCommit,
      head,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(now).toISOString(),
      currentPhaseIndex: index,
      totalPhases: phases.length,
      reviewIteration: phases[index]?.spent.attempts ?? 0,
      usage,
    },
    phases.flatMap((_, position) => subtaskLines(planAt(state, position))),
    phases.map((phase, position) => phaseLine(state, phase, position)),
  );
}

type Head = Omit<ExecutionState, 'subtasks' | 'phases'>;

function joined(head: Head, subtasks: readonly string[], phases: readonly string[]): string {
  const open = printableJson(head, 2).slice(0, -'\n}'.length);
  return `${open},\n  "subtasks": ${list(subtasks)},\n  "phases": ${list(phases)}\n}\n`;
}

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? '[]' : `[\n${lines.map(line => `    ${line}`).join(',\n')}\n  ]`;

const made = new WeakMap<Phase, readonly string[]>();

function subtaskLines(plan: Phase): readonly string[] {
  const lines = made.get(plan) ?? subtasksJson(plan).map(subtask => printableJson(subtask));
  made.set(plan, lines);
  return lines;
}

/** What `status --json` says of a phase, without the texts of strangers at length. */
const phaseLine = remembered((state, _, phase, position) => {
  const { review } = phase;
  const told = phaseJson(state, phase, position) as Told;
  return printableJson(
    executionPhaseSchema.parse({
      ...told,
      error: told.error && { ...told.error, message: shortened(told.error.message) },
      reviewResult: review && { approved: review.approved, comments: review.comments.length },
      intent: told.intent && shortened(told.intent),
      consultations: told.consultations.slice(-MAX_TOLD).map(({ diagnosis, ...visit }) => ({
        ...visit,
        diagnosis: diagnosis && shortened(diagnosis),
      })),
      revisions: told.revisions.slice(-MAX_TOLD).map(({ reason, ...tried }) => ({
        ...tried,
        reason: reason && shortened(reason),
      })),
      subtasks: told.subtasks.map(({ error, ...subtask }) => ({
        ...subtask,
        error: error && shortened(error),
      })),
    }),
  );
});

interface Told {
  readonly intent: string | null;
  readonly consultations: readonly { readonly diagnosis: string | null }[];
  readonly revisions: readonly { readonly reason: string | null }[];
  readonly error: { readonly message: string } | null;
  readonly subtasks: readonly { readonly error: string | null }[];
}

const shortened = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
