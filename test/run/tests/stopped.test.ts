import { describe, expect, it } from 'vitest';
import { readTests } from '../../../src/run/tests/read-tests.ts';

const stopped = (command: string, output: string): string | null => readTests(output, 1, { command }).stopped;

describe('a run that stopped at a failure', () => {
  it.each([
    ['!!!!!!!!! stopping after 1 failures !!!!!!!!!'],
    ['!!!!!! Interrupted: stopping after 2 failures !!!!!!'],
    ['Test Suites: 1 failed, 1 of 3 total'],
    ['Bail out! no'],
    [' Test Files  1 failed (2)'],
    ['      Tests  1 failed | 1 passed (4)'],
    ['error: test failed, to rerun pass `--lib`'],
    ['[INFO] web ................ SKIPPED'],
  ])('is known by its words: %s', line => {
    expect(stopped('make', `before\n${line}\nafter`)).not.toBeNull();
  });

  it.each([
    ['Test Suites: 1 failed, 2 passed, 3 total'],
    [' Test Files  1 failed | 1 passed (2)'],
    ['      Tests  1 failed | 1 passed | 2 skipped (4)'],
    ['error: test failed, to rerun pass `--doc`'],
    ['[INFO] web ................ SUCCESS'],
    ['!!!! Interrupted: 1 error during collection !!!!'],
  ])('is no other: %s', line => {
    expect(stopped('make', line)).toBeNull();
  });

  it.each([
    ['pytest -q -x', '-x'],
    ['python -m pytest --exitfirst', '--exitfirst'],
    ['pytest --maxfail=2', '--maxfail'],
    ['npx jest --bail', '--bail'],
    ['npx mocha -b', '-b'],
    ['go test -failfast ./...', '-failfast'],
    ['phpunit --stop-on-failure', '--stop-on-failure'],
    ['rspec --fail-fast', '--fail-fast'],
  ])('is known by its command: %s', (command, flag) => {
    expect(stopped(command, 'no')).toContain(flag);
  });

  it.each([
    ['cargo test --no-fail-fast'],
    ['npx jest --bail=0'],
    ['pytest --maxfail 0'],
    ['bash -x test.sh && pytest'],
    ['pytest | grep -x ok'],
  ])('is no other command: %s', command => {
    expect(stopped(command, 'no')).toBeNull();
  });
});
