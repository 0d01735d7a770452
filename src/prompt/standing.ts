import { type DeveloperBrief, subtasksOf } from './brief.ts';
import { code, listed, oneLine } from './foreign.ts';
import { reportFile } from './places.ts';
import { reportWords } from './reporting.ts';
import type { Parts } from './template.ts';
import { testingWords } from './testing.ts';

/** What a developer is told in any attempt. */
export type FirstParts = Pick<
  Parts<'developer'>,
  'assignment' | 'context' | 'tests' | 'checks' | 'rules' | 'report'
>;

/** Checks and hints that are listed one by one. */
const MAX_LISTED = 50;

/** What holds in a session however much of the plan it is given. */
export const standingParts = (brief: DeveloperBrief): Omit<FirstParts, 'assignment' | 'context'> => ({
  tests: testingWords(subtasksOf(brief), brief.expects),
  checks: checkWords(brief),
  rules:
    'Do only what is asked for. Do not commit: accepted work is committed for you. Stop at the first subtask that you cannot finish.',
  report: reportWords(brief.report, code(reportFile(brief.record, brief.phase.id))),
});

const checkWords = ({ checks }: DeveloperBrief): string =>
  checks.length > 0
    ? `These checks will be run on your work:\n${listed(checks.map(code), MAX_LISTED, 'the settings of the run')}`
    : '';

/** What somebody who looked at failed attempts advises. */
export const hintWords = (hints: readonly string[]): string =>
  hints.length > 0
    ? `Advice for this attempt:\n${listed(hints.map(oneLine), MAX_LISTED, 'the journal of the run')}`
    : '';
