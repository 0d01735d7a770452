import type { Check } from '../../run/settings.ts';

/** Programs and scripts that run tests, as a word of a command. */
const TEST_WORDS: ReadonlySet<string> = new Set([
  ...['test', 'tests', 'testing', 'spec', 'specs', 'e2e', 'unittest', 'unittests'],
  ...['vitest', 'jest', 'mocha', 'ava', 'tap', 'jasmine', 'karma', 'playwright', 'cypress'],
  ...['pytest', 'tox', 'nox', 'nosetests', 'behave', 'rspec', 'minitest', 'cucumber', 'phpunit', 'paratest'],
  ...['pest', 'codecept', 'ctest', 'nextest', 'gotestsum', 'ginkgo', 'mstest', 'vstest', 'xctest', 'bats'],
  ...['shellspec', 'busted', 'prove', 'gtest'],
]);

/** Programs that look at tests and do not run them: `eslint src test`. */
const OTHER_PROGRAMS: ReadonlySet<string> = new Set([
  ...['eslint', 'oxlint', 'biome', 'prettier', 'stylelint', 'tsc', 'knip', 'standard', 'xo', 'publint'],
  ...['ruff', 'black', 'isort', 'mypy', 'pyright', 'flake8', 'pylint', 'rubocop', 'standardrb'],
  ...[
    'phpcs',
    'phpstan',
    'pint',
    'psalm',
    'php-cs-fixer',
    'golangci-lint',
    'gofmt',
    'shellcheck',
    'swiftlint',
  ],
]);

/** Runners of tests by an option instead of a word. */
const TESTS_BY_OPTION: ReadonlySet<string> = new Set(['node', 'tsx', 'bun', 'deno']);

/** What a check is where nobody says it: `test` if a part of the command names something that runs tests. */
export const kindOf = (command: string): Check['kind'] =>
  command.split(/[;&|\n]/).some(runsTests) ? 'test' : 'other';

function runsTests(part: string): boolean {
  const words = part.split(/[\s()"'`]/).filter(word => word !== '' && !isAssignment(word));
  const names = words.filter(word => !word.startsWith('-')).map(nameOf);
  if (names.some(name => OTHER_PROGRAMS.has(name))) return false;
  if (words.includes('--test') && names.some(name => TESTS_BY_OPTION.has(name))) return true;
  // `test -f file` is the shell's own.
  const [first, ...rest] = names;
  const meant = first === 'test' && words[0] === 'test' ? rest : names;
  return meant.some(name => name.split(/[:_-]/).some(piece => TEST_WORDS.has(piece)));
}

const isAssignment = (word: string): boolean => /^\w+=/.test(word);

/** The last part of a path, without what tells the language of a script: `scripts/run-tests.sh`. */
const nameOf = (word: string): string =>
  word
    .slice(Math.max(word.lastIndexOf('/', word.length - 2), word.lastIndexOf('\\')) + 1)
    .replace(/\/$|\.(?:sh|bash|js|mjs|cjs|ts|py|rb|php|ps1|bat|cmd|exe)$/, '')
    .toLowerCase();
