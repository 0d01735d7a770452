import { nearest } from '../../base/nearest.ts';
import { ambiguousDependency, selfDependency } from '../assemble/findings.ts';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import type { StatedPhase, StatedSubtask, Word } from './stated.ts';

/** Candidates that are compared for a suggestion. */
const SUGGESTION_CANDIDATES = 200;

/** Ids by the words that documents use for them. */
export interface Names {
  /** Those that a word stands for; none where it stands for nothing. */
  readonly find: (word: string) => readonly Bearer[];
  readonly candidates: () => Iterable<string>;
}

/** A unit with the id that it has in the plan. */
interface Bearer {
  readonly id: string;
  readonly line: number;
}

export function phaseNames(phases: readonly StatedPhase[], ids: readonly string[]): Names {
  const byWord = new Map<string, Bearer[]>();
  for (const [i, { id, line }] of phases.entries()) bear(byWord, id, { id: ids[i]!, line });
  return {
    find: word => byWord.get(word) ?? [],
    candidates: () => byWord.keys().take(SUGGESTION_CANDIDATES),
  };
}

/** What names mean inside each phase: its own subtasks first, then those of all phases. */
export function subtaskNames(
  subtasks: readonly (readonly StatedSubtask[])[],
  ids: readonly (readonly string[])[],
): Names[] {
  const everywhere = new Map<string, Bearer[]>();
  const exact = new Map<string, Bearer[]>();
  const own = subtasks.map((siblings, i) => {
    const inside = new Map<string, Bearer[]>();
    siblings.forEach(({ id: word, line }, j) => {
      const bearer = { id: ids[i]![j]!, line };
      for (const names of [inside, everywhere]) bear(names, word, bearer);
      exact.set(bearer.id, [bearer]);
    });
    return inside;
  });
  return own.map(inside => ({
    find: word => inside.get(word) ?? exact.get(word) ?? everywhere.get(word) ?? [],
    candidates: () => [
      ...inside.keys().take(SUGGESTION_CANDIDATES),
      ...everywhere.keys().take(SUGGESTION_CANDIDATES),
    ],
  }));
}

function bear(names: Map<string, Bearer[]>, word: string, bearer: Bearer): void {
  const known = names.get(word);
  if (known) known.push(bearer);
  else names.set(word, [bearer]);
}

/** The ids that the words mean, each once; others are reported. */
export function resolve(unit: string, words: readonly Word[], names: Names, findings: Finding[]): string[] {
  const ids = new Set<string>();
  for (const word of words) {
    const bearers = names.find(word.text);
    const id = bearers[0]?.id;
    if (id === undefined) findings.push(unknownDependency(unit, word, names, findings));
    else if (bearers.length > 1) findings.push(ambiguousDependency(unit, word.text, word.line, bearers));
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
