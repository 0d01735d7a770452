import type { DeveloperBrief, PreviousAttempt } from './brief.ts';
import { code } from './foreign.ts';
import { feedbackFile, reportFile } from './places.ts';
import { reportWords } from './reporting.ts';
import { errorWords } from './retry.ts';
import { hintWords } from './standing.ts';
import { prompt } from './template.ts';

export interface ContinueBrief extends Pick<DeveloperBrief, 'phase' | 'record' | 'report' | 'hints'> {
  readonly previous: PreviousAttempt;
}

/** What a session is told that goes on after a rejection. It knows everything else already. */
export function continuePrompt(brief: ContinueBrief, template: string | null): string {
  const { previous, phase, record, report, hints } = brief;
  const file = feedbackFile(record, phase.id);
  return prompt(
    'continue',
    template,
    {
      errors: errorWords(previous, file),
      hints: hintWords(hints),
      rules: 'Your changes are still in this folder. Mend them in place, without committing.',
      report: reportWords(report, code(reportFile(record, phase.id))),
    },
    { attempt: String(previous.attempt + 1), phase: phase.id, feedbackFile: file },
  );
}
