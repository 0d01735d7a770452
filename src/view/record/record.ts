import { elements } from '../../base/chunked.ts';
import { phaseFolder, REVISION_FILE } from '../../run/record-names.ts';
import type { RunState } from '../../run/state.ts';
import { executionStateText } from './execution-text.ts';
import { feedback } from './feedback.ts';
import { progress } from './progress.ts';
import { remembered } from './remembered.ts';
import { revision } from './revision.ts';
import { completedSummary, skippedSummary } from './summary.ts';

/**
 * The record of a run as it stands now: texts by their paths inside its folder. Equal states give equal records.
 * `plan.md` is the plan as it was approved, word for word, and so it never changes once it is there.
 */
export function recordFiles(state: RunState): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  if (state.draft === null) {
    files.set('plan.md', state.origin.planText);
    files.set('progress.md', progress(state));
  }
  files.set('execution-state.json', executionStateText(state));
  for (const [position, phase] of elements(state.phases).entries()) {
    for (const [path, text] of phaseFiles(state, phase, position)) files.set(path, text);
  }
  return files;
}

/** The files of one phase: a summary once it is done, feedback once an attempt has failed, what it is now if not as planned. */
const phaseFiles = remembered((state, plan, phase): readonly (readonly [path: string, text: string])[] => {
  const folder = phaseFolder(plan.id);
  const { standing, attempts } = phase;
  const files: [string, string][] = [];
  if (standing.status === 'completed') {
    files.push([`${folder}/summary.md`, completedSummary(state, plan, phase, standing.commit)]);
  }
  if (standing.status === 'skipped') {
    files.push([`${folder}/summary.md`, skippedSummary(plan, standing.reason)]);
  }
  if (phase.revised !== null) files.push([`${folder}/${REVISION_FILE}`, revision(plan, phase)]);
  if (attempts.length > 0) {
    files.push([`${folder}/review-feedback.md`, feedback(state.run, plan, attempts)]);
  }
  return files;
});
