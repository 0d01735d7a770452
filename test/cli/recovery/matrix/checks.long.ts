import { describe, expect } from 'vitest';
import type { FailureCategory } from '../../../../src/run/failure.ts';
import { type Ending, landing, scenario } from '../scenario.ts';
import { revise, WORK } from '../steps.ts';

const TSC = `src/sum.ts(4,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/sum.ts(9,3): error TS2554: Expected 2 arguments, but got 1.
`;
const PYTEST = `============================= test session starts ==============================
collected 3 items

tests/test_sum.py ..F                                                    [100%]

=================================== FAILURES ===================================
___________________________________ test_sum ___________________________________

    def test_sum():
>       assert add(1, 2) == 4
E       assert 3 == 4
E        +  where 3 = add(1, 2)

tests/test_sum.py:5: AssertionError
=========================== short test summary info ============================
FAILED tests/test_sum.py::test_sum - assert 3 == 4
========================= 1 failed, 2 passed in 0.03s ==========================
`;
const PYTHON_IMPORT = `Traceback (most recent call last):
  File "/app/main.py", line 1, in <module>
    import requests
ModuleNotFoundError: No module named 'requests'
`;
const CARGO = `   Compiling sum v0.1.0 (/app)
error[E0308]: mismatched types
 --> src/lib.rs:2:5
  |
1 | pub fn add(a: i32) -> i32 {
  |                       --- expected \`i32\` because of return type
2 |     "a"
  |     ^^^ expected \`i32\`, found \`&str\`

For more information about this error, try \`rustc --explain E0308\`.
error: could not compile \`sum\` (lib) due to 1 previous error
`;
const ESLINT = `/app/src/sum.js
  3:7   error  'total' is assigned a value but never used  no-unused-vars
  9:12  error  Expected '===' and instead saw '=='         eqeqeq

✖ 2 problems (2 errors, 0 warnings)
`;
const SQL = `psycopg2.errors.UndefinedColumn: column users.nickname does not exist
LINE 1: SELECT users.nickname FROM users
`;
const NO_PROJECT = `npm error code ENOENT
npm error syscall open
npm error path /app/package.json
npm error errno -2
npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/app/package.json'
`;
const KILLED = 'Killed\n';

const AGAIN = landing({ spent: { 1: { attempts: 1 } }, rules: { 1: ['retry.attempts'] } });
const ANEW = landing({
  spent: { 1: { attempts: 1, revisions: 1 } },
  rules: { 1: ['replan.fatal', 'retry.revised'] },
});
const LOOKED_INTO = landing({
  spent: { 1: { infra: 1, doctor: 1 } },
  rules: { 1: ['doctor.infra', 'retry.advice'] },
});

describe('a check that fails with what it prints', () => {
  const rows: readonly [
    what: string,
    output: string,
    status: number,
    category: FailureCategory,
    Required<Ending>,
  ][] = [
    ['of tsc', TSC, 2, 'build', AGAIN],
    ['of pytest', PYTEST, 1, 'tests', AGAIN],
    ['of python without a module', PYTHON_IMPORT, 1, 'import', AGAIN],
    ['of cargo', CARGO, 101, 'build', AGAIN],
    ['of eslint', ESLINT, 1, 'lint', AGAIN],
    ['of a database without the column', SQL, 1, 'schema_mismatch', ANEW],
    ['of npm without a project', NO_PROJECT, 254, 'wrong_tech_stack', ANEW],
    ['of a program that was killed', KILLED, 137, 'infra.crash', LOOKED_INTO],
    ['of something unknown', 'It is not good.\n', 1, 'checks', AGAIN],
  ];
  for (const [what, output, status, category, ending] of rows) {
    scenario(
      what,
      {
        files: { 'output.txt': output },
        // The first attempt leaves a file, at sight of which the check fails.
        script: {
          developer: { 1: [[WORK, { write: { path: 'bad.txt', content: 'x' } }], [WORK]] },
          replanner: { 1: [[revise()]] },
        },
        settings: {
          checks: [{ command: `test ! -e bad.txt || { cat output.txt; exit ${status}; }`, kind: 'other' }],
        },
      },
      ending,
      ({ of, shop }) => {
        expect(of('phase_retry')).toMatchObject([{ failure: { category } }]);
        expect(shop.git('ls-tree', '--name-only', 'work', '1.txt', 'bad.txt')).toBe('1.txt\n');
      },
    );
  }
});
