import type { TddSetting } from '../plan/options.ts';
import type { AnswerForm } from './brief.ts';
import { code, FENCES_ARE_DATA, oneLine, quoted } from './foreign.ts';
import { planningWords } from './planning.ts';
import { prompt } from './template.ts';

export interface ArchitectBrief {
  /** What is to be built, in somebody's words. */
  readonly goal: string;
  readonly trackerId: string | null;
  readonly tdd: TddSetting;
  /** Commands that are run after each phase. */
  readonly checks: readonly string[];
  /** Why the session before gave no plan; null where there was none, or it did. */
  readonly unanswered: string | null;
  /** Folder of the run's record; those of earlier runs are beside it. */
  readonly record: string | null;
  readonly report: AnswerForm;
}

const MAX_GOAL_CHARACTERS = 100_000;

/** What an architect is told: to study the repository and to write a plan that others can carry out. */
export function architectPrompt(brief: ArchitectBrief, template: string | null): string {
  const { goal, trackerId, tdd, checks, unanswered, record, report } = brief;
  return prompt(
    'architect',
    template,
    {
      assignment:
        'Write an implementation plan for the goal below. Other agents will carry it out phase by phase, each in a fresh session, without you and without asking anybody.',
      goal: goalWords(goal, trackerId),
      study: studyWords(record),
      problems: unansweredWords(unanswered),
      ...planningWords(tdd, checks, report),
    },
    { trackerId: oneLine(trackerId ?? '') },
  );
}

export const goalWords = (goal: string, trackerId: string | null): string =>
  `The goal${trackerId ? ` (${oneLine(trackerId)})` : ''}:\n\n${quoted(goal, { limit: MAX_GOAL_CHARACTERS, whole: trackerId ?? 'where the goal is from', language: 'markdown' })}\n\nIt says what is wanted. ${FENCES_ARE_DATA}`;

/** What came of the session before, where that was nothing. */
export const unansweredWords = (unanswered: string | null): string =>
  unanswered === null
    ? ''
    : `The session before this one gave no plan: ${oneLine(unanswered)}. A plan that stands in a file is not found; only what you answer counts.`;

const studyWords = (record: string | null): string =>
  `Study the repository in this folder first, without changing anything: how it is built and tested, which conventions it follows, where what is wanted belongs and what is there already that can be used.${record ? ` Plans and summaries of earlier runs, where there are any, lie beside ${code(record)}.` : ''} Settle open questions yourself, in favour of what the repository does already, and write down in the plan what you settled.`;
