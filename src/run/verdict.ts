import type { Review } from './answer.ts';
import type { CheckResult } from './event.ts';
import { type Failure, isInfra } from './failure.ts';

/** Words for the reasons why an attempt is rejected. The next attempt gets them as feedback, so they leave nothing out. */

export function checksFailure(results: readonly CheckResult[]): Failure {
  const failed = results.filter(({ passed }) => !passed);
  const texts = failed.map(({ command, outcome, tail }) => `\`${command}\`: ${outcome}\n${tail}`.trimEnd());
  return { category: 'checks', message: texts.join('\n\n') };
}

export const combinedFailure = (results: readonly CheckResult[]): Failure => ({
  category: 'landing_conflict',
  message: `together with what landed meanwhile, checks fail:\n${checksFailure(results).message}`,
});

export const conflictFailure = (files: readonly string[]): Failure => ({
  category: 'landing_conflict',
  message: `conflicts with what landed meanwhile in ${files.join(', ')}`,
});

export const overlapFailure = (files: readonly string[]): Failure => ({
  category: 'overlap',
  message: `subtasks changed the same places in ${files.join(', ')}`,
});

export function reviewFailure({ summary, comments }: Review): Failure {
  const lines = comments.map(({ severity, file, line, message }) => {
    const place = file === null ? '' : ` ${file}${line === null ? '' : `:${line}`}`;
    return `- [${severity}]${place}: ${message}`;
  });
  return { category: 'review', message: [summary || 'the review asks for changes', ...lines].join('\n') };
}

/** A reviewer that fails says nothing about the work, whatever it failed of. */
export const noVerdictFailure = (failure: Failure): Failure =>
  isInfra(failure)
    ? failure
    : { category: 'infra.crash', message: `the reviewer gave no verdict: ${failure.message}` };
