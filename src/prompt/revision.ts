import type { TddSetting } from '../plan/options.ts';
import { goalWords, unansweredWords } from './architect.ts';
import type { AnswerForm } from './brief.ts';
import { listed, oneLine, quoted } from './foreign.ts';
import { MAX_PLAN_CHARACTERS } from './full.ts';
import { planningWords } from './planning.ts';
import { prompt } from './template.ts';

export interface RevisionBrief {
  readonly goal: string;
  /** The plan that is to be revised, as it was written. */
  readonly previous: string;
  /** What is wrong with it, a sentence each. */
  readonly diagnostics: readonly string[];
  /** Why the session before gave no plan; null where it did. */
  readonly unanswered: string | null;
  /** What a person wants to be different. */
  readonly feedback: string | null;
  /** Sessions of the architect so far; one of them may have come to nothing. */
  readonly round: number;
  readonly tdd: TddSetting;
  /** Commands that are run after each phase. */
  readonly checks: readonly string[];
  readonly report: AnswerForm;
}

const MAX_FEEDBACK_CHARACTERS = 50_000;
const MAX_DIAGNOSTICS = 200;

/** What an architect is told whose plan cannot be carried out as it is, or is not what somebody wants. */
export function revisionPrompt(brief: RevisionBrief, template: string | null): string {
  const { goal, previous, diagnostics, unanswered, feedback, round, tdd, checks, report } = brief;
  return prompt(
    'revision',
    template,
    {
      assignment: `The plan below needs another version. Change what is named, and what follows from that; leave everything else as it is, ids included. Look into the repository where you need to, without changing anything. Answer with the whole plan and not with the difference.`,
      goal: goalWords(goal, null),
      previous: `The plan:\n\n${quoted(previous, { limit: MAX_PLAN_CHARACTERS, whole: 'the version before', language: 'markdown' })}`,
      problems: [
        ...(diagnostics.length > 0
          ? [
              `It cannot be carried out, because:\n${listed(diagnostics.map(oneLine), MAX_DIAGNOSTICS, 'what these lead to')}`,
            ]
          : []),
        ...(unanswered === null ? [] : [unansweredWords(unanswered)]),
      ].join('\n\n'),
      feedback: feedback
        ? `The person who decides about the plan asks for this:\n\n${quoted(feedback, { limit: MAX_FEEDBACK_CHARACTERS, whole: 'what was said' })}\n\nMeet each point of it in the plan.`
        : '',
      ...planningWords(tdd, checks, report),
    },
    { round: String(round) },
  );
}
