import type { Output } from './outputs-of-code.ts';

/** Tests, programs that die, databases, interfaces, projects of another kind, and the machine. */
export const OF_RUNS: readonly Output[] = [
  [
    'pytest: an assertion',
    'pytest -q',
    1,
    `    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
E        +  where 3 = total([1, 2])

tests/test_sums.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_sums.py::test_total - assert 3 == 4
1 failed, 4 passed in 0.03s`,
    'tests',
  ],
  [
    'pytest: an error of the code',
    'pytest -q',
    1,
    `E   KeyError: 'name'

src/users.py:9: KeyError
=========================== short test summary info ============================
FAILED tests/test_users.py::test_name - KeyError: 'name'
1 failed in 0.02s`,
    'logic',
  ],
  [
    'unittest: an assertion',
    'python -m unittest',
    1,
    `FAIL: test_adds (test_sums.Sums.test_adds)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/repo/test_sums.py", line 7, in test_adds
    self.assertEqual(total(1, 2), 3)
AssertionError: -1 != 3

Ran 1 test in 0.001s

FAILED (failures=1)`,
    'tests',
  ],
  [
    'jest: an assertion that quotes an error',
    'npm test',
    1,
    `FAIL test/load.test.js
  ● load › says what is missing

    expect(received).toBe(expected) // Object.is equality

    Expected: "Cannot find module 'x'"
    Received: "no such column: y"

    > 6 |     expect(load('x')).toBe("Cannot find module 'x'");

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 total`,
    'tests',
  ],
  [
    'vitest: an assertion',
    'vitest run',
    1,
    ` FAIL  test/users.test.ts > users > lists all
AssertionError: expected [] to deeply equal [ 'ann' ]

- Expected
+ Received

- [ "ann" ]
+ []

 Test Files  1 failed (1)
      Tests  1 failed | 2 passed (3)`,
    'tests',
  ],
  [
    'mocha: an error of the code',
    'npx mocha',
    1,
    "  0 passing (4ms)\n  1 failing\n\n  1) users\n       lists:\n     TypeError: Cannot read properties of undefined (reading 'name')\n      at list (src/users.js:3:14)",
    'logic',
  ],
  [
    'node:test: an assertion',
    'node --test',
    1,
    'ℹ tests 1\nℹ pass 0\nℹ fail 1\n\n✖ failing tests:\n\ntest at test/sum.test.js:4:1\n✖ adds (1.2ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n  -1 !== 3',
    'tests',
  ],
  [
    'node: uncaught, of no known class',
    'node seed.js',
    1,
    "/repo/seed.js:3\nthrow new Error('nothing to seed');\n^\n\nError: nothing to seed\n    at Object.<anonymous> (/repo/seed.js:3:7)\n\nNode.js v24.1.0",
    'logic',
  ],
  [
    'cargo test: an assertion',
    'cargo test',
    101,
    "test tests::adds ... FAILED\n\n---- tests::adds stdout ----\n\nthread 'tests::adds' (57) panicked at src/lib.rs:5:25:\nassertion `left == right` failed\n  left: -1\n right: 3\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nerror: test failed, to rerun pass `--lib`",
    'tests',
  ],
  [
    'rust: a panic',
    'cargo test',
    101,
    "test tests::adds ... FAILED\n\nthread 'tests::adds' (57) panicked at src/lib.rs:5:25:\nindex out of bounds: the len is 0 but the index is 1\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
    'logic',
  ],
  [
    'rust: a panic as older compilers print it',
    'cargo run',
    101,
    "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/main.rs:3:29",
    'logic',
  ],
  [
    'go test: an assertion',
    'go test ./...',
    1,
    '--- FAIL: TestList (0.00s)\n    users_test.go:12: got [], want [ann]\nFAIL\nFAIL\texample.com/app/users\t0.004s\nFAIL',
    'tests',
  ],
  [
    'go: a nil pointer',
    'go test ./...',
    1,
    'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4f1a2b]\n\ngoroutine 7 [running]:\nFAIL\texample.com/app/users\t0.005s',
    'logic',
  ],
  [
    'go test: a hang',
    'go test ./...',
    1,
    'panic: test timed out after 10m0s\n\ngoroutine 17 [running]:\nFAIL\texample.com/app/users\t600.01s\nFAIL',
    'tests',
  ],
  [
    'junit by maven: an assertion',
    'mvn test',
    1,
    '[ERROR] com.acme.UsersTest.lists -- Time elapsed: 0.006 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <3> but was: <2>\n\tat com.acme.UsersTest.lists(UsersTest.java:12)\n[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE',
    'tests',
  ],
  [
    'junit by maven: a null pointer, in the summary',
    'mvn test',
    1,
    '[ERROR] Errors: \n[ERROR]   UsersTest.groups:20 » NullPointer Cannot invoke "String.length()"\n[INFO] \n[ERROR] Tests run: 3, Failures: 0, Errors: 1, Skipped: 0',
    'logic',
  ],
  [
    'java: uncaught',
    'java -jar app.jar --selftest',
    1,
    'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "User.name()" because "user" is null\n\tat com.acme.Main.main(Main.java:9)',
    'logic',
  ],
  [
    'rspec: an expectation',
    'bundle exec rspec',
    1,
    'Failures:\n\n  1) Users lists all of them\n     Failure/Error: expect(Users.all).to eq(["ann"])\n\n       expected: ["ann"]\n            got: []\n\n4 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/users_spec.rb:5 # Users lists all of them',
    'tests',
  ],
  [
    'playwright: an expectation',
    'npx playwright test',
    1,
    '  1) [chromium] › users.spec.ts:3:5 › lists\n\n    Error: expect(locator).toBeVisible() failed\n\n    Locator: getByText("ann")\n  1 failed',
    'tests',
  ],
  ['c: a segmentation fault', './run-tests', 139, 'Segmentation fault (core dumped)', 'logic'],
  ['c: nothing but a status', './run-tests', 139, '', 'logic'],
  [
    'c: an assert',
    './run-all',
    134,
    "run-all: sums.c:9: total: Assertion `n > 0' failed.\nAborted (core dumped)",
    'tests',
  ],
  [
    'an address sanitiser',
    './run-tests',
    1,
    '==71==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x0000004f',
    'logic',
  ],
  [
    'sqlite by sqlalchemy: a column',
    'pytest',
    1,
    'E       sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) no such column: users.email\nE       [SQL: SELECT users.email FROM users]\n\nFAILED tests/test_users.py::test_email - sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) no such co...\n1 failed in 0.30s',
    'schema_mismatch',
  ],
  [
    'sqlite by django: a table',
    'python manage.py test',
    1,
    'django.db.utils.OperationalError: no such table: shop_order\n\nRan 3 tests in 0.020s\n\nFAILED (errors=1)',
    'schema_mismatch',
  ],
  [
    'sqlite by node: not null',
    'vitest run',
    1,
    'SqliteError: NOT NULL constraint failed: users.email\n ❯ src/users.ts:9:6\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)',
    'schema_mismatch',
  ],
  [
    'postgres by psql: a relation',
    'psql -v ON_ERROR_STOP=1 -f seed.sql',
    3,
    'psql:seed.sql:3: ERROR:  relation "users" does not exist\nLINE 1: INSERT INTO users VALUES (1);',
    'schema_mismatch',
  ],
  [
    'postgres by psycopg: not null',
    'pytest',
    1,
    'E       psycopg2.errors.NotNullViolation: null value in column "email" of relation "users" violates not-null constraint\nE       DETAIL:  Failing row contains (1, null).\n1 failed in 0.30s',
    'schema_mismatch',
  ],
  [
    'postgres by go: a column',
    'go test ./...',
    1,
    '--- FAIL: TestList (0.00s)\n    users_test.go:12: pq: column "emial" does not exist\nFAIL',
    'schema_mismatch',
  ],
  [
    'mysql: a column',
    'pytest',
    1,
    `E       pymysql.err.OperationalError: (1054, "Unknown column 'emial' in 'field list'")\n1 failed in 0.30s`,
    'schema_mismatch',
  ],
  [
    'prisma: a column',
    'npm test',
    1,
    'PrismaClientKnownRequestError: \nInvalid `prisma.user.findMany()` invocation:\n\n\nThe column `User.email` does not exist in the current database.',
    'schema_mismatch',
  ],
  [
    'graphql: a field',
    'npm run codegen',
    1,
    '[FAILED] GraphQL Document Validation failed with 1 errors;\nError 0: \nCannot query field "emial" on type "User". Did you mean "email"?\n    at /repo/src/users.graphql:3:5',
    'api_contract_wrong',
  ],
  [
    'grpc in go: a method',
    'go test ./...',
    1,
    '--- FAIL: TestList (0.00s)\n    c_test.go:9: rpc error: code = Unimplemented desc = unknown method ListUsers for service users.Users\nFAIL',
    'api_contract_wrong',
  ],
  [
    'grpc in node: a method',
    'node smoke.js',
    1,
    'Error: 12 UNIMPLEMENTED: The server does not implement the method ListUsers\n\nNode.js v24.1.0',
    'api_contract_wrong',
  ],
  [
    'dredd: an endpoint',
    'dredd api.yml http://127.0.0.1:3000',
    1,
    "fail: GET (200) /users duration: 21ms\nfail: statusCode: Expected status code '200', but got '404'.\ncomplete: 0 passing, 1 failing",
    'api_contract_wrong',
  ],
  [
    'npm: no project',
    'npm test',
    254,
    "npm error code ENOENT\nnpm error syscall open\nnpm error path /repo/package.json\nnpm error errno -2\nnpm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/repo/package.json'",
    'wrong_tech_stack',
  ],
  [
    'npm: an engine',
    'npm ci',
    1,
    'npm error code EBADENGINE\nnpm error engine Unsupported engine\nnpm error engine Not compatible with your version of node/npm: app@1.0.0',
    'wrong_tech_stack',
  ],
  [
    'npm: an engine that it only warns of',
    'npm test',
    1,
    "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   package: 'x@1.0.0',\n\nnot ok 1 - adds\n1..1\n# tests 1\n# fail 1",
    'tests',
  ],
  [
    'go: no project',
    'go test ./...',
    1,
    "go: go.mod file not found in current directory or any parent directory; see 'go help modules'",
    'wrong_tech_stack',
  ],
  [
    'maven: no project',
    'mvn test',
    1,
    '[ERROR] The goal you specified requires a project to execute but there is no POM in this directory (/repo). Please verify you invoked Maven from the correct directory. -> [Help 1]',
    'wrong_tech_stack',
  ],
  [
    'pip: an interpreter',
    'pip install -e .',
    1,
    "ERROR: Package 'app' requires a different Python: 3.8.10 not in '>=3.11'",
    'wrong_tech_stack',
  ],
  [
    'a test that prints what cargo says of no project',
    'npx vitest run',
    1,
    'error: could not find `Cargo.toml` in `/repo` or any parent directory\n FAIL  test/a.test.ts > a > b\nAssertionError: expected 1 to be 0\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)',
    'tests',
  ],
  [
    'a full disk',
    'npm run build',
    1,
    "[Error: ENOSPC: no space left on device, write] {\n  errno: -28,\n  code: 'ENOSPC'\n}\nerror TS5033: Could not write file",
    'infra.disk',
  ],
  [
    'too many watched files, which is no full disk',
    'npx jest --watch',
    1,
    "Error: ENOSPC: System limit for number of file watchers reached, watch '/repo'",
    'tests',
  ],
  [
    'npm without a network',
    'npm ci',
    1,
    'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error request to https://packages.acme.dev/x failed, reason: getaddrinfo EAI_AGAIN packages.acme.dev',
    'infra.network',
  ],
  [
    'cargo without a network',
    'cargo build',
    101,
    'warning: spurious network error (3 tries remaining): [6] Could not resolve hostname\nerror: failed to get `serde` as a dependency of package `app`\n\nCaused by:\n  [6] Could not resolve host: github.com',
    'infra.network',
  ],
  [
    'a database of this machine that is not there',
    'npm test',
    1,
    'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect\nnot ok 1 - lists\n1..1\n# tests 1\n# fail 1',
    'tests',
  ],
  [
    'a host far away that refuses',
    'npm run smoke',
    1,
    'Error: connect ECONNREFUSED 203.0.113.9:443\n    at TCPConnectWrap.afterConnect',
    'infra.network',
  ],
  ['killed for its memory, by the shell', 'npm test', 137, 'Killed', 'infra.crash'],
  [
    'killed for its memory, by gcc',
    'make',
    2,
    'c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.',
    'infra.crash',
  ],
  [
    'a heap that is too small for the program',
    'npm test',
    134,
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\nAborted (core dumped)',
    'logic',
  ],
  ['a program that is missing', 'zap check', 127, '/bin/sh: 1: zap: not found', 'checks'],
  ['nothing that is known', './check.sh', 1, 'the figures do not add up', 'checks'],
  ['silence', './check.sh', 1, '', 'checks'],
];
