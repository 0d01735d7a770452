import { unreachable } from '../base/unreachable.ts';
import type { DeveloperBrief } from './brief.ts';
import { continuePrompt } from './continuation.ts';
import { oneLine } from './foreign.ts';
import { fullParts } from './full.ts';
import { pointerParts } from './pointer.ts';
import { retryPrompt } from './retry.ts';
import { signpostParts } from './signpost.ts';
import { type FirstParts, hintWords } from './standing.ts';
import { type Parts, type PromptName, prompt } from './template.ts';

/** The user's own texts in place of ours. */
export type Templates = Readonly<Partial<Record<PromptName, string | undefined>>>;

/** What a session of a developer starts with, or goes on with where it is continued. */
export const sessionPrompt = (brief: DeveloperBrief, templates: Templates): string =>
  brief.continues && (brief.previous || brief.cutOff)
    ? continuePrompt(brief, templates.continue ?? null)
    : developerPrompt(brief, templates.developer ?? null, templates.retry ?? null);

/** What a developer is told in a fresh session. What is said of a failed attempt has a template of its own. */
export function developerPrompt(
  brief: DeveloperBrief,
  template: string | null,
  retryTemplate: string | null = null,
): string {
  const { run, plan, phase, record, base, hints } = brief;
  const parts: Parts<'developer'> = {
    ...firstParts(brief),
    hints: hintWords(hints),
    feedback: retryPrompt(brief, retryTemplate),
  };
  return prompt('developer', template, parts, {
    run,
    plan: oneLine(plan.title || plan.goal),
    phase: phase.id,
    title: oneLine(phase.title),
    record,
    base,
  });
}

function firstParts(brief: DeveloperBrief): FirstParts {
  switch (brief.style) {
    case 'signpost':
      return signpostParts(brief);
    case 'pointer':
      return pointerParts(brief);
    case 'full':
      return fullParts(brief);
    default:
      return unreachable(brief.style);
  }
}
