import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../../src/run/event.ts';
import type { FailureCategory } from '../../../../src/run/failure.ts';
import { categoryOfChecks } from '../../../../src/run/policy/failure/categorise.ts';
import { outputOf } from '../../tests/expected/expected.ts';
import { OF_CODE, type Output } from './outputs-of-code.ts';
import { OF_RUNS } from './outputs-of-runs.ts';

const failed = (tail: string, more: Partial<CheckResult> = {}): CheckResult => ({
  command: './check.sh',
  passed: false,
  verdict: 'failed',
  note: '',
  outcome: 'exit status 1',
  tail,
  outputFile: '',
  ...more,
});
const TYPES = "src/a.ts(1,5): error TS2322: Type 'string' is not assignable to type 'number'.";
const MISSING = "Error: Cannot find module 'chai'";
const ASSERTED = 'AssertionError: expected 1 to equal 2';
const STYLE = '✖ 1 problem (1 error, 0 warnings)';
const DIED = "TypeError: Cannot read properties of undefined (reading 'name')";
const NO_COLUMN = 'sqlite3.OperationalError: no such column: email';
const NO_FIELD = 'GraphQLError: Cannot query field "a" on type "B".';
const NO_PROJECT = 'error: could not find `Cargo.toml` in `/repo` or any parent directory';
const OFFLINE = 'curl: (6) Could not resolve host: github.com';
const FULL = 'cp: error writing x: No space left on device';

describe('what a failed check is about', () => {
  it.each<Output>([...OF_CODE, ...OF_RUNS])('is told by %s', (_, command, exit, text, expected) => {
    expect(categoryOfChecks([failed(text, { command, outcome: `exit status ${exit}` })])).toBe(expected);
  });

  it.each<[file: string, expected: FailureCategory]>([
    ['bun-missing-package', 'import'],
    ['cargo-missing-mod', 'import'],
    ['cargo-no-project', 'wrong_tech_stack'],
    ['cargo-red-all', 'tests'],
    ['cargo-syntax', 'build'],
    ['deno-types', 'build'],
    ['deno-uncaught', 'import'],
    ['dotnet-missing-package', 'import'],
    ['dotnet-red', 'tests'],
    ['eslint', 'lint'],
    ['go-missing-package', 'import'],
    ['go-panic', 'logic'],
    ['go-red', 'tests'],
    ['go-unused', 'build'],
    ['gradle-kotlin-syntax', 'build'],
    ['gradle-missing-class', 'build'],
    ['gradle-red', 'logic'],
    ['jest-missing-file', 'import'],
    ['jest-syntax', 'build'],
    ['make-missing-program', 'checks'],
    ['maven-missing-package', 'import'],
    ['mocha-red', 'logic'],
    ['node-missing-export', 'import'],
    ['node-spec', 'tests'],
    ['node-syntax-tap', 'build'],
    ['npm-missing-script', 'checks'],
    ['phpunit-syntax', 'build'],
    ['pytest-missing-name', 'import'],
    ['pytest-none', 'checks'],
    ['pytest-red', 'logic'],
    ['pytest-syntax', 'build'],
    ['python-missing-program', 'import'],
    ['rspec-missing-constant', 'import'],
    ['rspec-red', 'logic'],
    ['tap-tape', 'tests'],
    ['tsc-types', 'build'],
    ['unittest-missing-module', 'import'],
    ['unittest-syntax', 'build'],
    ['vitest-red', 'tests'],
    ['vitest-syntax', 'build'],
  ])('is told by what a test program really printed: %s', (file, expected) => {
    expect(categoryOfChecks([failed(outputOf(file).slice(-4_000))])).toBe(expected);
  });

  it.each<[what: string, tail: string]>([
    ['an assertion that quotes it', "AssertionError: expected 'no such column: x' to be 'ok'"],
    ['pytest, comparing', "E       assert 'no such table: x' == 'ok'\nE         - no such table: x"],
    ['a diff', "- Error: Unknown column 'a' in 'b'\n+ SQLITE_ERROR: no such table: users"],
    ['source code', '> 6 |   throw new Error(\'relation "users" does not exist\');'],
    ['a sentence', 'the test shows that no such column: x can be asked for'],
    ['a log', '2026-11-16 10:00:00 UTC [7] ERROR:  relation "users" does not exist at character 15'],
    ['a log by level', 'ERROR:app.db:no such table: users'],
    ['a status in passing', 'GET /users 404 12 ms'],
    ['a project that is named', 'see package.json, Cargo.toml, go.mod and pom.xml'],
    ['a keyword of a library', "TypeError: list() got an unexpected keyword argument 'limit'"],
  ])('is not that the plan is wrong for %s', (_, tail) => {
    expect(categoryOfChecks([failed(tail)])).toSatisfy(category =>
      ['checks', 'tests', 'logic'].includes(category),
    );
  });

  it.each([
    ' FAIL  test/disk.test.ts > tells of ENOSPC: no space left on device',
    '   × tells of Could not resolve host (12ms)',
    "  ● load › says Cannot find module 'x'",
    '✖ tells of error TS2322: types (1.2ms)',
    'not ok 3 - SQLITE_ERROR: no such table: users is told',
    "  2) Error: Unknown column 'a' in 'b' is told",
    'FAILED tests/test_disk.py::test_full[No space left on device]',
    'FAILED tests/test_disk.py::test_full[No space left on device] - assert 1 == 2',
    'rspec ./spec/disk_spec.rb:5 # Disk tells of No space left on device',
  ])('is not told by the name of a test: %s', title => {
    expect(categoryOfChecks([failed(title)])).toSatisfy(category => ['checks', 'tests'].includes(category));
  });

  it.each<[outcome: string, expected: FailureCategory]>([
    ['exit status 1', 'tests'],
    ['still running after 600 s', 'checks'],
    ['printed too much', 'checks'],
    ['ended by SIGTERM', 'tests'],
  ])('is not told by what it printed before it was over: %s', (outcome, expected) => {
    expect(categoryOfChecks([failed(ASSERTED, { outcome })])).toBe(expected);
  });

  it.each<[outcome: string, expected: FailureCategory]>([
    ['ended by SIGKILL', 'infra.crash'],
    ['ended by SIGSEGV', 'logic'],
    ['ended by SIGTERM', 'checks'],
  ])('is told by its end where it says nothing: %s', (outcome, expected) => {
    expect(categoryOfChecks([failed('', { outcome })])).toBe(expected);
  });

  it.each<[command: string, expected: FailureCategory]>([
    ['npx eslint .', 'lint'],
    ['cd web && npm run lint', 'lint'],
    ['cargo fmt --check', 'lint'],
    ['npm test', 'tests'],
    ['make test', 'tests'],
    ['cargo test --workspace', 'tests'],
    ['npm run test:unit', 'tests'],
    ['npm run build', 'build'],
    ['./node_modules/.bin/tsc -p .', 'build'],
    ['docker build .', 'build'],
    ['npm run lint && npm test', 'checks'],
    ['test -f dist/index.js', 'checks'],
    ['./verify.sh', 'checks'],
  ])('is told by its command where nothing else tells: %s', (command, expected) => {
    expect(categoryOfChecks([failed('it did not work', { command })])).toBe(expected);
  });
});

describe('of several causes', () => {
  /** Each is thought to come of those before it. */
  const ORDER: readonly (readonly [tail: string, category: FailureCategory])[] = [
    [FULL, 'infra.disk'],
    ['Killed', 'infra.crash'],
    [OFFLINE, 'infra.network'],
    [NO_PROJECT, 'wrong_tech_stack'],
    [MISSING, 'import'],
    [TYPES, 'build'],
    [NO_COLUMN, 'schema_mismatch'],
    [NO_FIELD, 'api_contract_wrong'],
    [DIED, 'logic'],
    [ASSERTED, 'tests'],
    [STYLE, 'lint'],
    ['something else', 'checks'],
  ];

  it('that nearest to the root is told, in one check or in several, in any order', () => {
    for (const [at, [tail, category]] of ORDER.entries()) {
      for (const [later] of ORDER.slice(at + 1)) {
        expect(categoryOfChecks([failed(tail), failed(later)]), `${category}, then ${later}`).toBe(category);
        expect(categoryOfChecks([failed(later), failed(tail)]), `${later}, then ${category}`).toBe(category);
        expect(categoryOfChecks([failed(`${later}\n${tail}`)]), `${later} beside ${category}`).toBe(category);
      }
    }
  });

  it('those of checks that passed do not count', () => {
    const known = failed(TYPES, { passed: true, verdict: 'known' });
    expect(categoryOfChecks([known, failed(STYLE)])).toBe('lint');
    expect(categoryOfChecks([known])).toBe('checks');
    expect(categoryOfChecks([])).toBe('checks');
  });

  it('a test that passes too early has none', () => {
    expect(categoryOfChecks([failed(TYPES, { verdict: 'premature' })])).toBe('checks');
  });

  it('is read from the end of the longest output, in colours too', () => {
    expect(categoryOfChecks([failed(`${'x'.repeat(900_000)}\n\x1b[31m${TYPES}\x1b[0m`)])).toBe('build');
    expect(categoryOfChecks([failed(`${'error: '.repeat(200_000)}\n${STYLE}`)])).toBe('lint');
  });
});
