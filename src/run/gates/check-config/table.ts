import {
  buildLines,
  composerEntries,
  denoEntries,
  environmentLines,
  goTestLines,
  linesThat,
  type Parts,
  packageEntries,
  pythonLines,
} from './parts.ts';

/** A kind of file that steers test programs and builds, and so decides what a check that passes is worth. */
export interface CheckConfig {
  readonly ecosystem: string;
  /** Globs. One that begins with `/` is meant at the top of the repository, any other in each folder. */
  readonly files: readonly string[];
  /** What reads it. */
  readonly programs: string;
  /** What a change can do to a check, after `it can`. */
  readonly effect: string;
  /** What of a line counts, where only parts of the file steer anything. */
  readonly parts?: Parts;
  /** Only a file that was not there before counts. */
  readonly isNew?: true;
}

const TASKS = '{test,tests,check,lint,ci,verify}';

/** docs/gates.md has the same rows. The first that fits a file is its row. */
export const CHECK_CONFIGS: readonly CheckConfig[] = [
  {
    ecosystem: 'make',
    files: ['Makefile', 'makefile', 'GNUmakefile', '*.mk'],
    programs: 'make',
    effect:
      'replace a recipe, set SHELL or MAKEFLAGS, and ignore errors; a GNUmakefile is read in place of a Makefile',
  },
  {
    ecosystem: 'make',
    files: ['CTestConfig.cmake', 'CTestCustom.cmake', 'CMakePresets.json', 'CMakeUserPresets.json'],
    programs: 'ctest',
    effect: 'leave tests out and choose how they are run',
  },
  {
    ecosystem: 'make',
    files: ['CMakeLists.txt'],
    programs: 'ctest',
    effect: 'leave tests out or expect them to fail',
    parts: linesThat(
      /\b(?:add_test|enable_testing|include\s*\(\s*CTest|WILL_FAIL|DISABLED|SKIP_RE|_discover_tests|set_tests_properties)\b/i,
    ),
  },
  {
    ecosystem: 'task runners',
    files: [
      'justfile',
      'Justfile',
      '.justfile',
      'Taskfile.{yml,yaml}',
      'mise.toml',
      '.mise.toml',
      'turbo.json',
      'nx.json',
      'project.json',
      'lerna.json',
      'BUILD.bazel',
      '.bazelrc',
    ],
    programs: 'just, task, mise, turbo, nx, lerna, bazel',
    effect: 'replace what a task runs and let it pass in spite of failures',
  },
  {
    ecosystem: 'scripts',
    files: [
      `${TASKS}.{sh,bash}`,
      `*[-._]${TASKS}.{sh,bash}`,
      `${TASKS}[-._]*.{sh,bash}`,
      `{script,scripts,bin,ci}/${TASKS}`,
    ],
    programs: 'checks',
    effect: 'leave out what it ran, or end with 0 whatever fails',
  },
  {
    ecosystem: 'linters',
    files: [
      '{eslint,oxlint,stylelint}.config.*',
      '.{eslint,stylelint,oxlint,jshint}rc',
      '.{eslint,stylelint,oxlint,jshint}rc.*',
      '.{eslint,stylelint,jshint}ignore',
      '{biome,knip,pyrightconfig}.{json,jsonc}',
      '{,.}ruff.toml',
      '{,.}mypy.ini',
      '{,.}clippy.toml',
      '.{flake8,pylintrc,shellcheckrc}',
      '.golangci.{yml,yaml,toml,json}',
      '.rubocop{.yml,.yaml,_todo.yml}',
      'phpstan{.neon,.dist.neon,.neon.dist}',
      'phpstan-baseline.{neon,php}',
      'psalm.{xml,xml.dist}',
      'detekt.{yml,yaml}',
      '.swiftlint.{yml,yaml}',
      '.credo.exs',
      'analysis_options.yaml',
    ],
    programs: 'linters and type checkers',
    effect: 'switch rules off and leave files out',
  },
  {
    ecosystem: 'environment',
    files: ['.env', '.env.*', '.envrc'],
    programs: 'test programs',
    effect:
      'set variables such as NODE_OPTIONS, PYTEST_ADDOPTS and GOFLAGS, which load code or leave tests out',
    parts: environmentLines,
  },
  {
    ecosystem: 'Node.js',
    files: ['package.json'],
    programs: 'npm and test programs',
    effect:
      'replace scripts, choose which tests are run, and put another program in the place of a test program',
    parts: packageEntries,
  },
  {
    ecosystem: 'Node.js',
    files: ['.npmrc', '.yarnrc', '.yarnrc.yml'],
    programs: 'npm, pnpm, yarn',
    effect: 'name another shell for scripts (script-shell) and load code into every process (node-options)',
    parts: linesThat(
      /^["']?(?:script-shell|node-options|shell-emulator|ignore-scripts|if-present|prefix|yarnPath|yarn-path|plugins|pnpmfile|global-pnpmfile|scriptShell|nodeOptions)\b|^- (?:path|spec):/,
    ),
  },
  {
    ecosystem: 'Node.js',
    files: ['.pnpmfile.cjs', 'node_modules/**'],
    programs: 'npm, pnpm, yarn',
    effect: 'put other code in the place of a test program',
  },
  {
    ecosystem: 'Node.js',
    files: [
      ...['config', 'conf', 'setup', 'workspace', 'projects'].map(
        kind => `{vitest,vite,jest,karma,playwright,cypress,ava,nyc,wdio,stryker}.${kind}.*`,
      ),
      '.{mocharc,nycrc,c8rc,taprc}',
      '.{mocharc,nycrc,c8rc,taprc}.*',
      'mocha.opts',
      'setupTests.*',
      'global{Setup,Teardown}.*',
    ],
    programs: 'vitest, jest, mocha, ava, tap, karma, playwright, cypress',
    effect: 'choose which tests are run, load code before them, and report failures as passes',
  },
  {
    ecosystem: 'Node.js',
    files: ['babel.config.*', '.babelrc', '.babelrc.*', '.swcrc'],
    programs: 'babel, swc and what loads through them',
    effect: 'change tests while they are loaded',
  },
  {
    ecosystem: 'Node.js',
    files: ['tsconfig.json', 'tsconfig{.,-}*.json', 'jsconfig.json'],
    programs: 'tsc, ts-node',
    effect: 'leave files out and load other code',
    parts: linesThat(/"(?:extends|ts-node|exclude|include|files|noCheck|noEmitOnError)"\s?:/),
  },
  {
    ecosystem: 'Node.js',
    files: ['deno.json', 'deno.jsonc', 'bunfig.toml'],
    programs: 'deno, bun',
    effect: 'replace tasks, choose which tests are run and load code before them',
    parts: denoEntries,
  },
  {
    ecosystem: 'Python',
    files: ['conftest.py'],
    programs: 'pytest',
    effect: 'skip tests and change their results and the exit status, by its hooks',
  },
  {
    ecosystem: 'Python',
    files: ['pytest.ini', '.pytest.ini', 'tox.ini', 'noxfile.py', 'pytest.toml', 'tox.toml', '.coveragerc'],
    programs: 'pytest, tox, nox, coverage',
    effect: 'add options such as --collect-only, choose which tests are run and load plugins',
  },
  {
    ecosystem: 'Python',
    files: ['pyproject.toml', 'setup.cfg', 'setup.py'],
    programs: 'pytest, tox, coverage and task runners',
    effect: 'add options to a test program, choose which tests are run and load plugins',
    parts: pythonLines,
  },
  {
    ecosystem: 'Python',
    files: ['sitecustomize.py', 'usercustomize.py', '*.pth'],
    programs: 'python',
    effect: 'run before every test program',
  },
  {
    ecosystem: 'Python',
    files: [
      '{unittest,pytest,_pytest,pluggy,iniconfig,nose,nose2,doctest,coverage,tox,nox,xdist,pytest_cov,hypothesis}.py',
      '{unittest,pytest,_pytest,pluggy,iniconfig,nose,nose2,doctest,coverage,tox,nox,xdist,pytest_cov,hypothesis}/__init__.py',
      '/{argparse,ast,asyncio,atexit,builtins,codecs,collections,contextlib,copy,dataclasses,datetime,difflib,enum}.py',
      '/{fnmatch,functools,gc,glob,importlib,inspect,io,itertools,json,linecache,locale,logging,operator,os}.py',
      '/{packaging,pathlib,pdb,pprint,random,re,runpy,shlex,shutil,signal,site,stat,string,subprocess,sys,sysconfig}.py',
      '/{tempfile,textwrap,threading,time,tokenize,tomllib,traceback,types,typing,uuid,warnings,weakref,zipfile}.py',
    ],
    programs: 'pytest, unittest and python -m',
    effect: 'be loaded in the place of the module of that name',
    isNew: true,
  },
  {
    ecosystem: 'Rust',
    files: [
      '.cargo/config',
      '.cargo/config.toml',
      'nextest.toml',
      'rust-toolchain',
      'rust-toolchain.toml',
      'build.rs',
    ],
    programs: 'cargo',
    effect: 'set the program that runs tests, compiler and flags, and run code during the build',
  },
  {
    ecosystem: 'Rust',
    files: ['Cargo.toml'],
    programs: 'cargo',
    effect: 'leave tests out (test = false, harness = false) and change how they are built',
    parts: linesThat(
      /^\[{1,2} ?["']?(?:test|profile\.(?:test|dev)|lints|patch|replace)\b|(?:^|[\s.{,"'])(?:test|doctest|harness|autotests|build|panic|debug-assertions|overflow-checks|required-features|exclude|default-members)["']? ?=/,
    ),
  },
  {
    ecosystem: 'Go',
    files: ['go.work'],
    programs: 'go',
    effect: 'put other modules in the place of those that are tested',
  },
  {
    ecosystem: 'Go',
    files: ['go.mod'],
    programs: 'go',
    effect: 'put other modules in the place of those that tests use (replace)',
    parts: linesThat(/^(?:replace|toolchain|tool|exclude)\b|=>/),
  },
  {
    ecosystem: 'Go',
    files: ['*_test.go'],
    programs: 'go test',
    effect: 'decide by TestMain whether tests are run and how they end',
    parts: goTestLines,
  },
  {
    ecosystem: 'JVM',
    files: [
      'pom.xml',
      'build.gradle',
      'build.gradle.kts',
      'settings.gradle',
      'settings.gradle.kts',
      'gradle.properties',
      'build.sbt',
      'build.xml',
    ],
    programs: 'maven, gradle, sbt, ant',
    effect: 'skip, filter or exclude tests and ignore their failures',
    parts: buildLines,
  },
  {
    ecosystem: 'JVM',
    files: [
      '.mvn/**',
      'init.gradle',
      'init.gradle.kts',
      'buildSrc/**',
      'junit-platform.properties',
      'testng.xml',
      'gradlew',
      'mvnw',
      'gradle-wrapper.properties',
      'gradle-wrapper.jar',
    ],
    programs: 'maven, gradle, JUnit, TestNG',
    effect: 'add options, choose which tests are run and put other code in the place of the build',
  },
  {
    ecosystem: 'Ruby',
    files: ['.rspec', '.rspec-local', 'Rakefile', '*.rake', '{spec,rails,test}_helper.rb', '.simplecov'],
    programs: 'rspec, minitest, rake',
    effect: 'add options, filter tests and change the exit status',
  },
  {
    ecosystem: 'PHP',
    files: [
      'phpunit.xml',
      'phpunit.xml.dist',
      'phpunit.dist.xml',
      'Pest.php',
      'codeception.{yml,yaml}',
      '{test,tests}/bootstrap.php',
    ],
    programs: 'phpunit, pest, codeception',
    effect: 'choose which tests are run, load code before them and let failures pass',
  },
  {
    ecosystem: 'PHP',
    files: ['composer.json'],
    programs: 'composer',
    effect: 'replace scripts and load code into every process',
    parts: composerEntries,
  },
  {
    ecosystem: '.NET',
    files: [
      '*.runsettings',
      'Directory.Build.{props,targets}',
      'Directory.Solution.{props,targets}',
      'xunit.runner.json',
      'global.json',
      'testconfig.json',
    ],
    programs: 'dotnet test',
    effect: 'filter tests and change how they are built and run',
  },
  {
    ecosystem: '.NET',
    files: ['*.{cs,fs,vb}proj'],
    programs: 'dotnet test',
    effect: 'leave tests out of the build and run something else in their place',
    parts: linesThat(
      /\b(?:IsTestProject|VSTest\w{1,40}|RunSettingsFilePath|TestingPlatform\w{0,40})\b|<(?:Compile|None|Content) (?:Remove|Exclude)=|<(?:Target|Exec|Import|UsingTask|ContinueOnError)\b|ContinueOnError=/,
    ),
  },
  {
    ecosystem: 'Elixir, Dart, Swift',
    files: ['test_helper.exs', 'dart_test.yaml', '*.xctestplan', 'xctestplan.json'],
    programs: 'mix test, dart test, xcodebuild',
    effect: 'filter tests and choose how they are run',
  },
];
