import { counted } from '../../base/counted.ts';
import { isCommandPath } from './guarded.ts';
import type { ChangedLines } from './patch.ts';
import { growthOf, lossOf, tallyOf, type Weakness } from './weakness.ts';

/** What the commands that check came to say less: ways to pass in spite of failures, lower bars, fewer commands. */
export function loosenedChecks(patches: readonly ChangedLines[]): readonly (Weakness | null)[] {
  const commands = patches.filter(({ path }) => isCommandPath(path));
  return [
    growthOf(
      commands.map(patch => tallyOf(patch, line => isLoose(line, patch.path))),
      count => `${counted(count, 'check command')} may now pass in spite of a failure`,
    ),
    lossOf(
      commands.map(patch => tallyOf(patch, line => isCheck(line, patch.path))),
      count => `${counted(count, 'check command was', 'check commands were')} removed`,
    ),
    loweredBars(commands),
    alteredCommands(commands),
    growthOf(
      patches.map(patch => tallyOf(patch, line => SUPPRESSION.test(line))),
      count => `${counted(count, 'line')} newly silence a linter, a type checker or a coverage tool`,
      true,
    ),
  ];
}

const LOOSE: readonly RegExp[] = [
  /\|\|\s*(?:true\b|:(?:["'\s]|$)|exit 0\b|echo\b)/,
  /\bexit 0\b|\bset \+e\b|--no-verify\b|--exit-zero\b/,
  /--passWithNoTests\b|\bpassWithNoTests["']?\s*:\s*true\b/,
  /\b(?:continue-on-error|allow_failure)\s*:\s*true\b|^(?:-\s)?if:\s*(?:false|\$\{\{ false)/,
  /\bignoreFailures[\s=]{1,5}true\b|<testFailureIgnore>true|\bskipTests\b|\bmaven\.test\.skip\b/,
  /(?:--deselect|--ignore)[= ]/,
  /"(?:test|lint|check|typecheck|verify)[\w:-]{0,40}"\s*:\s*"(?:true|:|echo (?:[^"&|;\\]|\\.){0,80})?"/,
];

function isLoose(line: string, path: string): boolean {
  if (/[Mm]akefile$|\.mk$/.test(path) && /^\t@?-/.test(line)) return true;
  const text = line.trim();
  return !COMMENT.test(text) && LOOSE.some(pattern => pattern.test(text));
}

const COMMENT = /^(?:#|\/\/)/;
/** In these, a name of a test program is as a rule that of a package, and commands have names. */
const NAMED_COMMANDS = /(?:package|composer|deno|turbo|nx|project)\.jsonc?$/;
const RECIPES = /\.(?:ya?ml|sh|bash|ini|mk)$|(?:[Mm]ake|[Jj]ust|Rake|Jenkins)file$|^\.husky\//;
const CHECK_NAME = /"(?:tests?|lint|check|typecheck|type-check|verify|coverage)[\w:-]{0,40}"\s*:/;
const PROGRAM =
  /\b(?:npm|pnpm|yarn|bun|npx|cargo|go|make|just|mvnw?|gradlew?|dotnet|bundle|rake|composer|php|uv|poetry|python3?|deno|node|pytest|tox|nox|vitest|jest|mocha|ava|rspec|phpunit|eslint|ruff|mypy|tsc|biome|playwright|ctest|swift|mix|bats)\b/;
const PURPOSE =
  /\b(?:tests?|lint|check|typecheck|type-check|verify|coverage|pytest|tox|nox|vitest|jest|mocha|ava|rspec|phpunit|eslint|ruff|mypy|tsc|biome|clippy|vet|playwright|ctest|bats)\b/;

/** Whether a line names a command that tests or checks. */
function isCheck(line: string, path: string): boolean {
  const text = line.trim();
  if (COMMENT.test(text)) return false;
  if (NAMED_COMMANDS.test(path)) return CHECK_NAME.test(text);
  return RECIPES.test(path) && PROGRAM.test(text) && PURPOSE.test(text);
}

/** Commands that now read otherwise: whether that is weaker is for a reader to say. */
function alteredCommands(commands: readonly ChangedLines[]): Weakness | null {
  const altered = commands
    .map(patch => tallyOf(patch, line => isCheck(line, patch.path)))
    .filter(({ added, removed }) => added > 0 && removed > 0)
    .map(({ path, added, removed }) => ({ path, added: Math.min(added, removed), removed: 0 }));
  return growthOf(
    altered,
    count => `${counted(count, 'check command was', 'check commands were')} changed`,
    true,
  );
}

const BAR =
  /\b(branches|functions|lines|statements|fail[_-]under|minimum_coverage|min_coverage|minimum|threshold|target|max-warnings)["']?[:= ]{1,3}["']?(\d{1,5}(?:\.\d{1,5})?)/g;

/** Thresholds in the order in which they are written: each against the one that came in its place. */
function loweredBars(commands: readonly ChangedLines[]): Weakness | null {
  const before = barsOf(commands, 'removed');
  const after = barsOf(commands, 'added');
  const lowered = [...before].flatMap(([name, bars]) => {
    const now = after.get(name) ?? [];
    return bars.filter((bar, at) => {
      const height = now[at]?.height;
      return height === undefined || (name === 'max_warnings' ? height > bar.height : height < bar.height);
    });
  });
  const places = Map.groupBy(lowered, ({ path }) => path);
  return growthOf(
    [...places].map(([path, { length }]) => ({ path, added: length, removed: 0 })),
    count => `${counted(count, 'threshold was', 'thresholds were')} lowered or removed`,
  );
}

interface Bar {
  readonly path: string;
  readonly height: number;
}

function barsOf(
  commands: readonly ChangedLines[],
  side: 'added' | 'removed',
): ReadonlyMap<string, readonly Bar[]> {
  const bars = commands.flatMap(patch =>
    patch[side]
      .filter(line => !COMMENT.test(line.trim()))
      .flatMap(line => [...line.matchAll(BAR)])
      .map(([, name, height]) => ({
        name: name!.replace('-', '_'),
        path: patch.path,
        height: Number(height),
      })),
  );
  return Map.groupBy(bars, ({ name }) => name);
}

const SUPPRESSION =
  /\beslint-disable|@ts-(?:nocheck|ignore)\b|#\s*noqa\b|#\s*type:\s*ignore\b|\bbiome-ignore\b|#\s*pylint:\s*disable|#\s*nosec\b|\/\/\s*nolint\b|\brubocop:disable\b|@SuppressWarnings\b|#!?\[allow\(|\b(?:istanbul|c8|v8) ignore\b|\bpragma: no cover\b|["']?strict["']?\s*:\s*false\b|:\s*\[?["']off["']/;
