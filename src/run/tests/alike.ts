import { withoutChance } from './names.ts';

/** Counts in one line that may shrink. */
const MAX_COUNTS = 8;

/** What is counted, in the singular, where fewer of them are better. */
const FAILURES = new Set(
  'error problem failure failed failing fail warning violation issue offense offence vulnerability finding defect mistake conflict leak missing broken invalid unused unresolved uncovered reformatted unformatted critical high moderate low smell crash timeout'.split(
    ' ',
  ),
);
/** What there is more of with every phase, or by chance. */
const OTHERS = new Set(
  'passed passing pass ok succeeded successful total skipped pending todo ignored filtered deselected cached fresh unchanged test suite spec example assertion case file module package crate project target task job step line worker run check rule dependency actionable'.split(
    ' ',
  ),
);

/** What is counted stands among the next four words, or before the number. That of `test 2 failed` is a name. */
const BEFORE_WORDS =
  /(?<![\w.,:#-])(?<!\b(?:test|case|step|spec|suite|job|task|example|scenario|shard|part|rule|number|no\.) )(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?=((?: [a-z-]{1,30}){1,4}))/g;
const AFTER_WORD = /(?<![\w-])([a-z]{2,20})(["']?\s?[:=]\s{0,9})(\d{1,12})(?!\w|\.\w)/g;

/** A line of a summary that is no more than that. Where the word is in the singular, the number is a name. */
const ALONE = /^(\W{0,3}[a-z]{3,20}) (\d{1,12})$/;
const NUMBERED =
  /\b(?:test|case|step|spec|suite|job|task|example|scenario|shard|part|rule|number|file|line|run|check)$/;

type Rule = readonly [pattern: RegExp, mark: string];

/** What a number is that says nothing about what is wrong. */
const CHANCE: readonly Rule[] = [
  [/(?<![\w:])\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?![\w:])/g, '<time>'],
  [/(?<![\w.-])\d{4}[-/]\d\d[-/]\d\d(?![\w-])/g, '<time>'],
  [
    /(?<![\w.-])\d{1,12}(?:\.\d{1,12})?\s?(?:[nuµμm]?s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)(?![\w-])/g,
    '<duration>',
  ],
  [/(?<![\w.-])\d{1,12}(?:\.\d{1,12})?\s?(?:b|[kmg]i?b|bytes?)(?![\w-])/g, '<size>'],
  [
    /(?<![\w-])(?:[a-z_]{0,20}duration[a-z_]{0,9}|time|elapsed|took|seed)[ :=]{1,3}\d{1,12}(?:\.\d{1,12})?/g,
    '<duration>',
  ],
  [/^@@ [-+\d, ]{1,60} @@/, '@@'],
  [/^[>\s]{0,9}\d{1,9}\s?[|│]/, '#|'],
  [/^\d{1,9}[.)](?=\s)/, '#'],
  [/^#\d{1,9}(?=\s)/, '#'],
  [/\[\s?\d{1,9}(?:\/\d{1,9}|%)\]|\(\d{1,9}\/\d{1,9}\)/g, '[#]'],
  [/[([]\d{1,9}[,:]\s?\d{1,9}[)\]]/g, '(#)'],
  [/(?<![\w.-])(?:lines?|columns?|cols?|pid|port) \d{1,9}(?:[-–]\d{1,9})?(?![\w-])/g, '<place>'],
  [/^\d{1,9}:\d{1,9}(?![\w:])/, '#'],
  [/(?<=\S):\d{1,9}(?!\w|\.\w)/g, ':#'],
];

/**
 * A line as it reads whenever the same is wrong: without places, times and counts. Numbers that belong to a name stay.
 * `failures` is what it counts that had better be less.
 */
export function alike(line: string): { readonly words: string; readonly failures: readonly number[] } {
  const failures: number[] = [];
  const counted = (number: string, words: readonly string[]): string => {
    const all = words.map(singular);
    if (!all.some(word => FAILURES.has(word))) return all.some(word => OTHERS.has(word)) ? '#' : number;
    if (failures.length === MAX_COUNTS) return number;
    failures.push(Number(number.replaceAll(',', '')));
    return '#';
  };
  let words = withoutChance(line)
    .toLowerCase()
    .replace(
      AFTER_WORD,
      (_, word: string, sign: string, number: string) => word + sign + counted(number, [word]),
    )
    .replace(ALONE, (all, word: string, number: string) =>
      NUMBERED.test(word) ? all : `${word} ${counted(number, [word.replace(/^\W+/, '')])}`,
    )
    .replace(BEFORE_WORDS, (_, number: string, after: string) => counted(number, after.trim().split(' ')));
  for (const [pattern, mark] of CHANCE) words = words.replace(pattern, mark);
  return {
    words: words.replace(/[a-z]{3,30}/g, word => (isCounted(word) ? singular(word) : word)),
    failures,
  };
}

/** One failure reads like two. */
const isCounted = (word: string): boolean => FAILURES.has(singular(word)) || OTHERS.has(singular(word));

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?:(?<=sh)es|(?<=[^s])s)$/, '');
