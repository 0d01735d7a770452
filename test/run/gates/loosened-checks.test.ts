import { describe, expect, it } from 'vitest';
import { edited } from './inspections.ts';
import { type Changes, checkWeakened, found } from './weakened.ts';

const loose = (path: string) => [`tests reject: 1 check command may now pass in spite of a failure: ${path}`];

const MAKE =
  'it can replace a recipe, set SHELL or MAKEFLAGS, and ignore errors; a GNUmakefile is read in place of a Makefile';
const NPM =
  'it can replace scripts, choose which tests are run, and put another program in the place of a test program';
const steers = (programs: string, path: string, effect: string): string =>
  `tests ask: 1 file that steers ${programs} was changed without being declared: ${path}; ${effect}`;
const VITEST = steers(
  'vitest, jest, mocha, ava, tap, karma, playwright, cypress',
  'vitest.config.ts',
  'it can choose which tests are run, load code before them, and report failures as passes',
);

checkWeakened('check commands', [
  ...(
    [
      ['Makefile', '\teslint . || true'],
      ['Makefile', '\t-npx jest'],
      ['.github/workflows/ci.yml', '        continue-on-error: true'],
      ['.github/workflows/ci.yml', '      - if: false'],
      ['.gitlab-ci.yml', '  allow_failure: true'],
      ['scripts/test.sh', 'exit 0'],
      ['scripts/test.sh', 'set +e'],
      ['phasewright.yaml', 'x: foo || exit 0'],
      ['vitest.config.ts', '  passWithNoTests: true,'],
      ['package.json', '"pre": "git commit --no-verify"'],
      ['pyproject.toml', 'addopts = "--ignore=tests/slow"'],
      ['pom.xml', '<testFailureIgnore>true</testFailureIgnore>'],
      ['.flake8', 'x = --exit-zero'],
      ['package.json', '"test": "node --test; true"'],
      ['package.json', '{"scripts":{"test":"node --test test/; true"}}'],
      ['package.json', '"test": "node --test | cat"'],
      ['package.json', '"test": "node --test || echo failed"'],
      ['package.json', '"test": "node --test &"'],
      ['scripts/test.sh', 'npm test | cat'],
      ['scripts/test.sh', 'npm test &'],
      ['scripts/test.sh', 'npm test; true'],
      ['scripts/check', 'npm test || true'],
      ['justfile', '  pytest || true'],
      ['.justfile', '  pytest; true'],
      ['.envrc', 'export PYTEST_ADDOPTS=--collect-only'],
      ['pytest.ini', 'addopts = --co'],
      ['pyproject.toml', 'addopts = "-q --collect-only"'],
      ['package.json', '"test": "jest --listTests"'],
      ['Makefile', '\tcargo test --no-run'],
      ['Makefile', '\t@-npx jest'],
      ['GNUmakefile', '.IGNORE:'],
      ['Makefile', '.IGNORE: test'],
      ['Makefile', 'MAKEFLAGS += -n'],
      ['Makefile', 'MAKEFLAGS += -k --ignore-errors'],
      ['rules.mk', 'export MAKEFLAGS=-rin'],
      ['Makefile', 'SHELL = /bin/true'],
      ['Makefile', 'SHELL:=/bin/echo'],
    ] as const
  ).map(([path, line]): [string, Changes, string[]] => [line, { [path]: `+${line}` }, loose(path)]),
  [
    'a loose end that was there before',
    { Makefile: '-\ta || true\n+\tb || true' },
    [steers('make', 'Makefile', MAKE)],
  ],
  ['a script that says ok', { 'package.json': '+    "test": "echo \\"ok\\""' }, loose('package.json')],
  [
    'the script that npm begins with',
    { 'package.json': '+    "test": "echo \\"Error: no test specified\\" && exit 1"' },
    [],
  ],
  ['a comment', { Makefile: '+# never write || true' }, []],
  ['an exit in code', { 'src/cli.ts': '+// exit 0' }, []],
  [
    'a script that was emptied',
    { 'package.json': '-    "test": "vitest run",\n+    "test": "echo ok",' },
    loose('package.json'),
  ],
  [
    'a script that lets pass what finds nothing',
    { 'package.json': '-    "test": "jest",\n+    "test": "jest --passWithNoTests",' },
    loose('package.json'),
  ],
  [
    'a script that is gone',
    { 'package.json': '-    "test:unit": "vitest run",' },
    ['tests reject: 1 check command was removed: package.json'],
  ],
  [
    'a script that is gone from a file of one line',
    { 'package.json': '-{ "scripts": { "test": "jest" } }\n+{ "scripts": {} }' },
    ['tests reject: 1 check command was removed: package.json'],
  ],
  [
    'a script that reads otherwise',
    { 'package.json': '-    "lint": "biome check .",\n+    "lint": "biome check src",' },
    [steers('npm and test programs', 'package.json', NPM)],
  ],
  ['a dependency', { 'package.json': '-    "vitest": "^4.0.0",\n+    "zod": "^4.0.0",' }, []],
  [
    'a step of a workflow that is gone',
    { '.github/workflows/ci.yml': '-      - run: npm test\n-      - run: npm ci' },
    ['tests reject: 1 check command was removed: .github/workflows/ci.yml'],
  ],
  [
    'a step of a workflow that became a comment',
    { '.github/workflows/ci.yml': '-      - run: npm test\n+      # - run: npm test' },
    ['tests reject: 1 check command was removed: .github/workflows/ci.yml'],
  ],
  [
    'a step that moved',
    { 'a/Makefile': '-\tcargo test', Makefile: '+\tcargo test' },
    [
      `tests ask: 2 files that steer make were changed without being declared: a/Makefile, Makefile; ${MAKE.replace('it', 'they')}`,
    ],
  ],
  [
    'lower thresholds',
    {
      'vitest.config.ts':
        '-  thresholds: { lines: 90, branches: 80 },\n+  thresholds: { lines: 80, branches: 85 },',
    },
    ['tests reject: 1 threshold was lowered or removed: vitest.config.ts'],
  ],
  [
    'a threshold that is gone',
    { 'pyproject.toml': '-fail_under = 85\n-branches: 3' },
    ['tests reject: 2 thresholds were lowered or removed: pyproject.toml (2)'],
  ],
  [
    'a lower option',
    { 'tox.ini': '-  x --cov-fail-under=85\n+  x --cov-fail-under=8' },
    ['tests reject: 1 threshold was lowered or removed: tox.ini'],
  ],
  [
    'more warnings',
    { '.husky/pre-commit': '-x --max-warnings 0\n+x --max-warnings 9' },
    ['tests reject: 1 threshold was lowered or removed: .husky/pre-commit'],
  ],
  ['fewer warnings', { '.husky/pre-commit': '-x --max-warnings 9\n+x --max-warnings 0' }, []],
  ['higher thresholds', { 'vitest.config.ts': '-  lines: 80,\n+  lines: 90,' }, [VITEST]],
  [
    'a threshold that moved',
    { 'vitest.config.ts': '-  lines: 80,', 'package.json': '+  "lines": 80,' },
    [VITEST],
  ],
  ['new thresholds', { 'vitest.config.ts': '+  lines: 10,' }, [VITEST]],
  [
    'words that silence a linter are only told',
    { 'a.test.ts': '+// eslint-disable-next-line\n+// @ts-nocheck', 'tsconfig.json': '+  "strict": false,' },
    [
      'tests warn: 3 lines newly silence a linter, a type checker or a coverage tool: a.test.ts (2), tsconfig.json',
    ],
  ],
]);

describe('what is no loose end', () => {
  it.each([
    ['Makefile', 'SHELL := /bin/bash'],
    ['Makefile', 'SHELL = /usr/bin/env bash'],
    ['Makefile', 'SHELL := $(shell which bash)'],
    ['Makefile', 'MAKEFLAGS += --no-builtin-rules -j4'],
    ['Makefile', '\tnpm ci && npm test'],
    ['scripts/test.sh', 'npm test 2>&1'],
    ['scripts/test.sh', 'cat list | xargs npm test'],
    ['scripts/test.sh', 'while true; do npm test; done'],
    ['package.json', '"test": "npm run lint && npm run unit"'],
    ['package.json', '"homepage": "https://example.org/?a=1&b=2"'],
  ])('in %s: %s', (path, line) => {
    expect(found(edited({ [path]: `+${line}` })).filter(text => text.includes('in spite of'))).toEqual([]);
  });
});

describe('patterns that choose tests', () => {
  const hint = (path: string) => `tests warn: 1 check command may now run only some of the tests: ${path}`;

  it.each([
    ['package.json', '"test": "node --test --test-name-pattern=zzz test/"'],
    ['package.json', '"test": "vitest run -t zzz"'],
    ['package.json', '"test": "mocha --grep zzz"'],
    ['package.json', '"test": "mocha -g zzz"'],
    ['package.json', '"test": "jest --testNamePattern zzz"'],
    ['pytest.ini', 'addopts = -k zzz'],
    ['Makefile', '\tpytest -q -k zzz'],
    ['Makefile', '\tgo test -run=zzz ./...'],
    ['Makefile', '\tdotnet test --filter zzz'],
    ['Makefile', '\trspec -e zzz'],
    ['Makefile', '\tmvn -q test -Dtest=Zzz'],
  ])('are told, in %s: %s', (path, line) => {
    expect(found(edited({ [path]: `+${line}` }))).toContain(hint(path));
  });

  it.each([
    ['Makefile', '\tpytest -q'],
    ['Makefile', '\tgo test ./... -race'],
    ['Makefile', '\ttar -t -f x.tar'],
    ['Makefile', '# pytest -k zzz'],
  ])('are not in %s: %s', (path, line) => {
    expect(found(edited({ [path]: `+${line}` })).filter(text => text.includes('only some'))).toEqual([]);
  });
});
