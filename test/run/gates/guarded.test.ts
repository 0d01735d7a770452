import { describe, expect, it } from 'vitest';
import { isGuarded, isTestPath } from '../../../src/run/gates.ts';

describe('tests by their path', () => {
  it.each([
    'src/a.test.ts',
    'src/a.spec.tsx',
    'src/a_test.go',
    'lib/a_spec.rb',
    'a-test.js',
    'types/a.test-d.ts',
    'test/anything.ts',
    'tests/it.rs',
    'packages/x/__tests__/a.js',
    'spec/models/user.rb',
    'e2e/login.ts',
    'cypress/integration/a.js',
    'app/a.cy.ts',
    'test_users.py',
    'app/tests.py',
    'conftest.py',
    'src/test/java/a/UserService.java',
    'a/UserTest.java',
    'a/APITest.java',
    'a/TestUser.java',
    'a/UserTests.kt',
    'a/UserIT.java',
    'a/UserSpec.scala',
    'Shop.Tests/CartShould.cs',
    'CartTests.cs',
    'ShopTests/Cart.swift',
    'src/UserTest.php',
    'features/login.feature',
    'a.bats',
    '"test/caf\\303\\251.ts"',
    '"src/caf\\303\\251.test.ts"',
  ])('%s is one', path => {
    expect(isTestPath(path)).toBe(true);
    expect(isGuarded(path)).toBe(true);
  });

  it.each([
    'src/a.ts',
    'src/latest.ts',
    'src/contest.py',
    'src/attest/a.ts',
    'src/inspect.ts',
    'src/Latest.java',
    'src/EXIT.java',
    'testing.md',
    'test/README.md',
    'test/fixtures/big.json',
    'tests/__snapshots__/a.snap',
    'src/testament.go',
    'protest/a.ts',
  ])('%s is none', path => expect(isTestPath(path)).toBe(false));
});

describe('what says how checks run', () => {
  it.each([
    'package.json',
    'web/package.json',
    'Makefile',
    'pyproject.toml',
    'tox.ini',
    'setup.cfg',
    'pytest.ini',
    'Cargo.toml',
    'phasewright.yaml',
    '.github/workflows/ci.yml',
    '.github/actions/x/action.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    '.husky/pre-commit',
    'vitest.config.ts',
    'web/jest.config.js',
    'playwright.config.ts',
    'eslint.config.mjs',
    '.eslintrc.json',
    '.mocharc.yml',
    '.coveragerc',
    'tsconfig.json',
    'tsconfig.build.json',
    'build.gradle.kts',
    'pom.xml',
    'phpunit.xml.dist',
    'codecov.yml',
    '.pre-commit-config.yaml',
    'scripts/run-tests.sh',
    'ci.sh',
    'scripts/check_all.sh',
    'src/lib.rs',
  ])('%s is guarded', path => expect(isGuarded(path)).toBe(true));

  it.each([
    'src/index.ts',
    'src/package.ts',
    'docs/config.yml',
    '.github/ISSUE_TEMPLATE.md',
    'circleci/a.yml',
    'deploy.sh',
    'src/tsconfig.ts',
    'package-lock.json',
    '',
  ])('%s is not', path => expect(isGuarded(path)).toBe(false));

  it('takes a path of any length', () => {
    expect(isGuarded('a/'.repeat(100_000))).toBe(false);
    expect(isGuarded(`${'-'.repeat(1_000_000)}.test.ts`)).toBe(true);
  });
});
