/** The parts of a changed line that steer something, as they are written; a line without them gives none. */
export type Parts = (line: string, commands: readonly string[]) => readonly string[];

/**
 * The whole line, where it fits. Comments count, too: what looks like one need not be, as in XML or behind a sign that ends it.
 */
export const linesThat =
  (pattern: RegExp): Parts =>
  line => {
    const text = plain(line);
    return pattern.test(text) || ESCAPE.test(text) ? [text] : [];
  };

/** With single blanks, so that more of them hide nothing. */
const plain = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** A letter of a key or a value that is written by its number. */
const ESCAPE = /\\[uUx][0-9a-fA-F]{2}/;

/** Test programs that a package may be named after. */
const TEST_PROGRAM =
  /^(?:vitest|jest|mocha|ava|tap|tape|uvu|karma|jasmine|nyc|c8|cypress|@playwright\/test|playwright|eslint|@biomejs\/biome|typescript|tsx|ts-node|@jest\/[\w-]{1,40}|@vitest\/[\w-]{1,40}|chai|jest-[\w-]{1,40})$/;
const CHECK_NAME =
  /^(?:pre|post)?(?:tests?|t|spec|unit|e2e|integration|lint|check|typecheck|type-check|verify|validate|ci|coverage|cover|qa|install|prepare)(?:[:._-]|$)/;
/** A command in which something is tested or checked, as the value of a script. */
const CHECKING =
  /\b(?:vitest|jest|mocha|ava|uvu|jasmine|karma|c8|nyc|playwright|cypress|eslint|biome|tsc|node (?:\S{1,80} ){0,5}--test|bun test|deno test|phpunit|pest|phpstan|psalm)\b/;
/** What a dependency is of: a version, a range of them or a place. */
const VERSION = /^(?:[\^~<>=v]{0,3}(?:\d[\w.*+-]{0,60}|[x*])|-|[<>=^~]{1,2}|latest|next|catalog:\w{0,40})?$/;
const ELSEWHERE =
  /^(?:npm|jsr|file|link|portal|patch|workspace|git|github|gitlab|bitbucket|https?|ssh)[:+@]|^[\w.-]{1,100}\/[\w.-]{1,100}(?:#|$)/;
/** What `npm init` writes. */
const NO_TESTS = 'echo \\"Error: no test specified\\" && exit 1';
/** Settings of test programs that have a name of their own in a package.json. */
const PROGRAM_SETTING =
  /"(?:jest|mocha|ava|nyc|c8|tap|vitest|babel|test(?:Match|Regex|PathIgnorePatterns|NamePattern|Runner|Environment|EnvironmentOptions|Timeout|ResultsProcessor|Sequencer)|setupFiles|setupFilesAfterEnv|globalSetup|globalTeardown|snapshotSerializers|moduleNameMapper|modulePathIgnorePatterns|reporters?|coverageThreshold|passWithNoTests|failZero|allowUncaught|nodeArguments|nodeOption|node-option|preset)"\s?:\s?(?:[[{\dtf]|"(?![\^~<>=v]{0,3}[\d*]|latest"|next"|(?:npm|jsr|catalog|file|link|workspace|portal|git|https?)\b))/;

/** Scripts that checks run, by name or by what they run, and settings of test programs; versions of packages are none. */
export const packageEntries: Parts = (line, commands) => entriesIn(plain(line), commands);

const entriesIn = (line: string, commands: readonly string[]): readonly string[] => [
  ...(ESCAPE.test(line) || isKeyAlone(line) ? [line] : []),
  ...pairsIn(line).flatMap(({ key, value, text }) => {
    if (isVersion(value) || value === NO_TESTS) return [];
    if (ELSEWHERE.test(value)) return TEST_PROGRAM.test(key) ? [text] : [];
    return CHECK_NAME.test(key) || CHECKING.test(value) || isRun(key, commands) ? [text] : [];
  }),
  ...(PROGRAM_SETTING.test(line) ? [settingIn(line)] : []),
];

/** A key whose value stands on the next line. */
function isKeyAlone(line: string): boolean {
  const [, key] = /"([\w@/:.+-]{1,100})" ?:$/.exec(line) ?? [];
  return key !== undefined && (CHECK_NAME.test(key) || TEST_PROGRAM.test(key) || key === 'scripts');
}

const isVersion = (value: string): boolean => value.split(/\s|\|\|/).every(word => VERSION.test(word));

/** As in a package.json, and what is loaded or run at certain moments. */
export const composerEntries: Parts = (line, commands) => [
  ...packageEntries(line, commands),
  ...COMPOSER_LINES(line, commands),
];

const COMPOSER_LINES: Parts = line => [
  ...(/"(?:pre|post)-[\w-]{1,60}"\s?:|"(?:scripts|files|process-timeout|tests?|lint|check|verify|ci)"\s?:\s?[[{]|^"@/.test(
    line,
  )
    ? [line.trim()]
    : []),
  ...(/^"[^":]{1,500}",?$/.test(line.trim()) && CHECKING.test(line) ? [line.trim()] : []),
];

/** Tasks as scripts are, and what says which tests are run. */
export const denoEntries: Parts = (line, commands) => [
  ...packageEntries(line, commands),
  ...DENO_LINES(line, commands),
];

const DENO_LINES = linesThat(
  /"(?:test|tasks|include|exclude|preload)[\w:-]{0,40}"\s?:\s?[[{]|^\[(?:test|run)|^(?:preload|root|shell|coverage\w{0,20})\s?=/,
);

/** From the setting to the end of the line: what comes before may be anything. */
const settingIn = (line: string): string => line.slice(line.search(PROGRAM_SETTING)).trim();

/** Whether a check names the script, such as `npm run NAME` and what npm runs before and after it. */
function isRun(key: string, commands: readonly string[]): boolean {
  const name = key.replace(/^(?:pre|post)/, '');
  return commands.some(command => {
    const words = command.split(/\s+/);
    return words.includes(key) || words.includes(name);
  });
}

/** `"key": "value"`, each as it is written. */
const PAIR = /"([\w@/:.+-]{1,100})"\s?:\s?"((?:[^"\\]|\\.)*)"/g;

const pairsIn = (line: string): { readonly key: string; readonly value: string; readonly text: string }[] =>
  [...line.matchAll(PAIR)].map(([text, key, value]) => ({ key: key!, value: value!, text }));

/** Sections and keys of test programs, and options of theirs on lines of their own. */
export const pythonLines: Parts = linesThat(
  /^\[{1,2}[^\]]{0,30}\b(?:pytest|coverage|tox|testenv|nox|hatch|poe|taskipy|pdm|pixi|nosetests|aliases|unittest|mutmut)(?:\b|:)|(?:^|[\s.{,"'])(?:addopts|testpaths|python_files|python_classes|python_functions|norecursedirs|pythonpath|required_plugins|usefixtures|filterwarnings|xfail_strict|collect_ignore\w{0,10}|consider_namespace_packages|commands(?:_pre|_post)?|allowlist_externals|ignore_errors|ignore_outcome|skip_install|setenv|set_env|fail_under|test_suite|test_loader|test_runner|cmdclass|pytest11|omit|exclude_also|exclude_lines)["']? ?[=:.]|^["']?(?:tests?|check|lint|cmd)["']? ?[=:] ?["'{]|^["']?--?[a-zA-Z]/i,
);

/** Variables that test programs and their runtimes obey. */
export const environmentLines: Parts = linesThat(
  /^(?:export\s+)?(?:NODE_OPTIONS|NODE_PATH|NODE_TEST_\w{1,40}|PYTEST_\w{1,40}|PYTHON\w{1,40}|COVERAGE_\w{1,40}|TOX_\w{1,40}|GO(?:FLAGS|PROXY|PATH|ROOT|TOOLCHAIN|WORK|ENV|EXPERIMENT|DEBUG)|RUST(?:FLAGS|C\w{0,40}|DOC\w{1,40}|UP_\w{1,40}|_TEST\w{1,40})|CARGO_\w{1,60}|MAKEFLAGS|GNUMAKEFLAGS|SHELL|MAVEN_\w{1,40}|JAVA_\w{1,40}|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|GRADLE_\w{1,40}|ORG_GRADLE_\w{1,60}|RUBY\w{1,40}|SPEC_OPTS|TESTOPTS|RAKEOPT|BUNDLE_\w{1,60}|PHP\w{1,40}|PHPUNIT_\w{1,40}|DOTNET_\w{1,60}|MSBUILD\w{1,60}|VSTEST_\w{1,60}|npm_config_\w{1,60}|NPM_CONFIG_\w{1,60}|BASH_ENV|PATH|LD_PRELOAD|LD_LIBRARY_PATH|VITEST\w{0,40}|JEST_\w{1,40}|MOCHA_\w{1,40}|CI)\s?\+?=|^(?:PATH_add|source_env|use|layout)\b/,
);

/** Lines about tests in builds for the JVM; those that name a dependency are none. */
export const buildLines: Parts = line => {
  const text = plain(line);
  return (BUILD.test(text) && !DEPENDENCY.test(text)) || ESCAPE.test(text) ? [text] : [];
};

const BUILD =
  /\b(?:[tT]est\w{0,40}|skip\w{0,20}|ignoreFailures|failIfNoTests|failIfNoSpecifiedTests|surefire|failsafe|useJUnit\w{0,20}|excludes?|excludeTags|includeTags|excludedGroups|groups|onlyIf|enabled|finalizedBy|dependsOn|argLine|jvmArgs|forkCount|systemProp\w{0,20}|gradle\.startParameter|org\.gradle\.jvmargs|failonerror|haltonfailure)\b|<includes?>|-x\s/;
const DEPENDENCY =
  /^\w{0,40}(?:Implementation|CompileOnly|RuntimeOnly|Api|AnnotationProcessor)\b[^;{]{0,300}$|^<(?:scope|groupId|version|artifactId)>(?!maven-(?:surefire|failsafe))[^<]{0,300}<\/\w{1,20}>$|^(?:libraryDependencies\b)?[^;{]{0,300}%\s?"?[tT]est"?[,)]{0,2}$/;

/** What takes the place of the program that runs Go's tests. */
export const goTestLines: Parts = linesThat(/^func TestMain\(|\bos\.Exit\(/);
