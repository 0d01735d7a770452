import { EMPTY_PHASE, EMPTY_PLAN, type Phase } from '../../../src/plan/model.ts';
import { gateFailure } from '../../../src/run/gates/words.ts';
import type { FileChange, Finding, GateSettings, Inspection } from '../../../src/run/gates.ts';
import { judgeGates } from '../../../src/run/gates.ts';
import { OUTSIDE_POLICIES, PROTECTED_POLICIES, WEAKENED_POLICIES } from '../../../src/run/policies.ts';
import { subtasks } from '../../run/plans.ts';
import { type Random, random } from '../random.ts';
import type { Target } from '../target.ts';
import { mutated } from '../text.ts';
import { survives } from '../value.ts';

interface Case {
  readonly phase: Phase;
  readonly settings: GateSettings;
  readonly inspection: Inspection;
}

/** What agents change in a repository: names and contents of files. */
export const gates: Target<readonly Case[]> = {
  make(seed) {
    const r = random(seed);
    return [{ phase: phase(r), settings: settings(r), inspection: inspection(r) }];
  },
  judge(cases) {
    for (const { phase: plan, settings: rules, inspection: seen } of cases) {
      const findings = judgeGates(plan, { ...EMPTY_PLAN, phases: [plan] }, rules, seen);
      const wrong = judgeFindings(findings);
      if (wrong !== null) return wrong;
      const failure = gateFailure(findings);
      const isRejected = findings.some(({ severity }) => severity === 'reject');
      if ((failure !== null) !== isRejected) return 'a rejection and no failure, or the other way round';
      if (failure && failure.message.length > MAX_FAILURE) return 'a failure is too long';
      const told = new Map(seen.deliverables.map(({ path: at, found }) => [at, found]));
      const isShort = plan.deliverables.some(at => !['file', 'folder'].includes(told.get(at) ?? 'nothing'));
      if (isShort && !isRejected) return 'a deliverable is missing, and nothing is said';
    }
    return null;
  },
};

const MAX_FINDINGS = 200;
const MAX_MESSAGE = 5_000;
const MAX_FILES = 20;
const MAX_FAILURE = 200_000;

function judgeFindings(findings: readonly Finding[]): string | null {
  if (findings.length > MAX_FINDINGS) return `${findings.length} findings`;
  for (const { message, files } of findings) {
    if (message === '' || message.length > MAX_MESSAGE) return `a message of ${message.length} characters`;
    if (files.length > MAX_FILES) return `${files.length} files`;
    if (/[\0-\x08\x1B]/.test(message)) return 'a message could act on a terminal';
  }
  return survives(findings) ? null : 'does not survive the journal';
}

const some = <T>(r: Random, most: number, make: () => T): T[] =>
  Array.from({ length: r.below(20) === 0 ? most : r.below(4) }, make);

const path = (r: Random): string => (r.below(3) === 0 ? mutated(r.pick(PATHS), TOKENS, r, 3) : r.pick(PATHS));

const phase = (r: Random): Phase => ({
  ...EMPTY_PHASE,
  id: 'a',
  description: r.pick(['', 'Change package.json.', 'Delete test/a.test.ts']),
  files: some(r, 50, () => path(r)),
  deliverables: some(r, 60, () => path(r)),
  subtasks: subtasks(...some(r, 3, () => 'x')).map(subtask => ({
    ...subtask,
    type: r.pick(['impl', 'test', 'task'] as const),
  })),
});

const settings = (r: Random): GateSettings => ({
  scope: {
    outside: r.pick(OUTSIDE_POLICIES),
    allow: some(r, 20, () => r.pick(GLOBS)),
    protect: some(r, 20, () => r.pick(GLOBS)),
    protected: r.pick(PROTECTED_POLICIES),
    maxDeletedLines: r.below(300),
  },
  tests: r.pick(WEAKENED_POLICIES),
  checks: some(r, 20, () => r.pick(CHECKS)),
});

function inspection(r: Random): Inspection {
  const files = some(
    r,
    300,
    (): FileChange => ({
      path: path(r),
      status: r.pick(['added', 'modified', 'deleted', 'renamed', 'type_changed'] as const),
      from: r.below(3) === 0 ? path(r) : null,
      added: r.below(2_000),
      deleted: r.below(2_000),
      binary: r.below(5) === 0,
    }),
  );
  return {
    files,
    changed: files.length + (r.below(10) === 0 ? r.below(1e9) : 0),
    patches: files
      .slice(0, 20)
      .map(file => ({ path: file.path, text: mutated(r.pick(PATCHES), TOKENS, r, 8) })),
    truncated: r.below(10) === 0,
    deliverables: some(r, 60, () => ({
      path: path(r),
      found: r.pick(['file', 'folder', 'empty', 'nothing'] as const),
      elsewhere: some(r, 5, () => path(r)),
    })),
  };
}

const PATHS = [
  'src/a.ts',
  'test/a.test.ts',
  'package.json',
  'README.md',
  '.github/workflows/ci.yml',
  'lib.rs',
  'docs/',
  ...[
    'Makefile',
    'conftest.py',
    'pyproject.toml',
    'pom.xml',
    'unittest.py',
    'test',
    'test/a',
    '.npmrc',
    'Cargo.toml',
  ],
];
const GLOBS = ['**', '*.ts', 'src/**', 'package.json', '**/*.{ts,js}', '[', '*a*a*a*a*b', 'test/'];
const CHECKS = [
  'npm test',
  'make -C test check a.test.js',
  'sh ./src/a.ts',
  'cd lib && python3 -m unittest',
  '',
];
const PATCHES = [
  'diff --git a/test/a.test.ts b/test/a.test.ts\n--- a/test/a.test.ts\n+++ b/test/a.test.ts\n@@ -1,2 +1 @@\n-it("adds", () => {\n-  expect(1).toBe(1);\n+it.skip("adds", () => {',
  '@@ -1 +1 @@\n-    "test": "vitest run",\n+    "test": "true",',
  '@@ -3,0 +4 @@\n+  continue-on-error: true\n+# pytest: skip\n+@pytest.mark.skip',
  '@@ -1 +0,0 @@\n-#[test]\n-fn adds() { assert_eq!(1, 1); }',
  '',
];
const TOKENS = [
  ...[
    '@@',
    '-',
    '+',
    '\n',
    'it(',
    'test(',
    'describe.skip(',
    'expect(',
    'assert',
    '|| true',
    '--passWithNoTests',
  ],
  ...['"', '`', '/', '..', '\0', '\x1B[31m', '\u202E', '\uD800', 'x'.repeat(5_000), '('.repeat(3_000)],
];
