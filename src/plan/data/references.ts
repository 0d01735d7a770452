import { nearest } from '../../base/nearest.ts';
import { selfDependency } from '../assemble/findings.ts';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import type { StatedPhase, StatedSubtask, Word } from './stated.ts';

/** Candidates that are compared for a suggestion. */
const SUGGESTION_CANDIDATES = 200;

/** Ids by the words that documents use for them. */
export interface Names {
  /** The id that a word stands for; null where it stands for several; undefined where for none. */
  readonly find: (word: string) => string | null | undefined;
  readonly candidates: () => Iterable<string>;
}

/** Where two phases have the same id, it means the first. */
export function phaseNames(phases: readonly StatedPhase[], ids: readonly string[]): Names {
  const byWord = new Map<string, string>();
  phases.forEach(({ id }, i) => {
    if (!byWord.has(id)) byWord.set(id, ids[i]!);
  });
  return { find: word => byWord.get(word), candidates: () => byWord.keys().take(SUGGESTION_CANDIDATES) };
}

/** What names mean inside each phase: its own subtasks first, then those of all phases. */
export function subtaskNames(
  subtasks: readonly (readonly StatedSubtask[])[],
  ids: readonly (readonly string[])[],
): Names[] {
  const everywhere = new Map<string, string | null>();
  const own = subtasks.map((siblings, i) => {
    const inside = new Map<string, string>();
    siblings.forEach(({ id }, j) => {
      if (!inside.has(id)) inside.set(id, ids[i]![j]!);
    });
    for (const [word, id] of inside) everywhere.set(word, everywhere.has(word) ? null : id);
    return inside;
  });
  const exact = new Set(ids.flat());
  return own.map(inside => ({
    find: word => inside.get(word) ?? (exact.has(word) ? word : everywhere.get(word)),
    candidates: () => [
      ...inside.keys().take(SUGGESTION_CANDIDATES),
      ...everywhere.keys().take(SUGGESTION_CANDIDATES),
    ],
  }));
}

/** The ids that the words mean, each once; others are reported. */
export function resolve(unit: string, words: readonly Word[], names: Names, findings: Finding[]): string[] {
  const ids = new Set<string>();
  for (const word of words) {
    const id = names.find(word.text);
    if (id === undefined) findings.push(unknownDependency(unit, word, names, findings));
    else if (id === null) findings.push(ambiguous(unit, word));
    else if (id === unit) findings.push(selfDependency(unit, word.line));
    else ids.add(id);
  }
  return [...ids];
}

/** Suggestions cost more than the findings, so only those that will be seen get one. */
function unknownDependency(
  unit: string,
  { text, line }: Word,
  names: Names,
  findings: readonly Finding[],
): Finding {
  const meant = findings.length < LIMITS.findingsPerCode ? nearest(text, names.candidates()) : null;
  return {
    severity: 'error',
    code: 'unknown-dependency',
    message: `"${unit}" names ${JSON.stringify(text.slice(0, 80))}, which is not in the plan`,
    line,
    hint: meant ? `Did you mean "${meant}"?` : 'Correct the id, or remove it.',
  };
}

const ambiguous = (unit: string, { text, line }: Word): Finding => ({
  severity: 'error',
  code: 'unknown-dependency',
  message: `"${unit}" names "${text}", which several phases have`,
  line,
  hint: `Write the phase before it, as in "1/${text}".`,
});
