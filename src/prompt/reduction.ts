import { mustsOf } from '../run/policy/revision.ts';
import { FENCES_ARE_DATA, oneLine, quoted } from './foreign.ts';
import { planFile } from './places.ts';
import { commonParts, intentText, type ReplanBrief, replanFacts } from './replanner.ts';
import { answerWords } from './reporting.ts';
import { prompt } from './template.ts';

export interface ReductionBrief extends ReplanBrief {
  /** What is left, in words for people. */
  readonly budget: string;
}

const MAX_MUSTS_CHARACTERS = 20_000;

/** What a replanner is told where too little is left for all of a phase: to propose what of it can be done. */
export function reductionPrompt(brief: ReductionBrief, template: string | null): string {
  const { phase, plan, revision, budget, report } = brief;
  return prompt(
    'reduction',
    template,
    {
      assignment: `Phase ${phase.id} of the plan "${oneLine(plan.title || plan.goal)}" cannot be finished with what is left (${oneLine(budget)}). Propose the part of it that is worth most and can surely be done (revision ${revision}). A person decides whether the rest is left out.`,
      intent: `HARD CONSTRAINT: the phase is for this. The proposal does less of it, and nothing else.\n\n${intentText(brief)}`,
      ...commonParts(brief),
      musts: mustWords(brief),
      rules: `${RULES}\n\n${FENCES_ARE_DATA}`,
      answer: answerWords(report, ANSWER),
    },
    { ...replanFacts(brief), budget: oneLine(budget) },
  );
}

function mustWords({ phase, record }: ReductionBrief): string {
  const musts = mustsOf(phase);
  if (musts.length === 0) return '';
  const lines = musts.map(text => JSON.stringify(text)).join('\n');
  return [
    'These say by their own words that they must be, one a line. Keep them if anything can be kept; the reason for dropping one says what it would take to keep it:',
    quoted(lines, { limit: MAX_MUSTS_CHARACTERS, whole: planFile(record), language: 'json' }),
  ].join('\n\n');
}

const RULES = `How to go about it:
- Look at what the attempts have done already: what is nearly there costs least.
- Each deliverable and each criterion of the phase as it stands now is either kept word for word, in \`deliverables\` or \`criteria\`, or listed once in \`dropped\` with the reason why it can wait. None is reworded, none is in both places.
- Keep at least one deliverable and one criterion, where the phase has any; drop at least one. Add no deliverable.
- What is left must work by itself: nothing half done that later phases would trip over.
- \`description\` and \`subtasks\` are the whole text and the whole list for what is left, and ask for nothing that is dropped. Where the phase has a subtask of type \`test\`, so has the new list.
- \`reason\` tells the person in a few sentences what they get and what they do not.

Change nothing yourself: no files, no commits.`;

const ANSWER =
  '{"reason": "what is left and what is not", "title": null, "description": "the smaller phase", "subtasks": [{"title": "what is done", "description": "", "type": "test|impl|refactor|task"}], "files": null, "deliverables": ["kept"], "criteria": ["kept"], "dropped": [{"what": "word for word", "reason": "why it can wait"}]}';
