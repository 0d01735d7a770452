import { describe, expect, it } from 'vitest';
import { readTests } from '../../../src/run/tests/read-tests.ts';

const NODE = (pass: number, skipped: number) =>
  `ℹ tests ${pass + skipped}\nℹ suites 1\nℹ pass ${pass}\nℹ fail 0\nℹ cancelled 0\nℹ skipped ${skipped}\nℹ todo 0\nℹ duration_ms 263.6\n`;
const TAP_END = (pass: number) =>
  `1..${pass}\n# tests ${pass}\n# suites 0\n# pass ${pass}\n# fail 0\n# skipped 0\n`;
const GO_PASS = '=== RUN   TestAdd\n--- PASS: TestAdd (0.00s)\n';

/** What programs print where everything passes, and how many tests ran. */
const PASSING: readonly (readonly [title: string, tool: string, ran: number | null, output: string])[] = [
  [
    'node:test',
    'node:test',
    2,
    `✔ adds (1.2ms)\n﹣ x (0.4ms) # SKIP\n▶ s\n  ✔ y (0.1ms)\n✔ s (0.3ms)\n${NODE(2, 1)}`,
  ],
  ['node:test, with a pattern that fits nothing', 'node:test', 0, `✔ a.test.js (255.4ms)\n${NODE(1, 0)}`],
  [
    'node:test, two files of which one ended early',
    'node:test',
    1,
    `✔ test/a.test.mjs (9ms)\n✔ adds (1ms)\n${NODE(2, 0)}`,
  ],
  [
    'node:test as TAP',
    'tap',
    1,
    `TAP version 13\n# Subtest: adds\nok 1 - adds\n  ---\n  type: 'test'\n  ...\n${TAP_END(1)}`,
  ],
  [
    'node:test as TAP, a file that ended early',
    'tap',
    0,
    `TAP version 13\n# Subtest: a.test.js\nok 1 - a.test.js\n  ---\n  type: 'test'\n  ...\n${TAP_END(1)}`,
  ],
  ['TAP', 'tap', 2, 'TAP version 13\nok 1 adds\nok 2 takes\nok 3 later # SKIP\n1..3\n'],
  [
    'vitest',
    'vitest',
    3,
    ' RUN  v4.0.0 /repo\n\n Test Files  1 passed (1)\n      Tests  3 passed | 1 skipped (4)\n',
  ],
  ['vitest, no test', 'vitest', 0, ' RUN  v4.0.0 /repo\n\nNo test files found, exiting with code 0\n'],
  [
    'jest',
    'jest',
    3,
    'PASS test/a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 skipped, 3 passed, 4 total\n',
  ],
  ['jest, no test', 'jest', 0, 'No tests found, exiting with code 0\n'],
  ['mocha', 'mocha', 3, '\n  users\n    ✔ lists\n\n  3 passing (5ms)\n  1 pending\n\n'],
  ['mocha, no test', 'mocha', 0, '\n\n  0 passing (1ms)\n\n'],
  [
    'bun',
    'bun',
    3,
    'test/a.test.ts:\n(pass) adds [0.02ms]\n\n 3 pass\n 0 fail\n 3 expect() calls\nRan 3 tests across 1 file. [12.00ms]\n',
  ],
  [
    'deno',
    'deno',
    3,
    'running 3 tests from ./a_test.ts\nadds ... ok (1ms)\n\nok | 3 passed (2 steps) | 0 failed | 1 ignored (7ms)\n',
  ],
  ['pytest', 'pytest', 1, 'test_calc.py .s   [100%]\n\n========= 1 passed, 1 skipped in 0.93s =========\n'],
  ['pytest -q', 'pytest', 1, '.s     [100%]\n1 passed, 1 skipped in 0.74s\n'],
  ['pytest, all skipped', 'pytest', 0, 's     [100%]\n1 skipped in 0.74s\n'],
  [
    'pytest -q --collect-only',
    'pytest',
    0,
    'test_calc.py::T::test_add\ntest_calc.py::T::test_b\n\n2 tests collected in 0.86s\n',
  ],
  [
    'pytest --co',
    'pytest',
    0,
    '===== test session starts =====\ncollected 2 items\n\n<Dir rd>\n\n===== 2 tests collected in 1.04s =====\n',
  ],
  ['pytest --co -k', 'pytest', 0, '1/2 tests collected (1 deselected) in 0.86s\n'],
  ['unittest', 'unittest', 1, '.s\n-----\nRan 2 tests in 0.000s\n\nOK (skipped=1)\n'],
  ['go', 'go', null, 'ok  \texample.com/app/orders\t0.010s\n?   \texample.com/app/cmd\t[no test files]\n'],
  [
    'go -v',
    'go',
    3,
    `${GO_PASS}=== RUN   TestAll\n=== RUN   TestAll/one\n--- PASS: TestAll (0.00s)\n    --- PASS: TestAll/one (0.00s)\n=== RUN   TestLater\n--- SKIP: TestLater (0.00s)\nPASS\nok  \texample.com/app\t0.010s\n`,
  ],
  ['go, no test', 'go', 0, '?   \texample.com/app/cmd\t[no test files]\n'],
  [
    'go -v with a pattern that fits nothing',
    'go',
    0,
    'testing: warning: no tests to run\nPASS\nok  \texample.com/app\t0.010s [no tests to run]\n',
  ],
  [
    'cargo',
    'cargo',
    1,
    '     Running unittests src/lib.rs (target/debug/deps/sums-ecd9)\n\nrunning 2 tests\ntest tests::slow ... ignored\ntest tests::adds ... ok\n\ntest result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n   Doc-tests sums\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
  ],
  [
    'cargo nextest',
    'cargo',
    3,
    '        PASS [   0.005s] sums tests::adds\n------------\n     Summary [   0.012s] 3 tests run: 3 passed, 1 skipped\n',
  ],
  ['rspec', 'rspec', 3, 'Finished in 0.01 seconds\n4 examples, 0 failures, 1 pending\n'],
  [
    'phpunit',
    'phpunit',
    3,
    'PHPUnit 11.1.0 by Sebastian Bergmann and contributors.\n\n...  3 / 3 (100%)\n\nOK (3 tests, 5 assertions)\n',
  ],
  [
    'phpunit, some skipped',
    'phpunit',
    2,
    'PHPUnit 11.1.0 by Sebastian Bergmann and contributors.\n\nOK, but some tests were skipped!\nTests: 3, Assertions: 2, Skipped: 1.\n',
  ],
  [
    'phpunit, no test',
    'phpunit',
    0,
    'PHPUnit 11.1.0 by Sebastian Bergmann and contributors.\n\nNo tests executed!\n',
  ],
  [
    'dotnet',
    'dotnet',
    3,
    'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 12 ms - App.Tests.dll (net8.0)\n',
  ],
  [
    'dotnet, in a terminal',
    'dotnet',
    3,
    'Test summary: total: 4, failed: 0, succeeded: 3, skipped: 1, duration: 0.9s\nBuild succeeded in 2.1s\n',
  ],
  [
    'maven',
    'maven',
    2,
    '[INFO] Scanning for projects...\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in UsersTest\n[INFO] \n[INFO] Results:\n[INFO] \n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n[INFO] \n[INFO] BUILD SUCCESS\n',
  ],
  [
    'maven, skipped',
    'maven',
    null,
    '[INFO] Scanning for projects...\n[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n',
  ],
  ['gradle', 'gradle', null, '> Task :test\n\nBUILD SUCCESSFUL in 3s\n'],
  [
    'gradle that tells what passed',
    'gradle',
    2,
    '> Task :test\n\nUsersTest > lists() PASSED\n\nUsersTest > Groups > of one PASSED\n\nUsersTest > later() SKIPPED\n\nBUILD SUCCESSFUL in 3s\n',
  ],
];

describe('how many tests ran, where everything passes', () => {
  it.each(PASSING)('%s', (_, tool, ran, output) => {
    expect(readTests(output, 0)).toMatchObject({ tool, ran, failing: [] });
  });

  it('is a sum over the programs that one command runs', () => {
    const [node, rspec] = ['node:test', 'rspec'].map(name => PASSING.find(([title]) => title === name)!);
    expect(readTests(`${node![3]}${rspec![3]}`, 0).ran).toBe(5);
  });

  it.each([
    ['nothing', ''],
    ['a script that only says that all is well', 'ok\nall tests passed\n'],
    ['make, which has nothing to do', "make: 'test' is up to date.\n"],
  ])('is not known of %s', (_, output) => expect(readTests(output, 0).ran).toBeNull());

  it('counts a file of node:test where something fails, for it may be all that there is', () => {
    const output = `✔ a.test.js (2ms)\n✖ b.test.js (3ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\ntest at b.test.js:1:1\n✖ b.test.js (3ms)\n  'test failed'\n`;
    expect(readTests(output, 1)).toMatchObject({ ran: 2, failing: ['b.test.js'] });
  });
});

describe('what nextest says fails', () => {
  it('is named once, though it is told twice', () => {
    const failure = '        FAIL [   0.005s] sums tests::adds\n';
    const output = `${failure}------------\n     Summary [   0.012s] 2 tests run: 1 passed, 1 failed, 0 skipped\n${failure}error: test run failed\n`;
    expect(readTests(output, 100)).toMatchObject({ tool: 'cargo', ran: 2, failing: ['sums tests::adds'] });
  });
});
