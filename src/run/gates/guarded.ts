import { isCheckConfig } from './check-config/find.ts';

/**
 * Which files decide whether work counts as good: tests, and what says how they are run. Their changes are looked at
 * line by line. Pure text rules on the path, one pass over it.
 */
export const isGuarded = (path: string): boolean =>
  isTestPath(path) || isCommandPath(path) || isCheckConfig(path) || hasInlineTests(path);

/** Whether the file holds tests by the customs of the common ecosystems. Data beside tests is no test. */
export function isTestPath(path: string): boolean {
  const { folders, name } = partsOf(path);
  if (DATA.test(name)) return false;
  return TEST_NAMES.some(pattern => pattern.test(name)) || folders.some(folder => TEST_FOLDER.test(folder));
}

/** Whether the file is called like a test, whatever folder it is in; a script is none. */
export function isTestName(path: string): boolean {
  const { name } = partsOf(path);
  return !/\.(?:sh|bash)$/.test(name) && !DATA.test(name) && TEST_NAMES.some(pattern => pattern.test(name));
}

/** Whether the file says what a check runs, or how strict it is. */
export function isCommandPath(path: string): boolean {
  const { folders, name } = partsOf(path);
  if (COMMAND_NAMES.some(pattern => pattern.test(name))) return true;
  const [first, second] = folders;
  if (TASK_NAME.test(name) && TASK_FOLDER.test(folders.at(-1) ?? '')) return true;
  if (first === '.github') return second === 'workflows' || second === 'actions';
  return first !== undefined && CI_FOLDERS.has(first);
}

/** Languages whose unit tests stand in the source files themselves. */
export const hasInlineTests = (path: string): boolean => /\.(?:rs|zig)"?$/.test(path);

/** Longer names than any file system takes are read by their end. */
const MAX_NAME_CHARACTERS = 255;
/** Deeper folders are not looked at. */
const MAX_FOLDERS = 64;

function partsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const plain = path.startsWith('"') && path.endsWith('"') && path.length > 1 ? path.slice(1, -1) : path;
  const slash = plain.lastIndexOf('/');
  const folders = slash === -1 ? [] : plain.slice(0, slash).split('/', MAX_FOLDERS);
  return {
    folders: folders.map(folder => folder.slice(-MAX_NAME_CHARACTERS)),
    name: plain.slice(slash + 1).slice(-MAX_NAME_CHARACTERS),
  };
}

const DATA =
  /\.(?:md|mdx|rst|txt|json|jsonl|json5|ya?ml|toml|csv|tsv|html?|xml|css|scss|svg|png|jpe?g|gif|webp|ico|pdf|zip|gz|tar|wasm|bin|db|sqlite|sql|snap|golden|out|log|lock|po|proto)$/i;

const TEST_FOLDER =
  /^(?:tests?|__tests__|specs?|e2e|cypress|[iI]ntegration[-_]?[tT]ests?|(?:unit|functional|acceptance|smoke)[-_]?tests?|Tests?|[\w.-]*\.Tests?|\w*[a-z]Tests|androidTest|commonTest|jvmTest)$/;

const TEST_NAMES: readonly RegExp[] = [
  /[._-](?:test|tests|spec|specs|cy|e2e)\.\w+$/,
  /[._-](?:test|spec)-d\.ts$/,
  /^(?:test|tests|spec)\.\w+$/,
  /^(?:test_.*|conftest)\.py$/,
  /^test_.*\.(?:rb|c|cc|cpp|lua|jl|R|r)$/,
  /^test-.*\.(?:[cm]?[jt]s|R|r|sh)$/,
  /^Test[A-Z]\w*\.(?:java|kt|scala|groovy|cs)$/,
  /(?:\w(?:Tests?|TestCase|Spec)|[a-z0-9]IT)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|m|mm|cpp|cc|hs|dart)$/,
  /\.(?:feature|bats)$/,
];

const CI_FOLDERS: ReadonlySet<string> = new Set(['.circleci', '.buildkite', '.husky', '.woodpecker']);

const TASK_FOLDER = /^(?:scripts?|bin|ci)$/;
const TASK_NAME = /^(?:tests?|check|lint|ci|verify)$/;

const COMMAND_NAMES: readonly RegExp[] = [
  /^(?:package|composer|deno|turbo|nx|lerna|project|biome)\.jsonc?$/,
  /^(?:GNUm|[Mm])akefile$|\.mk$|^\.?[Jj]ustfile$|^\.?mise\.toml$|^\.env(?:rc$|\.|$)|^Taskfile\.ya?ml$|^Rakefile$|^Jenkinsfile$|^CMakeLists\.txt$/,
  /^(?:pyproject|Cargo|ruff|clippy|\.?rustfmt|nextest|bunfig)\.toml$|^(?:tox|pytest|mypy)\.ini$|^setup\.(?:cfg|py)$|^noxfile\.py$/,
  /^build\.gradle(?:\.kts)?$|^pom\.xml$|^build\.sbt$|^mix\.exs$|\.csproj$|^Directory\.Build\.(?:props|targets)$/,
  /^phasewright\.(?:ya?ml|json)$/,
  /^(?:vitest|vite|jest|karma|playwright|cypress|wdio|eslint|babel|ava|nyc|stryker)\.(?:config|conf|workspace|setup|projects)\.[\w.]+$/,
  /^\.(?:eslintrc|mocharc|nycrc|c8rc|coveragerc|flake8|pylintrc|rspec|rubocop|golangci|simplecov|stylelintrc|swiftlint)(?:\.[\w.]+)?$/,
  /^(?:tsconfig|jsconfig)(?:[.-][\w.-]+)?\.json$/,
  /^(?:phpunit|phpstan|psalm)(?:\.[\w.]+)?$/,
  /^\.?(?:gitlab-ci|travis|drone|woodpecker|appveyor|codecov|coveralls|pre-commit-config|lefthook|azure-pipelines|bitbucket-pipelines)\.ya?ml$/,
  /(?:^|[._-])(?:tests?|check|lint|ci|verify)(?:[._-][\w-]{1,40})?\.(?:sh|bash)$/,
];
