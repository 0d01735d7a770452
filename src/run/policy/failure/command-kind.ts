import type { FailureCategory } from '../../failure.ts';

type Kind = Extract<FailureCategory, 'lint' | 'build' | 'tests'>;

/** A check's command is a line or two; in characters. */
const MAX_COMMAND = 2_000;
const PARTS = /&&|\|\||[;|\n]/;

/** The first that fits decides about a part of a command. */
const KINDS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  [
    'lint',
    /(?:^|[\s/(])(?:eslint|biome|prettier|oxlint|stylelint|standard|xo|ruff|black|isort|flake8|pylint|pycodestyle|golangci-lint|gofmt|gofumpt|staticcheck|rubocop|shellcheck|hadolint|markdownlint\S{0,10}|yamllint|ktlint|detekt|checkstyle|clang-format|clang-tidy|rustfmt|phpcs|php-cs-fixer|commitlint|cspell)(?:\s|$)/,
  ],
  [
    'lint',
    /(?:^|[\s:])(?:lint|format|fmt|clippy|spotlessCheck)(?:[:\s]|$)|\b(?:go vet|dotnet format|deno lint)\b/,
  ],
  [
    'tests',
    /(?:^|[\s/])(?:pytest|py\.test|tox|nox|jest|vitest|mocha|ava|karma|cypress|playwright|rspec|phpunit|ctest|bats)(?:\s|$)|-m unittest\b|--test\b/,
  ],
  ['tests', /[\s:](?:tests?|check:test|e2e|verify|integrationTest)(?:[:\s]|$)/],
  [
    'build',
    /(?:^|[\s/])(?:tsc|vue-tsc|mypy|pyright|pyre|flow|webpack|rollup|esbuild|vite|tsup|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|javac|kotlinc|cmake|ninja|msbuild|xcodebuild)(?:\s|$)/,
  ],
  [
    'build',
    /(?:^|[\s:])(?:build|compile|assemble|bundle|type-?check|types|check-types|package)(?:[:\s]|$)|\bcargo check\b/,
  ],
];

/** What a command is for, by the names of the programs and scripts in it; null where it is unknown or of several kinds. */
export function kindOf(command: string): Kind | null {
  const kinds = new Set(
    command
      .slice(0, MAX_COMMAND)
      .split(PARTS)
      .flatMap(part => KINDS.find(([, pattern]) => pattern.test(part.trim()))?.[0] ?? []),
  );
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}
