import { counted } from '../../base/counted.ts';
import { isCommandPath } from './guarded.ts';
import type { ChangedLines } from './patch.ts';
import { growthOf, lossOf, tallyOf, type Weakness } from './weakness.ts';

/**
 * What the commands that check came to say less: ways to pass in spite of failures, lower bars, fewer commands. Of the
 * files in `told` it is said already that they read otherwise.
 */
export function loosenedChecks(
  patches: readonly ChangedLines[],
  told: ReadonlySet<string>,
): readonly (Weakness | null)[] {
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
    growthOf(
      commands.map(patch => tallyOf(patch, line => isSelective(line))),
      count => `${counted(count, 'check command')} may now run only some of the tests`,
      true,
    ),
    loweredBars(commands),
    alteredCommands(commands.filter(({ path }) => !told.has(path))),
    growthOf(
      patches.map(patch => tallyOf(patch, line => SUPPRESSION.test(line))),
      count => `${counted(count, 'line')} newly silence a linter, a type checker or a coverage tool`,
      true,
    ),
  ];
}

const LOOSE: readonly RegExp[] = [
  /\|\|\s*(?:true\b|:(?:["'\s]|$)|exit 0\b|echo\b)/,
  /;\s*(?:true|:)\s*(?:["'\\]|$)|\|\s*(?:cat|true|:)\s*(?:["'\\;&|]|$)/,
  /\bexit 0\b|\bset \+e\b|--no-verify\b|--exit-zero\b/,
  /--(?:collect-only|co|listTests|list-tests|no-run|setup-only|setup-plan)(?![\w-])/,
  /--passWithNoTests\b|\bpassWithNoTests["']?\s*:\s*true\b/,
  /\b(?:continue-on-error|allow_failure)\s*:\s*true\b|^(?:-\s)?if:\s*(?:false|\$\{\{ false)/,
  /\bignoreFailures[\s=]{1,5}true\b|<testFailureIgnore>true|\bskipTests\b|\bmaven\.test\.skip\b/,
  /(?:--deselect|--ignore)[= ]/,
  /"(?:test|lint|check|typecheck|verify)[\w:-]{0,40}"\s*:\s*"(?:true|:|echo (?:[^"&|;\\]|\\.){0,80})?"/,
];

function isLoose(line: string, path: string): boolean {
  if (/[Mm]akefile$|\.mk$/.test(path) && LOOSE_MAKE.some(pattern => pattern.test(line))) return true;
  const text = line.trim();
  if (COMMENT.test(text)) return false;
  return LOOSE.some(pattern => pattern.test(text)) || (isCheck(line, path) && BACKGROUND.test(text));
}

/** Errors of a recipe that are ignored, recipes that are only printed, and a shell that is none. */
const LOOSE_MAKE: readonly RegExp[] = [
  /^\t[@+]{0,2}-/,
  /^\.IGNORE\b/,
  /^(?:export |override )?(?:GNU)?MAKEFLAGS\s{0,5}[:+?]{0,3}=(?:.{0,200}\s)?(?:-[a-zA-Z]{0,10}[inqt]|--(?:ignore-errors|just-print|dry-run|recon|question|touch)(?![\w-]))/,
  /^(?:export |override )?SHELL\s{0,5}[:+?]{0,3}=\s{0,5}(?!\$|\S{0,200}(?:sh|\/env)(?:\s|$))\S/,
];

/** At the end of a command that nobody waits for. */
const BACKGROUND = /[^&|>\\]&\s{0,5}(?:["']|$)/;

/** Patterns that tests are chosen by, which may well fit none. */
const SELECTION: readonly RegExp[] = [
  /(?:^|[\s"'])--(?:test-name-pattern|test-skip-pattern|testNamePattern|testPathPatterns?|testPathIgnorePatterns?|grep|fgrep|filter|tests)(?:[= ]|$)/,
  /\b(?:pytest|py\.test|unittest)\b.{0,200}\s-[km](?=[ =])/,
  /\b(?:vitest|jest)\b.{0,200}\s-t(?=[ =])/,
  /\bmocha\b.{0,200}\s-[gf](?=[ =])/,
  /\bgo test\b.{0,200}\s-(?:run|skip)(?=[ =])/,
  /\brspec\b.{0,200}\s-[et](?=[ =])/,
  /\baddopts\b.{0,200}\s?-[km](?=[ =])|\s-Dtest=/,
];

function isSelective(line: string): boolean {
  const text = line.trim();
  return !COMMENT.test(text) && SELECTION.some(pattern => pattern.test(text));
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
