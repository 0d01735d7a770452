import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  globProblem,
  globSet,
  literalPath,
  MAX_GLOB_CHARACTERS,
  MAX_WILD_GLOBS,
  matchesGlob,
} from '../../src/base/glob.ts';

/** A pattern, the paths that it matches, and paths that it does not match. */
const PATTERNS: readonly (readonly [pattern: string, yes: readonly string[], no: readonly string[]])[] = [
  ['src/a.ts', ['src/a.ts', 'src/a.ts/below'], ['src/a.tsx', 'lib/src/a.ts', 'a.ts', 'src']],
  ['src', ['src', 'src/a.ts', 'src/deep/a.ts'], ['srcs/a.ts', 'lib/src/a.ts']],
  ['src/', ['src/a.ts', 'src/deep/a.ts'], ['srcs/a.ts', 'lib/src/a.ts']],
  ['/src', ['src/a.ts'], ['lib/src/a.ts']],
  ['./src/', ['src/a.ts'], ['lib/src/a.ts']],
  ['././src//a.ts', ['src/a.ts'], ['src/b.ts']],
  ['.', ['a', 'src/a.ts'], []],
  ['/', ['a', 'src/a.ts'], []],
  ['package.json', ['package.json'], ['web/package.json']],
  ['**/package.json', ['package.json', 'web/package.json', 'a/b/package.json'], ['package.jsonc']],
  ['*.lock', ['a.lock', 'deep/er/a.lock', '.lock'], ['a.lock/file', 'a.locked']],
  ['/*.lock', ['a.lock'], ['deep/a.lock']],
  ['./*.lock', ['a.lock'], ['deep/a.lock']],
  ['*', ['a', 'a/b/c'], []],
  ['**', ['a', 'a/b/c'], []],
  ['src/*', ['src/a.ts', 'src/.hidden'], ['src/deep/a.ts', 'src']],
  ['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a.tsx', 'src/deep/a.ts']],
  ['src/**', ['src/a.ts', 'src/deep/er/a.ts'], ['src', 'srcs/a.ts']],
  ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['src/a.js', 'a.ts']],
  ['src/**/**/a', ['src/a', 'src/x/a'], ['src/ab']],
  ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/z/c', 'a/b/b/c/c'], ['a/c', 'a/b', 'b/c']],
  ['packages/*/', ['packages/a/x', 'packages/a/x/y'], ['packages', 'other/a/x']],
  ['*.d/', ['etc/a.d/x', 'a.d/x/y'], ['a.do/x']],
  ['**/', ['a', 'a/b'], []],
  ['a**b', ['ab', 'axxb', 'deep/axb'], ['a/b']],
  ['?.ts', ['a.ts', 'x/é.ts', '😀.ts'], ['.ts', 'ab.ts']],
  ['[abc].ts', ['a.ts', 'x/c.ts', '[abc].ts'], ['d.ts', 'ab.ts']],
  ['x/[a-cx].ts', ['x/b.ts', 'x/x.ts'], ['x/d.ts', 'x/-.ts']],
  ['x/[!a-c]', ['x/d', 'x/!'], ['x/a', 'x/dd']],
  ['x/[^a]', ['x/b'], ['x/a']],
  ['x/[]-]', ['x/]', 'x/-'], ['x/a']],
  ['x/[a', ['x/[a'], ['x/a']],
  ['app/[id]/page.tsx', ['app/[id]/page.tsx', 'app/i/page.tsx'], ['app/x/page.tsx']],
  ['app/[id]', ['app/[id]/page.tsx'], ['app/x/page.tsx']],
  ['src/{a,b}.ts', ['src/a.ts', 'src/b.ts', 'src/{a,b}.ts'], ['src/c.ts']],
  ['{src,test}/**/*.{ts,js}', ['src/a.ts', 'test/x/a.js'], ['lib/a.ts', 'src/a.py']],
  ['{{name}}/a', ['{{name}}/a'], ['name/a']],
  ['{a', ['{a'], ['a']],
  ['.env.*', ['.env.local', 'web/.env.production'], ['.env', '.environment']],
  ['SRC/a.ts', ['SRC/a.ts'], ['src/a.ts']],
  ['docs/**', ['"docs/caf\\303\\251.md"', 'docs/"quoted'], ['"doc/caf\\303\\251.md"']],
  ['*.pem', ['"x\\001.pem"'], ['"x.pem\\001"']],
  ['"caf\\303\\251"', ['"caf\\303\\251"'], ['caf']],
  ['  src/a.ts ', ['src/a.ts'], []],
  ['../x', [], ['x', '../x']],
  ['src/../../x', [], ['x']],
  ['', [], ['', 'a']],
  ['constructor', ['constructor'], ['toString', '__proto__']],
];

describe('globs:', () => {
  for (const [pattern, yes, no] of PATTERNS) {
    it.each(yes)(`${pattern} matches %s`, path => expect(matchesGlob(pattern, path)).toBe(true));
    it.each(no)(`${pattern} does not match %s`, path => expect(matchesGlob(pattern, path)).toBe(false));
  }

  it('of a set match what one of them matches, in whatever order paths come', () => {
    const patterns = PATTERNS.map(([pattern]) => pattern).filter(
      pattern => !/^(?:\.|\/|\*|\*\*\/?)$/.test(pattern),
    );
    const paths = PATTERNS.flatMap(([, yes, no]) => [...yes, ...no]);
    fc.assert(
      fc.property(fc.subarray(patterns), fc.shuffledSubarray(paths), (some, order) => {
        const isMatched = globSet(some);
        expect(order.filter(isMatched)).toEqual(
          order.filter(path => some.some(pattern => matchesGlob(pattern, path))),
        );
      }),
    );
  });

  it('agree with a slow matcher that follows the definition', () => {
    const segment = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 });
    const pattern = fc
      .array(fc.oneof(segment, fc.constant('**')), { minLength: 2, maxLength: 5 })
      .map(segments => segments.join('/'));
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      })
      .map(segments => segments.join('/'));
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(pattern, path, (glob, text) => {
        fc.pre(/[*?]/.test(glob));
        const expected = slowly(glob.replace(/(^|\/)\*\*$/, '$1**/*').split('/'), text.split('/'));
        seen[`${expected}`] += 1;
        expect(matchesGlob(glob, text)).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(100);
  });

  it('come to an end where trying every way would not', () => {
    const stars = 'a*'.repeat(150);
    const folders = '**/a/'.repeat(70);
    expect(matchesGlob(`${stars}b`, 'a'.repeat(4_000))).toBe(false);
    expect(matchesGlob(`${folders}b`, 'a/'.repeat(2_000).slice(0, -1))).toBe(false);
    expect(matchesGlob(`${folders}*`, 'a/'.repeat(2_000).slice(0, -1))).toBe(true);
    expect(matchesGlob('{a,b}'.repeat(70), 'a'.repeat(70))).toBe(false);
  });

  it('have limits', () => {
    const longest = 'x'.repeat(MAX_GLOB_CHARACTERS - 1);
    expect(matchesGlob(`${longest}*`, longest)).toBe(true);
    expect(matchesGlob(`${longest}x*`, longest)).toBe(false);
    expect(matchesGlob('**', `${'a/'.repeat(10_000)}b`)).toBe(false);
    const isMatched = globSet(Array.from({ length: MAX_WILD_GLOBS + 1 }, (_, n) => `${n}-*`));
    expect([`${MAX_WILD_GLOBS - 1}-x`, `${MAX_WILD_GLOBS}-x`].map(isMatched)).toEqual([true, false]);
    expect(isMatched(`${MAX_WILD_GLOBS}-*`)).toBe(true);
  });
});

describe('a pattern that cannot mean what was hoped:', () => {
  it.each([
    [' ', 'empty'],
    ['x'.repeat(MAX_GLOB_CHARACTERS + 1), '1000 characters'],
    ['!src', 'negated'],
    ['src\\a', 'separated by /'],
    ['../src', 'out of the repository'],
    ['src/[a', 'has no ]'],
    ['[a/b]', 'has no ]'],
  ])('%s', (pattern, part) => expect(globProblem(pattern)).toContain(part));

  it.each(['src', 'src/**/*.ts', '[a-z]', '[[]', '{a,b}', '.', '**'])('%s is fine', pattern => {
    expect(globProblem(pattern)).toBeNull();
  });
});

it.each([
  ['./a//b/', 'a/b'],
  ['/a', 'a'],
  ['"a\\001"', 'a\\001'],
  ['"', '"'],
])('%s is compared as %s', (text, expected) => expect(literalPath(text)).toBe(expected));

/** By trying every way. */
function slowly([first, ...rest]: readonly string[], path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first !== '**')
    return path.length > 0 && letters([...first], [...path[0]!]) && slowly(rest, path.slice(1));
  return [...path, null].some((_, at) => slowly(rest, path.slice(at)));
}

function letters([first, ...rest]: readonly string[], text: readonly string[]): boolean {
  if (first === undefined) return text.length === 0;
  if (first === '*')
    return letters(rest, text) || (text.length > 0 && letters([first, ...rest], text.slice(1)));
  return text.length > 0 && (first === '?' || first === text[0]) && letters(rest, text.slice(1));
}
