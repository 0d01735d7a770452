import { describe, expect, it } from 'vitest';
import { parse } from '../../src/plan/parse.ts';

/** The phases that may end without a change, of a plan whose only phase, or each of whose phases, is so described. */
async function allowed(text: string): Promise<string> {
  const { plan } = await parse(text);
  return plan.phases.flatMap(({ id, allowEmpty }) => (allowEmpty ? [id] : [])).join(' ');
}

describe('a phase may change nothing', () => {
  it.each([
    'Files: none',
    '**Files:** None',
    '- Files: none (verification only)',
    '- **Files touched:** nothing',
    'Affected files: no changes',
    'Files: none — only looks',
    'Allow empty: yes',
    'Allow empty: true\nFiles: `a.ts`',
  ])('that says: %s', async text => expect(await allowed(`### Task 1: Look\n\n${text}\n`)).toBe('1'));

  it.each([
    '',
    'Files: -',
    'Files: none yet',
    'Files: n/a',
    'Files: `none.ts`',
    'Modify: none',
    'Create: none',
    'Delete: none',
    'Deliverables: none',
    'Files: none\n\nModify: `a.ts`',
    'No files are changed.',
    'Allow empty: no',
  ])('but not one that says: %s', async text =>
    expect(await allowed(`### Task 1: Look\n\n${text}\n`)).toBe(''),
  );

  it('where all of its subtasks say so, or none says otherwise', async () => {
    const subtask = (id: string, files: string): string => `### Task ${id}: Look\n\nFiles: ${files}\n`;
    const phase = (id: string, ...parts: readonly string[]): string =>
      [`## Phase ${id}: Work\n`, ...parts].join('\n');
    expect(
      await allowed(
        [
          phase('1', subtask('1.1', 'none'), subtask('1.2', 'none')),
          phase('2', subtask('2.1', 'none'), subtask('2.2', '`a.ts`')),
          phase('3', 'Files: none\n', '- [ ] 3.1 Look\n'),
          phase('4', 'Files: none\n', subtask('4.1', '`b.ts`')),
        ].join('\n'),
      ),
    ).toBe('1 3');
  });

  it('where its row in a table has none', async () => {
    const rows = ['| 1 | Look | - | none |', '| 2 | Work | 1 | `a.ts` |', '| 3 | Wait | 2 | - |'];
    const table = ['| Phase | Name | Depends on | Files |', '|---|---|---|---|', ...rows].join('\n');
    expect(await allowed(`# Plan\n\n${table}\n`)).toBe('1');
  });

  it('where data say so', async () => {
    expect(await allowed('phases: [{id: 1, title: Look, allow_empty: true}, {id: 2, title: Work}]')).toBe(
      '1',
    );
  });
});
