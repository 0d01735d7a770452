import { describe, expect, it } from 'vitest';
import { redness } from '../../../src/run/tests/redness.ts';

const check = (output: string, exitCode: number | null, state: string, reason?: string) => {
  const found = redness(exitCode === 0, exitCode, output);
  expect(found, output).toMatchObject({ state, ...(reason === undefined ? {} : { reason }) });
};

const loadError = (error: string) =>
  ` RUN  v3.2.4 /repo\n\n FAIL  test/a.test.ts [ test/a.test.ts ]\n${error}\n\n Test Files  1 failed (1)\n      Tests  no tests\n`;

const collecting = (error: string) =>
  `=== test session starts ===\n_ ERROR collecting tests/test_a.py _\nE   ${error}\n=== short test summary info ===\nERROR tests/test_a.py\n=== 1 error in 0.10s ===\n`;

describe('tests that are to fail before the implementation', () => {
  it.each([
    [`Error: Cannot find module '../src/users.js' imported from /repo/test/a.test.ts`],
    [`Error: Cannot find module '/repo/src/users.js' imported from /repo/test/a.test.ts`],
    [`Error: Failed to resolve import "../src/users" from "test/a.test.ts". Does the file exist?`],
    [`Error: Failed to load url ../src/users (resolved id: ../src/users) in /repo/test/a.test.ts.`],
    [`Error: Cannot find package '@/users' imported from /repo/test/a.test.ts`],
    [`SyntaxError: The requested module '../src/users.js' does not provide an export named 'list'`],
    [`TypeError: list is not a function`],
    [`AssertionError: expected 1 to be 2`],
  ])('may lack something of the project when they load: %s', error => {
    check(loadError(error), 1, 'red');
  });

  it.each([
    [`Error: Cannot find package 'express' imported from /repo/test/a.test.ts`],
    [`Error: Cannot find module '/repo/node_modules/x/dist/gone.js' imported from /repo/test/a.test.ts`],
    [`Error: Failed to resolve import "@scope/kit" from "test/a.test.ts". Does the file exist?`],
    [`SyntaxError: The requested module 'express' does not provide an export named 'list'`],
    [`SyntaxError: Unexpected token ')'`],
    [`ReferenceError: describe is not defined`],
    [`ReferenceError: nobody is not defined`],
    [`Error: ENOENT: no such file or directory, open '/repo/test/data.json'`],
    [`Error: Transform failed with 1 error:`],
    ['something that nobody foresaw'],
  ])('may lack nothing that the project cannot give: %s', error => {
    check(loadError(error), 1, 'broken');
  });

  it.each([
    [`ModuleNotFoundError: No module named 'app.users'`, 'red'],
    [`ModuleNotFoundError: No module named 'app.users'; 'app' is not a package`, 'red'],
    [`ModuleNotFoundError: No module named 'requests'`, 'broken'],
    [`ImportError: cannot import name 'users' from 'app' (/repo/app/__init__.py)`, 'red'],
    [
      `ImportError: cannot import name 'x' from 'flask' (/venv/lib/python3.11/site-packages/flask/__init__.py)`,
      'broken',
    ],
    [`AttributeError: module 'app' has no attribute 'users'`, 'red'],
    [`IndentationError: unexpected indent`, 'broken'],
    [`NameError: name 'users' is not defined`, 'broken'],
    [`FileNotFoundError: [Errno 2] No such file or directory: 'data.json'`, 'broken'],
  ] as const)('are told apart in Python: %s', (error, state) => check(collecting(error), 2, state));

  it('are broken where one file is, although others fail as they are to', () => {
    const both = `${loadError(`Error: Cannot find package 'express' imported from /repo/test/a.test.ts`)}\n FAIL  test/b.test.ts > adds\n`;
    check(both, 1, 'broken', 'test/a.test.ts: the package express is missing');
  });

  it('fail as tests although what fails in them reads like an error of loading', () => {
    const test = ` RUN  v3.2.4 /repo\n\n FAIL  test/a.test.ts > reads\nSyntaxError: Unexpected end of JSON input\n\n      Tests  1 failed (1)\n`;
    check(test, 1, 'red', 'test/a.test.ts > reads fails');
  });

  it('do not count as run where the program is missing, cannot start, or was ended', () => {
    check('', 127, 'broken', 'the test program is missing');
    check('', 126, 'broken', 'the test program cannot be started');
    check('', null, 'broken', 'the tests were ended before they were through');
    check(' RUN  v3.2.4 /repo\n FAIL  test/a.test.ts > adds\n', null, 'broken');
  });

  it('are red where the command fails and nothing speaks against it', () => {
    check('assertion 3 of 7: wrong', 1, 'red', 'the command fails; what it prints is not known');
  });

  it('are green where the command passes, but not where it found no test', () => {
    check('all good', 0, 'green', 'the tests pass');
    check('      Tests  2 passed (2)\n Test Files  1 passed (1)\n', 0, 'green', '2 tests ran, none fails');
    check('Ran 0 tests in 0.000s\n\nOK\n', 0, 'broken', 'no test was found');
  });
});
