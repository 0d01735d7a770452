import { type DeveloperBrief, subtasksOf } from './brief.ts';
import { code, oneLine } from './foreign.ts';
import { planFile, revisionFile } from './places.ts';
import { type FirstParts, standingParts } from './standing.ts';

/** Ids that are listed one by one. */
const MAX_IDS = 50;

/** Names a task of the plan and leaves it to the developer to read it. */
export const pointerParts = (brief: DeveloperBrief): FirstParts => ({
  ...standingParts(brief),
  assignment: `Carry out task ${brief.phase.id} (${oneLine(brief.phase.title)}) of the plan at ${code(planFile(brief.record))}.${described(brief)}${onlySome(brief)}`,
  context: `${buildsOn(brief)} ${code(`${brief.record}/phase-<id>/summary.md`)} tells what a task did.`,
});

/** Others may have failed, been left out, or be under way. */
function buildsOn({ earlier }: DeveloperBrief): string {
  if (earlier.length === 0) return 'What has landed so far is in this folder.';
  const more = earlier.length > MAX_IDS ? ` and ${earlier.length - MAX_IDS} more` : '';
  const ids = earlier.slice(0, MAX_IDS).map(({ id }) => id);
  return `What it depends on is done and in this folder: ${ids.join(', ')}${more}.`;
}

const described = ({ isRevised, record, phase }: DeveloperBrief): string =>
  isRevised
    ? ` What the plan says of it no longer holds: read ${code(revisionFile(record, phase.id))} instead.`
    : '';

function onlySome(brief: DeveloperBrief): string {
  const mine = subtasksOf(brief);
  if (mine.length === 0 || mine.length === brief.phase.subtasks.length) return '';
  const ids = mine.slice(0, MAX_IDS).map(({ id }) => id);
  const more = mine.length > MAX_IDS ? ` and the ${mine.length - MAX_IDS} after these` : '';
  return ` Only these of its subtasks are yours: ${ids.join(', ')}${more}.`;
}
