import type { DeveloperBrief } from './brief.ts';
import { code } from './foreign.ts';
import { feedbackFile, reportFile } from './places.ts';
import { reportWords } from './reporting.ts';
import { cutOffWords, errorWords } from './retry.ts';
import { hintWords } from './standing.ts';
import { prompt } from './template.ts';

export type ContinueBrief = Pick<
  DeveloperBrief,
  'phase' | 'record' | 'report' | 'hints' | 'attempt' | 'previous' | 'cutOff'
>;

/** What a session is told that goes on after a rejection, or after it was cut off. It knows everything else already. */
export function continuePrompt(brief: ContinueBrief, template: string | null): string {
  const { previous, cutOff, phase, record, report, hints, attempt } = brief;
  const file = feedbackFile(record, phase.id);
  return prompt(
    'continue',
    template,
    {
      errors: [
        ...(cutOff ? [`${cutOffWords(cutOff)} ${GO_ON}`] : []),
        ...(previous ? [errorWords(previous, file)] : []),
      ].join('\n\n'),
      hints: hintWords(hints),
      rules: 'Your changes are still in this folder. Mend them in place, without committing.',
      report: reportWords(report, code(reportFile(record, phase.id))),
    },
    { attempt: String(attempt), phase: phase.id, feedbackFile: file },
  );
}

const GO_ON = 'Go on where it stopped; where all is done, report again.';
