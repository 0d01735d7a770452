import { nearest } from '../base/nearest.ts';
import type { PromptName } from '../run/policies.ts';
import { oneLine } from './foreign.ts';

export { PROMPT_NAMES as PROMPTS, type PromptName } from '../run/policies.ts';

/** The parts that each prompt is made of, in the order in which they stand if there is no template. */
export const PARTS = {
  developer: ['assignment', 'context', 'tests', 'checks', 'rules', 'report', 'hints', 'feedback'],
  retry: ['framing', 'errors', 'failedWork'],
  continue: ['errors', 'hints', 'rules', 'report'],
  architect: ['assignment', 'goal', 'study', 'problems', 'phases', 'tests', 'format', 'answer'],
  revision: ['assignment', 'goal', 'previous', 'problems', 'feedback', 'phases', 'tests', 'format', 'answer'],
  reviewer: ['assignment', 'focus', 'change', 'checks', 'findings', 'earlier', 'rules', 'answer'],
  evaluator: ['assignment', 'change', 'checks', 'findings', 'comments', 'rules', 'answer'],
  doctor: ['assignment', 'failure', 'attempts', 'earlier', 'actions', 'rules', 'answer'],
  replanner: ['assignment', 'intent', 'current', 'failure', 'attempts', 'problems', 'rules', 'answer'],
  reduction: [
    'assignment',
    'intent',
    'current',
    'musts',
    'failure',
    'attempts',
    'problems',
    'rules',
    'answer',
  ],
} as const satisfies Readonly<Record<PromptName, readonly string[]>>;

/** Facts that a template may name, too. They stand in no part of their own. */
export const FACTS = {
  developer: ['run', 'plan', 'phase', 'title', 'record', 'base'],
  retry: ['attempt', 'phase', 'feedbackFile', 'base', 'ref'],
  continue: ['attempt', 'phase', 'feedbackFile'],
  architect: ['trackerId'],
  revision: ['round'],
  reviewer: ['plan', 'phase', 'title', 'record', 'base', 'snapshot', 'tier', 'seat'],
  evaluator: ['plan', 'phase', 'title', 'record', 'base', 'snapshot'],
  doctor: ['plan', 'phase', 'title', 'record', 'base', 'category', 'strength'],
  replanner: ['plan', 'phase', 'title', 'record', 'base', 'category', 'revision'],
  reduction: ['plan', 'phase', 'title', 'record', 'base', 'category', 'revision', 'budget'],
} as const satisfies Readonly<Record<PromptName, readonly string[]>>;

/**
 * Parts that no prompt goes without, where they are: what is there only now and then, so that whoever wrote a template
 * may not have thought of it, and what must not change however a phase is described anew.
 */
const NEVER_LEFT_OUT: Readonly<Record<PromptName, readonly string[]>> = {
  developer: ['hints', 'feedback'],
  retry: ['errors'],
  continue: ['errors', 'hints'],
  architect: ['problems'],
  revision: ['problems', 'feedback'],
  reviewer: ['findings', 'earlier'],
  evaluator: ['findings'],
  doctor: ['earlier'],
  replanner: ['intent', 'problems'],
  reduction: ['intent', 'musts', 'problems'],
};

type PartName<N extends PromptName> = (typeof PARTS)[N][number];
export type Parts<N extends PromptName> = Readonly<Record<PartName<N>, string>>;
export type Facts<N extends PromptName> = Readonly<Record<(typeof FACTS)[N][number], string>>;

/** Placeholders that are filled in one template. */
const MAX_PLACEHOLDERS = 200;
/** Problems that are told of one template. */
const MAX_PROBLEMS = 20;
const PLACEHOLDER = /\{\{([^{}\n]{0,80})\}\}/g;

/** A prompt of its parts, or of the user's template. What must be there and is not in the template stands at its end. */
export function prompt<N extends PromptName>(
  name: N,
  template: string | null,
  parts: Parts<N>,
  facts: Facts<N>,
): string {
  const texts: Readonly<Record<string, string>> = parts;
  if (template === null) return joined(PARTS[name].map(part => texts[part]!));
  const used = placeholdersIn(template);
  const forgotten = NEVER_LEFT_OUT[name].filter(part => !used.includes(part)).map(part => texts[part]!);
  return joined([renderTemplate(template, { ...facts, ...parts }), ...forgotten]);
}

/** Fills in what is known by name and leaves everything else as it is. What is filled in is not looked at again. */
export function renderTemplate(template: string, parts: Readonly<Record<string, string>>): string {
  let filled = 0;
  return template.replace(PLACEHOLDER, (written, inside: string) => {
    const name = inside.trim();
    if (!Object.hasOwn(parts, name) || filled >= MAX_PLACEHOLDERS) return written;
    filled += 1;
    return parts[name]!;
  });
}

/** What is wrong with a user's template for this prompt, each as a sentence. */
export function templateProblems(template: string, name: PromptName): string[] {
  const names = placeholderNames(name);
  const used = placeholdersIn(template);
  const unknown = [...new Set(used)].filter(word => !names.includes(word));
  return [
    ...(template.trim() === '' ? ['the template is empty'] : []),
    ...(used.length > MAX_PLACEHOLDERS
      ? [`the template has ${used.length} placeholders, at most ${MAX_PLACEHOLDERS} are filled in`]
      : []),
    ...unknown.slice(0, MAX_PROBLEMS).map(word => unknownPlaceholder(word, name, names)),
  ];
}

/** All names that a template for this prompt may use. */
export const placeholderNames = (name: PromptName): readonly string[] => [...PARTS[name], ...FACTS[name]];

function unknownPlaceholder(word: string, name: PromptName, names: readonly string[]): string {
  const meant = nearest(word, names);
  const hint = meant ? `did you mean {{${meant}}}?` : `known are ${names.join(', ')}`;
  return `{{${oneLine(word)}}} is nothing that the ${name} prompt has: ${hint}`;
}

const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, inside]) => inside!.trim());

const joined = (texts: readonly string[]): string => `${texts.filter(Boolean).join('\n\n')}\n`;
