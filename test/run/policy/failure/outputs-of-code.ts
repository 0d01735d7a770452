import type { FailureCategory } from '../../../../src/run/failure.ts';

/** What a tool prints where it fails, by the command that starts it and its exit status. */
export type Output = readonly [
  what: string,
  command: string,
  exit: number,
  text: string,
  expected: FailureCategory,
];

/** Modules that are missing, compilers and linters. */
export const OF_CODE: readonly Output[] = [
  [
    'node: a package',
    'node dist/main.js',
    1,
    `node:internal/modules/package_json_reader:314
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /repo/dist/main.js
    at packageResolve (node:internal/modules/esm/resolve:768:81) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v24.1.0`,
    'import',
  ],
  [
    'webpack: a file',
    'npm run build',
    1,
    `ERROR in ./src/index.js 1:0-28
Module not found: Error: Can't resolve './users' in '/repo/src'

webpack 5.98.0 compiled with 1 error in 341 ms`,
    'import',
  ],
  [
    'vite: an import',
    'vite build',
    1,
    `vite v6.2.0 building for production...
✗ Build failed in 61ms
error during build:
[vite]: Rollup failed to resolve import "lodash-es" from "/repo/src/main.ts".`,
    'import',
  ],
  [
    'esbuild: an import',
    'npx esbuild src/main.ts --bundle',
    1,
    `✘ [ERROR] Could not resolve "left-pad"

    src/main.ts:1:20:
      1 │ import leftPad from "left-pad";
        ╵                     ~~~~~~~~~~

1 error`,
    'import',
  ],
  [
    'python: a module, not in a test',
    'python manage.py check',
    1,
    `Traceback (most recent call last):
  File "/repo/manage.py", line 11, in main
    from django.core.management import execute_from_command_line
ModuleNotFoundError: No module named 'django'`,
    'import',
  ],
  [
    'pip: a version that is not there',
    'pip install -r requirements.txt',
    1,
    `ERROR: Could not find a version that satisfies the requirement flask==99.0 (from versions: 3.0.3, 3.1.0)
ERROR: No matching distribution found for flask==99.0`,
    'import',
  ],
  [
    'npm: a package that is not there',
    'npm ci',
    1,
    `npm error code E404
npm error 404 Not Found - GET https://packages.acme.dev/not-there - Not found
npm error 404
npm error 404  'not-there@^1.0.0' is not in this registry.`,
    'import',
  ],
  [
    'mypy: a module without stubs',
    'mypy src',
    1,
    `src/app.py:3: error: Cannot find implementation or library stub for module named "orders"  [import-not-found]
src/app.py:3: note: See https://mypy.readthedocs.io/en/stable/running_mypy.html#missing-imports
Found 1 error in 1 file (checked 4 source files)`,
    'import',
  ],
  [
    'gcc: a header',
    'make',
    2,
    `cc -Wall -c main.c -o main.o
main.c:2:10: fatal error: zlib.h: No such file or directory
    2 | #include <zlib.h>
      |          ^~~~~~~~
compilation terminated.
make: *** [Makefile:4: main.o] Error 1`,
    'import',
  ],
  [
    'clang: a header',
    'make',
    2,
    "main.c:2:10: fatal error: 'zlib.h' file not found\n#include <zlib.h>\n         ^~~~~~~~\n1 error generated.",
    'import',
  ],
  [
    'ld: a library',
    'make',
    2,
    '/usr/bin/ld: cannot find -lpq: No such file or directory\ncollect2: error: ld returned 1 exit status',
    'import',
  ],
  [
    'cargo: a crate',
    'cargo build',
    101,
    `error: no matching package named \`serdee\` found
location searched: crates.io index
required by package \`app v0.1.0 (/repo)\``,
    'import',
  ],
  [
    'go build: a package',
    'go build ./...',
    1,
    'main.go:4:2: package app/users is not in std (/usr/local/go/src/app/users)',
    'import',
  ],
  [
    'gradle: a dependency',
    './gradlew build',
    1,
    `FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Could not resolve all files for configuration ':compileClasspath'.
   > Could not find com.acme:users:9.9.9.
     Searched in the following locations:`,
    'import',
  ],
  [
    'ruby: a gem',
    'bundle exec rake',
    1,
    "<internal:kernel_require.rb>:136:in `require': cannot load such file -- sinatra (LoadError)",
    'import',
  ],
  [
    'tsc: types',
    'tsc --noEmit',
    2,
    `src/users.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/users.ts(19,11): error TS2339: Property 'name' does not exist on type 'User'.`,
    'build',
  ],
  [
    'mypy: types',
    'mypy src',
    1,
    `src/app.py:7: error: Incompatible return value type (got "str", expected "int")  [return-value]
Found 1 error in 1 file (checked 4 source files)`,
    'build',
  ],
  [
    'pyright: types',
    'pyright',
    1,
    `/repo/src/app.py
  /repo/src/app.py:7:12 - error: Type "str" is not assignable to return type "int" (reportReturnType)
1 error, 0 warnings, 0 informations`,
    'build',
  ],
  [
    'rustc: a borrow',
    'cargo build',
    101,
    `error[E0382]: borrow of moved value: \`names\`
 --> src/main.rs:4:22
  |
2 |     let names = vec![1];
  |         ----- move occurs because \`names\` has type \`Vec<i32>\`
error: could not compile \`app\` (bin "app") due to 1 previous error`,
    'build',
  ],
  ['go vet: a type', 'go vet ./...', 1, '# example.com/app\nvet: ./main.go:9:14: undefined: total', 'build'],
  [
    'gcc: a type',
    'make',
    2,
    "main.c:5:11: error: assignment to 'int *' from incompatible pointer type 'char *'\nmake: *** [Makefile:4: main.o] Error 1",
    'build',
  ],
  [
    'ld: a symbol',
    'make',
    2,
    "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0xe): undefined reference to `total'\ncollect2: error: ld returned 1 exit status",
    'build',
  ],
  [
    'javac: a symbol',
    'javac src/*.java',
    1,
    'src/Users.java:10: error: cannot find symbol\n        Grup g;\n        ^\n  symbol:   class Grup\n1 error',
    'build',
  ],
  [
    'maven: a type',
    'mvn -q package',
    1,
    `[ERROR] COMPILATION ERROR :
[ERROR] /repo/src/main/java/com/acme/Users.java:[9,16] incompatible types: String cannot be converted to int
[INFO] BUILD FAILURE`,
    'build',
  ],
  [
    'next: a build',
    'next build',
    1,
    `Failed to compile.

./src/app/page.tsx:4:7
Type error: Type 'number' is not assignable to type 'string'.`,
    'build',
  ],
  [
    'babel: syntax',
    'npm run build',
    1,
    'SyntaxError: /repo/src/users.js: Unexpected token, expected "," (3:9)\n\n  1 | f(\n  2 |   1\n> 3 |   2\n    |   ^',
    'build',
  ],
  [
    'python: syntax',
    'python -m compileall src',
    1,
    `*** Error compiling 'src/app.py'...
  File "src/app.py", line 3
    def list(:
             ^
SyntaxError: invalid syntax`,
    'build',
  ],
  [
    'docker: a step',
    'docker build .',
    1,
    `Dockerfile:4
--------------------
   4 | >>> RUN make all
--------------------
ERROR: failed to solve: process "/bin/sh -c make all" did not complete successfully: exit code: 2`,
    'build',
  ],
  [
    'prisma: the schema file',
    'npx prisma generate',
    1,
    `Error: Prisma schema validation - (get-dmmf wasm)
Error code: P1012
error: Type "Usr" is neither a built-in type, nor refers to another model.
  -->  prisma/schema.prisma:14`,
    'build',
  ],
  [
    'eslint',
    'npm run lint',
    1,
    `/repo/src/users.js
   3:7   error    'x' is assigned a value but never used  no-unused-vars
  10:15  warning  Unexpected console statement            no-console

✖ 2 problems (1 error, 1 warning)`,
    'lint',
  ],
  [
    'biome: a rule',
    'npm run check',
    1,
    `src/users.ts:3:7 lint/correctness/noUnusedVariables  FIXABLE  ━━━━━━━━━━━━━━━━━━━━

  ✖ This variable x is unused.

Checked 1 file in 3ms. No fixes applied.
Found 1 error.`,
    'lint',
  ],
  [
    'biome: the format',
    'npm run check',
    1,
    'src/users.ts format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━\n\n  ✖ Formatter would have printed the following content:',
    'lint',
  ],
  [
    'prettier',
    'npm run style',
    1,
    'Checking formatting...\n[warn] src/users.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
    'lint',
  ],
  [
    'ruff, one line each',
    'make style',
    1,
    'src/app.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.',
    'lint',
  ],
  [
    'ruff, in full',
    'make style',
    1,
    'F401 [*] `os` imported but unused\n --> src/app.py:1:8\n  |\n1 | import os\n  |        ^^\n\nFound 1 error.',
    'lint',
  ],
  [
    'black',
    'make style',
    1,
    'would reformat src/app.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted, 3 files would be left unchanged.',
    'lint',
  ],
  ['flake8', 'make style', 1, './src/app.py:3:80: E501 line too long (91 > 79 characters)', 'lint'],
  [
    'golangci-lint',
    'make style',
    1,
    'main.go:12:10: Error return value of `f.Close` is not checked (errcheck)\n\tf.Close()\n\t       ^\n1 issues:\n* errcheck: 1',
    'lint',
  ],
  [
    'go vet: a finding',
    'go vet ./...',
    1,
    '# example.com/app\n./main.go:9:2: fmt.Printf format %d has arg "a" of wrong type string',
    'lint',
  ],
  [
    'clippy',
    'cargo clippy -- -D warnings',
    101,
    `error: this comparison involving the minimum or maximum element for this type contains a case that is always true
 --> src/main.rs:3:8
  = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#absurd_extreme_comparisons
error: could not compile \`app\` (bin "app") due to 1 previous error`,
    'lint',
  ],
  ['rustfmt', 'cargo fmt --check', 1, 'Diff in /repo/src/main.rs:1:\n-fn main(){}\n+fn main() {}', 'lint'],
  ['gofmt, which says only names', 'test -z "$(gofmt -l .)"', 1, '', 'lint'],
  ['a linter that says nothing known', 'yamllint .', 1, './a.yml\n  3:1  wrong', 'lint'],
  [
    'rubocop',
    'bundle exec rake style',
    1,
    'app/users.rb:1:1: C: [Correctable] Style/FrozenStringLiteralComment: Missing magic comment.\n\n1 file inspected, 1 offense detected',
    'lint',
  ],
];
