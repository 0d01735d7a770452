import type { Phase, Plan } from '../plan/model.ts';
import { MAX_INTENT_CHARACTERS } from '../run/policy/intent.ts';
import { type Attempted, attemptWords, failureWords } from './attempts.ts';
import type { AnswerForm } from './brief.ts';
import { FENCES_ARE_DATA, listed, oneLine, quoted } from './foreign.ts';
import { phaseText } from './phase-text.ts';
import { planFile } from './places.ts';
import { answerWords } from './reporting.ts';
import { prompt } from './template.ts';

export interface ReplanBrief extends Attempted {
  readonly plan: Plan;
  /** As it stands now. */
  readonly phase: Phase;
  /** What the phase is to achieve, as it was before anybody described it anew. */
  readonly intent: string;
  /** What was wrong with the last answer, a sentence each. */
  readonly problems: readonly string[];
  /** Counts from 1. */
  readonly revision: number;
  readonly report: AnswerForm;
}

const MAX_PROBLEMS = 50;

/** What a replanner is told: to describe a phase so that the same end is reached in another way. */
export function replannerPrompt(brief: ReplanBrief, template: string | null): string {
  const { phase, plan, revision, report } = brief;
  return prompt(
    'replanner',
    template,
    {
      assignment: `The way in which phase ${phase.id} of the plan "${oneLine(plan.title || plan.goal)}" was to be done has failed, and trying again as before will not help. Describe another way (revision ${revision}). A developer carries it out in a fresh session, with nothing but your words and the repository.`,
      intent: `HARD CONSTRAINT: the phase is for this, and that stays.\n\n${intentText(brief)}\n\nYou may change HOW it is reached: the steps and their order, the structure, the technique, the files, also where the text above names one. You may not change WHAT is reached. Every deliverable and every criterion stays, word for word; you may add to them and remove none. An answer that lacks one is refused.`,
      ...commonParts(brief),
      rules: `${RULES}\n\n${FENCES_ARE_DATA}`,
      answer: answerWords(report, ANSWER),
    },
    replanFacts(brief),
  );
}

/** What is in a request for another way and in one for a smaller scope. */
export const commonParts = (
  brief: ReplanBrief,
): { current: string; failure: string; attempts: string; problems: string } => ({
  current: `The phase as it stands now:\n\n${phaseText(brief.phase, 'whole', planFile(brief.record))}`,
  failure: failureWords(brief),
  attempts: attemptWords(brief),
  problems:
    brief.problems.length > 0
      ? `Your last answer could not be used. Mend this, and answer in full again:\n${listed(brief.problems.map(oneLine), MAX_PROBLEMS, 'what these lead to')}`
      : '',
});

export const replanFacts = ({ plan, phase, record, base, failure, revision }: ReplanBrief) => ({
  plan: oneLine(plan.title || plan.goal),
  phase: phase.id,
  title: oneLine(phase.title),
  record,
  base,
  category: failure.category,
  revision: String(revision),
});

export const intentText = ({ intent, record }: ReplanBrief): string =>
  quoted(intent, { limit: MAX_INTENT_CHARACTERS, whole: planFile(record), language: 'markdown' });

const RULES = `How to go about it:
- Read the code and what the attempts did, and find what the description takes for granted that does not hold. \`reason\` names it, and why the new way does not depend on it.
- Look for what is there already: a way that the repository goes elsewhere is better than a new one.
- What you leave out or set to null stays as it is. Leave out \`deliverables\` and \`criteria\` unless you add to them.
- \`description\` is the whole text of the phase, with names, signatures and formats that a stranger needs. \`subtasks\` is the whole list, in order; where the phase has one of type \`test\`, so has the new list.
- Paths begin at the top of the repository and stay inside of it.
- Nothing is put off to another phase, and no test or check is deleted, skipped or loosened.

Change nothing yourself: no files, no commits.`;

const ANSWER =
  '{"reason": "what did not hold, and why this will work", "title": null, "description": "the phase in its new words", "subtasks": [{"title": "what is done", "description": "", "type": "test|impl|refactor|task"}], "files": null, "deliverables": null, "criteria": null}';
