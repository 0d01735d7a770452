import { describe, expect, it } from 'vitest';
import { isCheckConfig } from '../../../src/run/gates/check-config/find.ts';
import { CHECK_CONFIGS } from '../../../src/run/gates/check-config/table.ts';
import { isGuarded } from '../../../src/run/gates.ts';
import { type Attempt, edited, file, judge, subtask, words } from './inspections.ts';
import { found, IMPL } from './weakened.ts';

/** What is said of files that steer checks, by the programs and the files that it names. */
const steering = (lines: readonly string[]): string[] =>
  lines.flatMap(line => {
    const [, severity, programs, files] =
      /^tests (\w+): .*? that steers? (.*) (?:was|were) .*?: (.*?); (?:it|they) can /.exec(line) ?? [];
    return files === undefined ? [] : [`${severity} ${programs}: ${files}`];
  });

const steeredBy = (path: string, text: string, attempt: Attempt = {}): string[] =>
  steering(found(edited({ [path]: text }), attempt));

describe('a file all of which steers checks', () => {
  it.each([
    ['Makefile', 'make'],
    ['sub/GNUmakefile', 'make'],
    ['build/rules.mk', 'make'],
    ['CTestCustom.cmake', 'ctest'],
    ['justfile', 'just, task, mise, turbo, nx, lerna, bazel'],
    ['Taskfile.yml', 'just, task, mise, turbo, nx, lerna, bazel'],
    ['check.sh', 'checks'],
    ['ci/run-tests.sh', 'checks'],
    ['scripts/check_all.sh', 'checks'],
    ['scripts/test', 'checks'],
    ['eslint.config.mjs', 'linters and type checkers'],
    ['web/.eslintrc.cjs', 'linters and type checkers'],
    ['.ruff.toml', 'linters and type checkers'],
    ['mypy.ini', 'linters and type checkers'],
    ['.golangci.yml', 'linters and type checkers'],
    ['phpstan.neon', 'linters and type checkers'],
    ['.pnpmfile.cjs', 'npm, pnpm, yarn'],
    ['node_modules/jest/bin/jest.js', 'npm, pnpm, yarn'],
    ['.mocharc.yml', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['.mocharc', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['web/jest.config.cjs', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['vitest.workspace.ts', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['jest.setup.js', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['.nycrc', 'vitest, jest, mocha, ava, tap, karma, playwright, cypress'],
    ['.babelrc', 'babel, swc and what loads through them'],
    ['tests/conftest.py', 'pytest'],
    ['pytest.ini', 'pytest, tox, nox, coverage'],
    ['tox.ini', 'pytest, tox, nox, coverage'],
    ['noxfile.py', 'pytest, tox, nox, coverage'],
    ['sitecustomize.py', 'python'],
    ['lib/site.pth', 'python'],
    ['.cargo/config.toml', 'cargo'],
    ['rust-toolchain.toml', 'cargo'],
    ['crates/a/build.rs', 'cargo'],
    ['go.work', 'go'],
    ['.mvn/maven.config', 'maven, gradle, JUnit, TestNG'],
    ['src/test/resources/junit-platform.properties', 'maven, gradle, JUnit, TestNG'],
    ['.rspec', 'rspec, minitest, rake'],
    ['spec/spec_helper.rb', 'rspec, minitest, rake'],
    ['Rakefile', 'rspec, minitest, rake'],
    ['phpunit.xml.dist', 'phpunit, pest, codeception'],
    ['tests/bootstrap.php', 'phpunit, pest, codeception'],
    ['ci.runsettings', 'dotnet test'],
    ['Directory.Build.props', 'dotnet test'],
    ['test/test_helper.exs', 'mix test, dart test, xcodebuild'],
  ])('%s', (path, programs) => {
    expect(isGuarded(path)).toBe(true);
    expect(steeredBy(path, '+x')).toEqual([`ask ${programs}: ${path}`]);
    expect(steeredBy(path, '-x')).toEqual([`ask ${programs}: ${path}`]);
  });

  it.each([
    ['Makefile', '+# how to build\n+'],
    ['jest.config.ts', '-// the old reporter'],
    ['pytest.ini', '+\n-   # slow ones'],
  ])('not where only blanks and comments changed: %s', (path, text) => {
    expect(steeredBy(path, text)).toEqual([]);
  });

  it.each([
    ['Makefile', '+# takes in the next line \\', 'a comment that goes on'],
    ['conftest.py', '+# coding: rot13', 'how the file is to be read'],
    ['check.sh', '+#!/bin/true', 'the program that runs it'],
    ['jest.config.ts', '+#x', 'the sign for comments of another language'],
    ['Makefile', '+\t# $(shell touch x)', 'a recipe, in which make looks for variables'],
    ['phpunit.xml', '+# <exclude>tests</exclude>', 'text before an element'],
    ['.rspec', '+# <% exit!(0) %>', 'a template'],
  ])('in %s: %s, %s', (path, text) => expect(steeredBy(path, text)).toHaveLength(1));
});

describe('the table', () => {
  const globs = CHECK_CONFIGS.flatMap(({ files }) => files);

  it.each(globs)('has a pattern that fits what it spells: %s', glob => {
    const spelled = glob
      .replace(/\{([^,}]*)[^}]*\}/g, '$1')
      .replace('[-._]', '-')
      .replaceAll('**', 'a/b')
      .replaceAll('*', 'a')
      .replace(/^\//, '');
    expect(isCheckConfig(spelled)).toBe(true);
    expect(isCheckConfig(`deep/down/${spelled}`)).toBe(!glob.startsWith('/'));
  });
});

describe('a file of which only parts steer checks', () => {
  const counts = (path: string, ...lines: string[]): void => {
    it.each(lines)(`${path}: %s`, line => {
      expect(isGuarded(path)).toBe(true);
      // Nothing rejects, so that nothing is left out.
      expect(steeredBy(path, `+${line}`, { phase: IMPL, tests: 'warn' })).toHaveLength(1);
    });
  };
  const is = (path: string, ...lines: string[]): void => {
    it.each(lines)(`${path} may change: %s`, line => expect(steeredBy(path, `+${line}`)).toEqual([]));
  };

  counts(
    'package.json',
    '"test": "node --test",',
    '"pretest": "node prepare.js",',
    '"test:unit": "node unit.js",',
    '"all": "vitest run && tsc",',
    '"t": "node a.js",',
    '"jest": {',
    '"mocha": { "grep": "zzz" },',
    '"testMatch": ["nothing"],',
    '"setupFiles": ["./quiet.js"],',
    '"vitest": "file:./fake",',
    '"vitest": "workspace:*",',
    '"jest": "npm:@fake/jest@1",',
    '{"name":"a","scripts":{"test":"node --test"},"dependencies":{"jest":"^1"}}',
    '"test": "2>/dev/null node --test",',
    '"test"  :\t "node -v",',
    '"t\\u0065st": "true",',
    '"test":',
  );
  is(
    'package.json',
    '"zod": "^4.0.0",',
    '"jest": "^29.0.0",',
    '"mocha": "10 || 11",',
    '"vitest": "catalog:",',
    '"typescript": "~5.9.2",',
    '"node": ">=22 <25"',
    '"start": "node server.js",',
    '"version": "1.2.3",',
    '"types": "./dist/index.d.ts",',
    '"files": ["dist"],',
    '"test": "echo \\"Error: no test specified\\" && exit 1"',
  );
  counts(
    '.npmrc',
    'script-shell=/bin/true',
    'node-options=--require=./quiet.js',
    '"script-shell" = /bin/true',
  );
  is('.npmrc', 'save-exact=true');
  counts('.env', 'NODE_OPTIONS=--require ./quiet.js', 'PYTEST_ADDOPTS="--co"');
  counts('.envrc', 'export GOFLAGS=-run=zzz', 'export MAKEFLAGS=-n', 'PATH_add fake');
  is('.env', 'GOOGLE_API_KEY=1', 'PORT=3000', 'RUST_LOG=debug', '# NODE_OPTIONS=x');
  counts(
    'pyproject.toml',
    '[tool.pytest.ini_options]',
    'addopts = "-q"',
    'testpaths = ["nothing"]',
    '    "--collect-only",',
    'test = "true"',
    'fail_under = 10',
    '[tool."pytest".ini_options]',
    'tool.pytest.ini_options.addopts = "-q"',
    'pytest = { ini_options = { "addopts" = "-q" } }',
  );
  is(
    'pyproject.toml',
    'dependencies = ["flask"]',
    'test = ["pytest>=8"]',
    'version = "1.2"',
    '[tool.poetry]',
  );
  counts('setup.cfg', '[tool:pytest]', 'python_files = x.py', '[aliases]');
  is('setup.cfg', 'install_requires =', 'name = a');
  counts(
    'Cargo.toml',
    '[[test]]',
    'test = false',
    'harness = false',
    '[profile.test]',
    'autotests = false',
    'lib.test   = false',
    'lib = { "test" = false }',
  );
  is('Cargo.toml', 'serde = "1"', '[dependencies]', 'edition = "2024"', '[profile.release]');
  counts('go.mod', 'replace example.com/a => ./fake');
  is('go.mod', 'require example.com/a v1.2.3', 'go 1.25');
  counts('a_test.go', 'func TestMain(m *testing.M) {', '\tos.Exit(0)');
  is('a_test.go', 'func TestAdd(t *testing.T) {');
  counts(
    'pom.xml',
    '<skipTests>true</skipTests>',
    '<excludedGroups>slow</excludedGroups>',
    '<exclude>**/*Test.java</exclude>',
    '<!-- --><skipTests>true</skipTests>',
    '# <skipTests>true</skipTests>',
    '<artifactId>maven-surefire-plugin</artifactId>',
  );
  is('pom.xml', '<artifactId>junit</artifactId>', '<scope>test</scope>', '<version>1.2</version>');
  counts(
    'build.gradle.kts',
    'tasks.test { enabled = false }',
    'ignoreFailures = true',
    '    exclude("**/*")',
    'testImplementation("x"); tasks.test { enabled = false }',
  );
  is(
    'build.gradle.kts',
    'testImplementation("org.junit:junit:5")',
    'implementation("a:b:1")',
    'version = "1"',
  );
  counts('gradle.properties', 'systemProp.skip=true', 'org.gradle.jvmargs=-Xmx1g -Dtest.skip');
  is('gradle.properties', 'kotlin.version=2');
  counts('composer.json', '"test": "phpunit"', '"test": [', '    "@phpunit"', '    "vendor/bin/phpunit",');
  is('composer.json', '"phpunit/phpunit": "^11"', '"name": "a/b"');
  counts('App.Tests.csproj', '<Compile Remove="ATests.cs" />', '<Target Name="VSTest" />');
  is('App.csproj', '<PackageReference Include="A" Version="1" />');
  counts('CMakeLists.txt', 'add_test(NAME a COMMAND true)', 'set_tests_properties(a PROPERTIES WILL_FAIL 1)');
  is('CMakeLists.txt', 'add_library(a a.c)');
  counts('deno.json', '"test": "deno test -A",', '"tasks": {');
  is('deno.json', '"@std/assert": "jsr:@std/assert@1"');
  counts('tsconfig.json', '"exclude": ["src"]', '"ts-node": {', '"extends": "./other.json"');
  is('tsconfig.json', '"target": "es2024"');

  it('counts scripts that the checks name', () => {
    const line = '+"everything": "sh all.sh"';
    expect(steeredBy('package.json', line)).toEqual([]);
    for (const check of ['npm run everything', 'pnpm everything', 'yarn -s everything && true']) {
      expect(steeredBy('package.json', line, { phase: IMPL, checks: [check] })).toHaveLength(1);
      expect(
        steeredBy('package.json', '+"posteverything": "sh a.sh"', { phase: IMPL, checks: [check] }),
      ).toHaveLength(1);
    }
  });

  it('does not count what is the same on a line that changed, or stands elsewhere', () => {
    const line = (more: string) => `{"scripts":{"test":"node --test"},"dependencies":{"a":"${more}"}}`;
    expect(steeredBy('package.json', `-${line('1.0.0')}\n+${line('2.0.0')}`)).toEqual([]);
    expect(steeredBy('package.json', '-  "test": "jest",\n+\t"test": "jest"')).toEqual([]);
  });

  it('counts what cannot be read', () => {
    const long = `+{"a":"${'x'.repeat(2_000)}"}`;
    expect(steeredBy('package.json', long)).toHaveLength(1);
    const unread = { files: [file('package.json')], truncated: true };
    expect(steering(found(unread))).toHaveLength(1);
    const touched = { files: [file('package.json', { added: 0, deleted: 0 })] };
    expect(steering(found(touched))).toEqual([]);
  });

  it('counts the whole file where it moved or became something else', () => {
    const moved = file('package.json', { status: 'renamed', from: 'a/package.json', added: 0, deleted: 0 });
    expect(steering(found({ files: [moved] }))).toHaveLength(1);
    const linked = file('package.json', { status: 'type_changed' });
    expect(steering(found({ files: [linked] }))).toHaveLength(1);
  });
});

describe('what takes the place of something else', () => {
  const arrived = (
    path: string,
    checks: readonly string[],
    status: 'added' | 'modified' = 'added',
  ): string[] => steering(found({ files: [file(path, { status })] }, { phase: IMPL, checks }));

  it.each(['unittest.py', 'lib/pytest.py', 'unittest/__init__.py', 'random.py', '_pytest/__init__.py'])(
    'a module: %s',
    path => expect(arrived(path, ['tox'])).toEqual([`ask pytest, unittest and python -m: ${path}`]),
  );
  it.each(['app/random.py', 'calc.py', 'app/types.py'])('a module of its own: %s', path =>
    expect(arrived(path, ['tox'])).toEqual([]),
  );
  it('a module that was there before', () => expect(arrived('types.py', ['tox'], 'modified')).toEqual([]));

  it.each([
    ['make test', 'test'],
    ['make -C sub -j4 lint check', 'sub/check'],
    ['cd sub && gmake check', 'sub/check'],
  ])('a target of %s', (check, path) => {
    expect(arrived(path, [check])).toEqual([`ask \`${check}\`: ${path}`]);
    expect(arrived(path, ['npm test'])).toEqual([]);
  });

  it('a target by a folder is only told, and not where the folder was there before', () => {
    expect(arrived('test/a.txt', ['make test'])).toEqual(['warn `make test`: test/a.txt']);
    const both = { files: [file('test/a.txt', { status: 'added' }), file('test/b.txt')] };
    expect(steering(found(both, { phase: IMPL, checks: ['make test'] }))).toEqual([]);
  });
});

describe('what the command of a check names', () => {
  const changed = (path: string, check: string): string[] =>
    steering(found({ files: [file(path)] }, { phase: IMPL, checks: [check] }));

  it.each([
    ['tools/all.sh', 'sh ./tools/all.sh'],
    ['all', 'sh all'],
    ['tools/run.py', 'python3 tools/run.py --fast'],
    ['tools/run.py', 'python -m tools.run'],
    ['tools/run.mjs', 'CI=1 node "tools/run.mjs"'],
    ['sub/all.sh', 'cd sub && ./all.sh'],
    ['web/karma.local.js', 'npx karma start --config=web/karma.local.js'],
    ['"caf\\303\\251.sh"', 'sh "caf\\303\\251.sh"'],
  ])('%s, by %s', (path, check) => {
    const [found] = changed(path, check);
    expect(found).toContain('ask the check `');
  });

  it.each([
    ['test', 'npm test'],
    ['src/a.ts', 'npx vitest run src'],
    ['a.test.js', 'node --test a.test.js'],
    ['lib/all.sh', 'sh ./all.sh'],
  ])('is not %s, by %s', (path, check) => expect(changed(path, check)).toEqual([]));

  it.each([
    ['tsconfig.json', 'tsc -p tsconfig.json', '"jsx": "react"', '"exclude": ["src"]'],
    ['pyproject.toml', 'ruff check --config pyproject.toml', 'version = "2"', 'testpaths = ["nothing"]'],
    ['crates/a/Cargo.toml', 'cargo test --manifest-path crates/a/Cargo.toml', 'serde = "1"', 'test = false'],
  ])('is a file of settings only by those that steer: %s, by %s', (path, check, other, steers) => {
    const attempt = { phase: IMPL, checks: [check], tests: 'warn' as const };
    expect(steeredBy(path, `+${other}`, attempt)).toEqual([]);
    expect(steeredBy(path, `+${steers}`, attempt)).toHaveLength(1);
  });

  it('is all of a file that holds a program, though parts of it count elsewhere', () => {
    const attempt = { phase: IMPL, checks: ['python setup.py test', '. ./.env; make'] };
    expect(steeredBy('setup.py', '+x', attempt)).toHaveLength(1);
    expect(steeredBy('.env', '+x', attempt)).toHaveLength(1);
  });
});

describe('what files that steer checks lead to', () => {
  const severity = (attempt: Attempt): string | undefined =>
    steeredBy('conftest.py', '+x', attempt)[0]?.split(' ')[0];

  it.each<[string, Attempt, string | undefined]>([
    ['a phase that only implements', { phase: IMPL }, 'ask'],
    ['no check', { phase: IMPL, checks: [] }, 'warn'],
    ['the settings only warn', { phase: IMPL, tests: 'warn' }, 'warn'],
    ['the settings ignore it', { phase: IMPL, tests: 'ignore' }, undefined],
    ['tests and code', { phase: { subtasks: [subtask('test'), subtask('impl')] } }, 'warn'],
    ['one undivided phase', { phase: {} }, 'warn'],
    ['the files have it', { phase: { ...IMPL, files: ['./conftest.py'] } }, 'warn'],
    [
      'the files of a subtask have it',
      { phase: { subtasks: [subtask('impl', { files: ['conftest.py'] })] } },
      'warn',
    ],
    ['a pattern around it', { phase: { ...IMPL, files: ['**/*.py'] } }, 'ask'],
    ['the text speaks of it', { phase: { ...IMPL, description: 'Like conftest.py.' } }, 'ask'],
    ['another file is declared', { phase: { ...IMPL, files: ['tests/conftest.py'] } }, 'ask'],
  ])('%s', (_, attempt, expected) => expect(severity(attempt)).toBe(expected));

  it('a deliverable is declared', () => {
    const inspection = {
      ...edited({ 'conftest.py': '+x' }),
      deliverables: [{ path: 'conftest.py', found: 'file', elsewhere: [] } as const],
    };
    expect(words(judge({ phase: { ...IMPL, deliverables: ['conftest.py'] }, inspection }))).toEqual([
      'tests warn: 1 file that steers pytest was changed: conftest.py; it can skip tests and change their results and the exit status, by its hooks',
    ]);
  });

  it('says how many, which were declared and what became of them', () => {
    const files = ['a', 'b', 'c'].map(folder => file(`${folder}/conftest.py`, { status: 'added' }));
    expect(steering(found({ files }, { phase: { ...IMPL, files: ['b/conftest.py'] } }))).toEqual([
      'ask pytest: a/conftest.py, c/conftest.py',
      'warn pytest: b/conftest.py',
    ]);
    expect(found({ files })[0]).toContain('3 files that steer pytest were added without being declared: a/');
  });

  it('is a bounded list of findings', () => {
    const files = CHECK_CONFIGS.flatMap(({ files: globs }) => globs)
      .filter(glob => !/[*{/]/.test(glob))
      .map(path => file(path, { status: 'added' }));
    const said = found({ files });
    expect(said.length).toBeLessThan(20);
    expect(said.join('\n')).toMatch(/\d+ more files that steer checks were changed: /);
  });
});
