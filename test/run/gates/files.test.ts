import { describe, expect, it } from 'vitest';
import { MAX_FINDING_FILES } from '../../../src/run/gates/finding.ts';
import { type Attempt, file, judge, subtask, words } from './inspections.ts';

type Case = readonly [title: string, attempt: Attempt, expected: readonly string[]];

function check(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, attempt, expected] of cases) {
      it(name, () => expect(words(judge({ tests: 'ignore', ...attempt }))).toEqual(expected));
    }
  });
}

const API = { path: 'docs/api.md', found: 'nothing', elsewhere: [] } as const;

check('deliverables', [
  ['none are wanted', { inspection: { deliverables: [API] } }, []],
  [
    'a file and a folder are there',
    {
      phase: { deliverables: ['a.md', 'src/x/'] },
      inspection: {
        deliverables: [
          { path: 'a.md', found: 'file', elsewhere: [] },
          { path: 'src/x/', found: 'folder', elsewhere: [] },
        ],
      },
    },
    [],
  ],
  [
    'a file is missing',
    { phase: { deliverables: ['docs/api.md'] }, inspection: { deliverables: [API] } },
    ['deliverables reject: docs/api.md is missing'],
  ],
  [
    'a file stands in the wrong place',
    {
      phase: { deliverables: ['docs/api.md'] },
      inspection: { deliverables: [{ ...API, elsewhere: ['src/docs/api.md'] }] },
    },
    ['deliverables reject: docs/api.md is missing; there is an api.md at src/docs/api.md'],
  ],
  [
    'a folder stands in two wrong places',
    {
      phase: { deliverables: ['lib/parser/'] },
      inspection: {
        deliverables: [{ path: 'lib/parser/', found: 'nothing', elsewhere: ['src/parser/', 'parser/'] }],
      },
    },
    ['deliverables reject: lib/parser/ is missing; there is a parser/ at src/parser/, parser/'],
  ],
  [
    'a file stands there in other letters',
    {
      phase: { deliverables: ['./Docs/Api.md'] },
      inspection: {
        deliverables: [{ path: './Docs/Api.md', found: 'nothing', elsewhere: ['docs/api.md'] }],
      },
    },
    [
      'deliverables reject: ./Docs/Api.md is missing; there is an api.md at docs/api.md; large and small letters differ',
    ],
  ],
  [
    'git ignores what is missing',
    {
      phase: { deliverables: ['dist/a.js'] },
      inspection: {
        deliverables: [
          { path: 'dist/a.js', found: 'nothing', elsewhere: ['src/a.js'], ignoredBy: '.gitignore:3' },
        ],
      },
    },
    ['deliverables reject: dist/a.js is ignored by git (.gitignore:3), so it cannot land'],
  ],
  [
    'a folder is empty',
    {
      phase: { deliverables: ['dist'] },
      inspection: { deliverables: [{ path: 'dist', found: 'empty', elsewhere: [] }] },
    },
    ['deliverables reject: dist is a folder without a file in it'],
  ],
  [
    'one that nobody looked for counts as missing',
    { phase: { deliverables: ['a.md'] } },
    ['deliverables reject: a.md is missing'],
  ],
  [
    'a pattern is as it was told',
    {
      phase: { deliverables: ['docs/*.md'] },
      inspection: { deliverables: [{ path: 'docs/*.md', found: 'file', elsewhere: [] }] },
    },
    [],
  ],
  [
    'nothing matches a pattern',
    {
      phase: { deliverables: ['docs/*.md', 'src/{a,b}.ts'] },
      inspection: {
        deliverables: ['docs/*.md', 'src/{a,b}.ts'].map(path => ({ path, found: 'nothing', elsewhere: [] })),
      },
    },
    ['deliverables reject: no file matches docs/*.md', 'deliverables reject: no file matches src/{a,b}.ts'],
  ],
]);

const changed = (...paths: string[]) => ({ files: paths.map(path => file(path)) });

check('scope', [
  ['a phase that declares nothing may change anything', { inspection: changed('a', 'b/c') }, []],
  [
    'deliverables alone declare nothing',
    {
      phase: { deliverables: ['a'] },
      inspection: { ...changed('b'), deliverables: [{ path: 'a', found: 'file', elsewhere: [] }] },
    },
    [],
  ],
  [
    'files, folders, globs, subtasks, the plan and the deliverables are inside',
    {
      phase: {
        files: ['a.ts', 'src', 'test/**/*.test.ts'],
        subtasks: [subtask('impl', { files: ['docs/'] })],
        deliverables: ['out.txt'],
      },
      plan: { files: ['README.md'] },
      inspection: {
        ...changed('a.ts', 'src/x/y.ts', 'test/x/y.test.ts', 'docs/a.md', 'out.txt', 'README.md'),
        deliverables: [{ path: 'out.txt', found: 'file', elsewhere: [] }],
      },
    },
    [],
  ],
  [
    'what is not, is outside',
    { phase: { files: ['src/'] }, inspection: changed('src/a.ts', 'lib/a.ts') },
    ['scope warn: 1 changed file is outside of what the phase declares: lib/a.ts'],
  ],
  [
    'subtasks alone declare',
    { phase: { subtasks: [subtask('impl', { files: ['src/'] })] }, inspection: changed('lib/a.ts') },
    ['scope warn: 1 changed file is outside of what the phase declares: lib/a.ts'],
  ],
  [
    'both names of a renamed file count',
    {
      phase: { files: ['src/'] },
      inspection: {
        files: [
          file('src/new.ts', { status: 'renamed', from: 'lib/old.ts' }),
          file('lib/new.ts', { status: 'renamed', from: 'src/old.ts' }),
        ],
      },
    },
    ['scope warn: 2 changed files are outside of what the phase declares: lib/old.ts, lib/new.ts'],
  ],
  [
    'lock files may change',
    {
      phase: { files: ['src/'] },
      inspection: changed('package-lock.json', 'web/pnpm-lock.yaml', 'Cargo.lock', 'go.sum', 'a/uv.lock'),
    },
    [],
  ],
  [
    'what the settings allow may change',
    { phase: { files: ['src/'] }, scope: { allow: ['*.md'] }, inspection: changed('docs/a.md', 'go.sum') },
    ['scope warn: 1 changed file is outside of what the phase declares: go.sum'],
  ],
  [
    'the settings say what it leads to: reject',
    { phase: { files: ['src/'] }, scope: { outside: 'reject' }, inspection: changed('a') },
    ['scope reject: 1 changed file is outside of what the phase declares: a'],
  ],
  [
    'the settings say what it leads to: ask',
    { phase: { files: ['src/'] }, scope: { outside: 'ask' }, inspection: changed('a') },
    ['scope ask: 1 changed file is outside of what the phase declares: a'],
  ],
  [
    'the settings say what it leads to: nothing',
    { phase: { files: ['src/'] }, scope: { outside: 'ignore' }, inspection: changed('a') },
    [],
  ],
  [
    'a name that acts on a terminal is made harmless',
    { phase: { files: ['src/'] }, inspection: changed('a\x1b[2Jb') },
    ['scope warn: 1 changed file is outside of what the phase declares: a\\x1b[2Jb'],
  ],
  [
    'is gathered from the text of a phase that declares no files [003-05]',
    {
      phase: {
        description:
          'Change `src/a.ts`, then call `npm test` and read `/etc/x/y.ts`, `../out/z.ts` and src/b.ts.',
        criteria: ['`lib/c.test.ts` passes'],
      },
      inspection: changed('src/a.ts', 'lib/c.test.ts', 'src/b.ts'),
    },
    ['scope warn: 1 changed file is outside of what the phase speaks of: src/b.ts'],
  ],
  [
    'that is only gathered from the text never rejects',
    {
      phase: { description: 'Change `src/a.ts`.' },
      scope: { outside: 'reject' },
      inspection: changed('src/b.ts'),
    },
    ['scope warn: 1 changed file is outside of what the phase speaks of: src/b.ts'],
  ],
  [
    'is not gathered where the phase declares files',
    { phase: { files: ['src/'], description: 'Like `lib/a.ts`.' }, inspection: changed('src/b.ts') },
    [],
  ],
]);

check('protected files', [
  [
    'workflows, owners, settings and secrets ask',
    {
      inspection: changed(
        '.github/workflows/ci.yml',
        '.github/CODEOWNERS',
        'phasewright.yaml',
        'web/.env.local',
        'x/a.pem',
      ),
    },
    [
      'protected ask: 5 protected files were changed without being declared: .github/workflows/ci.yml, .github/CODEOWNERS, phasewright.yaml, web/.env.local, x/a.pem',
    ],
  ],
  ['others do not', { inspection: changed('.github/ISSUE_TEMPLATE.md', 'src/env.ts', 'monkey') }, []],
  [
    'one that the phase names is meant',
    {
      phase: { files: ['./.github/workflows/ci.yml'], subtasks: [subtask('impl', { files: ['.env'] })] },
      inspection: changed('.github/workflows/ci.yml', '.env'),
    },
    [],
  ],
  [
    'a folder or a glob around it does not name it',
    {
      phase: { files: ['.github/', '.github/workflows/*.yml', '**'] },
      inspection: changed('.github/workflows/ci.yml'),
    },
    ['protected ask: 1 protected file was changed without being declared: .github/workflows/ci.yml'],
  ],
  [
    'the plan as a whole does not name it',
    { plan: { files: ['.env'] }, inspection: changed('.env') },
    ['protected ask: 1 protected file was changed without being declared: .env'],
  ],
  [
    'moving one away counts, and a name in quotes does not hide it',
    {
      scope: { protected: 'reject' },
      inspection: {
        files: [
          file('old.yml', { status: 'renamed', from: '.gitlab-ci.yml' }),
          file('".github/workflows/x\\001.yml"', { status: 'added' }),
        ],
      },
    },
    [
      'protected reject: 2 protected files were changed without being declared: .gitlab-ci.yml, ".github/workflows/x\\001.yml"',
    ],
  ],
  [
    'what could not be looked at is asked about',
    { inspection: { ...changed('a'), changed: 100_001 } },
    [
      'protected ask: 100,001 files changed, too many to look at: only 1 were compared with the protected ones',
    ],
  ],
  [
    'a list of one’s own replaces the usual one',
    { scope: { protect: ['x'] }, inspection: changed('.env') },
    [],
  ],
]);

const lost = (deleted: number, added = 0) => ({ deleted, added });

check('deletions', [
  ['as many as are allowed', { inspection: { files: [file('a', lost(200))] } }, []],
  [
    'one more, with the figures and the files that lost most',
    { inspection: { files: [file('b', lost(60, 10)), file('a', lost(151)), file('c', lost(5, 9))] } },
    ['deletions ask: 201 lines are gone, more than the 200 allowed without asking: a (151), b (50)'],
  ],
  ['a file that was rewritten is not gone', { inspection: { files: [file('a', lost(900, 900))] } }, []],
  [
    'a new file does not make up for it',
    { inspection: { files: [file('a', lost(300)), file('b', lost(0, 900))] } },
    ['deletions ask: 300 lines are gone, more than the 200 allowed without asking: a (300)'],
  ],
  ['lock files do not count', { inspection: { files: [file('web/yarn.lock', lost(5_000))] } }, []],
  [
    'renamed files lose only what changed',
    { inspection: { files: [file('b', { status: 'renamed', from: 'a', ...lost(3, 2) })] } },
    [],
  ],
  [
    'the settings say how many',
    { scope: { maxDeletedLines: 0 }, inspection: { files: [file('a', lost(1))] } },
    ['deletions ask: 1 line is gone, more than the 0 allowed without asking: a (1)'],
  ],
]);

describe('findings are bounded', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `pkg${n % 100}/${n}-${'x'.repeat(300)}.pem`);

  it('in files, words and number', () => {
    const findings = judge({
      phase: { files: ['src/'], deliverables: many.map(path => `out/${path}`) },
      inspection: { files: many.map(path => file(path, { deleted: 10 })) },
    });
    const gates = findings.map(({ gate }) => gate);
    expect(gates.filter(gate => gate === 'deliverables')).toHaveLength(MAX_FINDING_FILES);
    expect(gates.filter(gate => gate !== 'deliverables')).toEqual(['scope', 'protected', 'deletions']);
    for (const { files, message } of findings) {
      expect(files.length).toBeLessThanOrEqual(MAX_FINDING_FILES);
      expect(message.length).toBeLessThan(2_000);
    }
    expect(findings[MAX_FINDING_FILES - 1]!.message).toMatch(
      /^49,981 more deliverables are missing: .*and 49,976 more$/,
    );
    expect(findings.at(-2)!.message).toMatch(/^50,000 protected files .* and 49,995 more$/);
    expect(findings.at(-2)!.files).toEqual(many.slice(0, MAX_FINDING_FILES));
  });
});
