import type { FailureCategory } from '../../../failure.ts';

const ASSERTIONS: readonly RegExp[] = [
  /^assert(?:ion)?\b|^(?:Error: )?expect\(|^Failed asserting that |^Assert\.\w+\(\) Failure/,
  /: Assertion [`'].{1,200}' failed\.?$|^Failure\/Error: (?:expect|is_expected|assert|should)/,
];

const LINTERS: readonly RegExp[] = [
  /^✖ \d+ problems? \(|^\d+:\d+ {2,20}(?:error|warning) {2}/,
  /(?:^| )(?:lint\/\w+\/\w+|format|assist\/\w+\/\w+|organizeImports) .{0,40}━{3}/,
  /^\[warn\] Code style issues|^Would reformat: |^would reformat |\d files? would be reformatted/,
  /\.pyi?:\d+:\d+: [A-Z]{1,4}\d{3,4}\b|^[A-Z]{1,4}\d{3,4} \[\*\] |^--> \S+\.pyi?:\d+:\d+$|^ERROR: \S+ Imports are incorrectly sorted/,
  /^Your code has been rated at /,
  /\.go:\d+:\d+: .{1,300}\((?:errcheck|govet|staticcheck|unused|ineffassign|gosimple|revive|gocritic|gosec|lll|gofmt|goimports|misspell|unparam|gocyclo|stylecheck|whitespace|nolintlint)\)$/,
  /\brust-clippy\/|\bclippy::\w|^Diff in \S+\.rs[: ]/,
  /\.rb:\d+:\d+: [CWEFR]: |, \d+ offenses? detected/,
  /\bSC\d{4} \(\w+\): |code should be clang-formatted|,-warnings-as-errors\]$/,
  /\.md:\d+(?::\d+)? (?:error )?MD\d{3}\/|You have \d+ Checkstyle violation|had format violations:?$/,
];

/** A module, a package, a header or a library that is not there. */
const MISSING: readonly RegExp[] = [
  /\bCannot find (?:module|package) ['"]|\bERR_MODULE_NOT_FOUND\b|\bModule not found\b|^Could not locate module /,
  /\bFailed to resolve import ["']|\bCould not resolve:? ["']|^Failed to load url |failed to resolve import ["']/,
  /does not provide an export named |^error: Import "[^"]+" not a dependency|^error: Relative import path /,
  /\bNo module named ['"\w]|\bcannot import name '|\[import-(?:not-found|untyped)\]|\(reportMissing(?:Imports|ModuleSource)\)/,
  /^(?:ERROR: )?(?:No matching distribution found for |Could not find a version that satisfies )/,
  /^npm (?:error|ERR!) (?:code (?:E404|ETARGET)|could not determine executable)|^npx canceled due to missing packages/,
  /^error\[E0(?:432|463|583)\]|\bunlinked crate |undeclared crate or module|^error: no matching package named /,
  /\bno required module provides package |: package \S+ is not in (?:std|GOROOT)|: cannot find package |missing go\.sum entry/,
  /fatal error: \S{1,200}: No such file or directory|fatal error: '[^']{1,200}' file not found|\bcannot find -l\w|: library not found for -l/,
  /error: no such module '|error CS(?:0234|0246): |error NU110[123]: /,
  /\bpackage [\w.]+ does not exist|Could not (?:resolve dependencies|find artifact) |^> Could not (?:find|resolve) \S+:/,
  /cannot load such file -- |\buninitialized constant \w|^Could not find gem |^Bundler could not find compatible/,
  /(?:Class|Interface|Trait|Enum) "[^"]+" not found|Failed opening required '/,
  /Could not find a package configuration file provided by "/,
  /error while loading shared libraries: /,
];

/** A compiler, a type-checker, a bundler or a linker objects. */
const BUILDS: readonly RegExp[] = [
  /\bTS\d{4,5}(?: \[ERROR\])?: |^error\[E\d{4}\]: |\berror (?:CS|FS|BC|MSB|NETSDK)\d{2,5}: /,
  /\.(?:c|cc|cpp|cxx|h|hpp|m|mm|cu|swift|zig|kts?|java|scala|groovy):\d+(?::\d+)?: (?:fatal )?error: /,
  /\.(?:java|kt|scala|groovy):\[\d+,\d+\] |^e: \S+\.kts?:\d|COMPILATION ERROR|Compilation failed; see|:compile\w+ FAILED$/,
  /\bundefined reference to |^Undefined symbols for architecture|\bld returned \d+ exit status|linker command failed|: undefined symbol: /,
  /\.go:\d+:\d+: (?:undefined: |declared and not used|"[^"]+" imported and not used|cannot use |syntax error|missing return|not enough arguments|too many arguments|assignment mismatch|invalid operation|expected |non-declaration statement|undefined \(|unknown field|no new variables|cannot assign|.{1,200}(?:undefined \(type|has no field or method|does not implement|redeclared in this block|declared and not used))/,
  /\[(?:build|setup) failed\]$|^vet: /,
  /\.pyi?:\d+(?::\d+)?: error: |\.pyi?:\d+:\d+ - error: |^Found \d+ errors? in \d+ files? \(checked /,
  /^error during build:|^Failed to compile\.?$|✘ \[ERROR\] |^\[!\] |^ERROR in \S|Module build failed|compiled with \d+ errors?/,
  /Transform failed with \d|invalid JS syntax|\[PARSE_ERROR\]|^(?:PHP )?Parse error: |: syntax error, unexpected /,
  /^CMake Error |^ERROR: failed to (?:solve|build)|^failed to solve: |^Error: Prisma schema validation/,
  /^\*\* \(CompileError\)|^error: Error validating /,
];

/** The program dies of an error of its own. */
const DEATHS: readonly RegExp[] = [
  /^panic: (?!test timed out)|^fatal error: (?:all goroutines are asleep|concurrent map|stack overflow)/,
  /\bSegmentation fault\b|\bSIGSEGV\b|ERROR: (?:Address|Thread|Memory|Leak)Sanitizer: |^terminate called after throwing/,
  /JavaScript heap out of memory/,
  /^\S+:\d+ » (?!Assertion|Comparison|Timeout|TestTimed)\w/,
];
/** The first that fits decides: what a linter says may look like a compiler's words. */
const TABLES: readonly (readonly [category: FailureCategory, patterns: readonly RegExp[]])[] = [
  ['lint', LINTERS],
  ['import', MISSING],
  ['build', BUILDS],
  ['logic', DEATHS],
];
/** A message follows on the next line, or stands in quotes before the place. */
const PANIC = /panicked at (?:'([^']*)', )?\S+:\d+:\d+:?$/;

/** What an assertion quotes is no error of its own. */
export const isAssertion = (statement: string): boolean =>
  ASSERTIONS.some(pattern => pattern.test(statement));

/** What compilers, linters, loaders and dying programs say. */
export function codeSign(statement: string, next: string): FailureCategory | null {
  const [panic, message] = PANIC.exec(statement) ?? [];
  if (panic !== undefined) {
    const said = message ?? next;
    return said === '' ? null : said.startsWith('assertion') ? 'tests' : 'logic';
  }
  const found = TABLES.find(([, patterns]) => patterns.some(pattern => pattern.test(statement)));
  return found?.[0] ?? null;
}
