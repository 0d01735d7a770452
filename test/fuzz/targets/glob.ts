import {
  globProblem,
  globSet,
  literalPath,
  MAX_GLOB_CHARACTERS,
  matchesGlob,
} from '../../../src/base/glob.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';

/** Patterns that a repository's settings and plans hold, and paths: each second text is a path. */
export const glob: Target<readonly string[]> = {
  make(seed) {
    const r = random(seed);
    return Array.from({ length: 2 * (1 + r.below(4)) }, (_, index) =>
      index % 2 === 0 ? pattern(r) : path(r),
    );
  },
  judge(texts) {
    const patterns = texts.filter((_, index) => index % 2 === 0);
    const paths = texts.filter((_, index) => index % 2 === 1);
    const isInSet = globSet(patterns);
    for (const each of paths) {
      const isMatched = patterns.some(one => matchesGlob(one, each));
      if (isInSet(each) !== isMatched) return 'a set matches otherwise than its patterns';
    }
    return patterns.map(judgePattern).find(wrong => wrong !== null) ?? null;
  },
};

function judgePattern(text: string): string | null {
  const problem = globProblem(text);
  if (problem !== null && (problem === '' || problem.includes('\n'))) return 'a problem without words';
  if (text.length > MAX_GLOB_CHARACTERS && matchesGlob(text, text))
    return 'a pattern that is too long matches';
  const plain = literalPath(text);
  return literalPath(plain) === plain || plain.startsWith('"') ? null : 'a path is changed twice';
}

const path = (r: Random): string => mutated(r.pick(PATHS), [...PATHS, '/', '.', '..', '"'], r, 3);
const pattern = (r: Random): string =>
  r.below(3) === 0 ? r.pick(PATTERNS) : mutated(r.pick(PATTERNS), TOKENS, r, 6);

const PATHS = [
  'a.ts',
  'src/a.ts',
  'src/b/c.test.ts',
  '.github/workflows/ci.yml',
  'a/b/c/d/e/f',
  'ä/ö.ts',
  '',
];
const PATTERNS = [
  ...[
    '**',
    '*',
    '*.ts',
    'src/**',
    'src/**/*.ts',
    '**/*.{ts,tsx}',
    'src/',
    'src/a.ts',
    '[a-c].ts',
    '[!a]*.ts',
  ],
  ...['a{b,c}{d,e}{f,g}', '?.ts', '**/**/**/x', '*a*a*a*a*a*b', '.github/**', '"quoted"', '{', '[', 'a/../b'],
];
const TOKENS = [
  ...['*', '**', '?', '[', ']', '{', '}', ',', '!', '^', '-', '/', '..', '\\', '"', '{a,b}', '[a-z]', '**/'],
  ...['*a'.repeat(40), '{a,b}'.repeat(8), '**/'.repeat(60), '\0', '\uD800', 'x'.repeat(500)],
];
