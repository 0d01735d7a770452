import type { Phase } from '../../plan/model.ts';
import { keptAttempt } from '../../run/ref-names.ts';
import type { KeptLane, PastAttempt } from '../../run/state.ts';
import { laneWords } from '../../run/verdict.ts';
import { moment } from '../time.ts';
import { count, fileList, nameList } from './files-changed.ts';
import { fenced, inline } from './markdown.ts';
import { reviewParts } from './review-parts.ts';
import { documentOf, titleOf } from './summary.ts';

/** Failed attempts that are told in full; people can give a phase new allowances without end. */
const MAX_ATTEMPTS = 50;

/** Why the attempts at a phase failed, the newest first, and how to see what each had done. */
export function feedback(run: string, plan: Phase, attempts: readonly PastAttempt[]): string {
  const told = attempts.slice(-MAX_ATTEMPTS).toReversed();
  return documentOf([
    titleOf(plan, 'Feedback on phase'),
    `${count(attempts.length, 'attempt')} failed. The newest stands first.`,
    ...told.flatMap(attempt => attemptParts(run, plan.id, attempt)),
    ...(told.length < attempts.length ? [`${attempts.length - told.length} older ones are left out.`] : []),
  ]);
}

function attemptParts(run: string, phase: string, past: PastAttempt): string[] {
  const { attempt, failure, review, evaluation, endedAt } = past;
  return [
    `## Attempt ${attempt}: ${failure.category}`,
    `It ended ${moment(endedAt)} UTC:`,
    fenced(failure.message, 'text'),
    ...(review === null ? [] : ['### Review', ...reviewParts(review, evaluation)]),
    ...workParts(run, phase, past),
  ];
}

/** Refs stay behind where somebody clones the repository, so the files are named, too. */
function workParts(run: string, phase: string, past: PastAttempt): string[] {
  const { attempt, base, snapshot, lanes, change } = past;
  if (snapshot === null && lanes.length === 0) return ['Nothing of it was kept.'];
  if (snapshot === null) {
    const parts = lanes.flatMap(lane => laneParts(lane, base, keptAttempt(run, phase, attempt, lane.lane)));
    return ['### What it had done', 'Its parts were not joined, and are kept apart.', ...parts];
  }
  return [
    '### What it had done',
    ...keptParts(base, keptAttempt(run, phase, attempt)),
    change === null ? namesOf(lanes) : fileList(change.files, change.changed),
  ].filter(Boolean);
}

function laneParts(lane: KeptLane, base: string, ref: string): string[] {
  const whose = `Subtasks ${inline(laneWords(lane))}`;
  return lane.changed === 0
    ? [`${whose}: nothing was changed.`]
    : [`${whose}:`, ...keptParts(base, ref), namesOf([lane])];
}

const keptParts = (base: string, ref: string): string[] => [
  `Kept as \`${ref}\`.`,
  fenced(`git diff ${base} ${ref}`, 'sh'),
];

/** What is known of an attempt that nobody has looked at. */
function namesOf(lanes: readonly KeptLane[]): string {
  const files = [...new Set(lanes.flatMap(lane => lane.files))];
  const untold = lanes.reduce((sum, lane) => sum + lane.changed - lane.files.length, 0);
  return nameList(files, files.length + untold);
}
