import { type Changes, checkWeakened } from './weakened.ts';

const loose = (path: string) => [`tests reject: 1 check command may now pass in spite of a failure: ${path}`];

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
    ] as const
  ).map(([path, line]): [string, Changes, string[]] => [line, { [path]: `+${line}` }, loose(path)]),
  ['a loose end that was there before', { Makefile: '-\ta || true\n+\tb || true' }, []],
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
    [...loose('package.json'), 'tests warn: 1 check command was changed: package.json'],
  ],
  [
    'a script that lets pass what finds nothing',
    { 'package.json': '-    "test": "jest",\n+    "test": "jest --passWithNoTests",' },
    [...loose('package.json'), 'tests warn: 1 check command was changed: package.json'],
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
    ['tests warn: 1 check command was changed: package.json'],
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
  ['a step that moved', { 'a/Makefile': '-\tcargo test', Makefile: '+\tcargo test' }, []],
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
  ['higher thresholds', { 'vitest.config.ts': '-  lines: 80,\n+  lines: 90,' }, []],
  ['a threshold that moved', { 'vitest.config.ts': '-  lines: 80,', 'package.json': '+  "lines": 80,' }, []],
  ['new thresholds', { 'vitest.config.ts': '+  lines: 10,' }, []],
  [
    'words that silence a linter are only told',
    { 'a.test.ts': '+// eslint-disable-next-line\n+// @ts-nocheck', 'tsconfig.json': '+  "strict": false,' },
    [
      'tests warn: 3 lines newly silence a linter, a type checker or a coverage tool: a.test.ts (2), tsconfig.json',
    ],
  ],
]);
