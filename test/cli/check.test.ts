import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from './phasewright.ts';

const TABLE = `# Feature

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 0 | Bootstrap | - | - | 5 | ⬜ |
| 1 | Setup | 0 | - | 3 | ⬜ |
| 2A | Backend | 1 | 2B, 2C | 8 | ⬜ |
| 2B | Frontend | 1 | 2A, 2C | 5 | ⬜ |
| 2C | Tests | 1 | 2A, 2B | 3 | ⬜ |
| 3 | Integration | 2A, 2B, 2C | - | 5 | ⬜ |
`;

const CYCLE = `| Phase | Name | Depends On |
|---|---|---|
| 1 | Start | - |
| 2A | Backend | 3 |
| 3 | Integration | 2A |
`;

/** Checks a plan given as text. */
const check = (input: string, ...words: string[]) => phasewright(['check', '-', ...words], { input });
const checkJson = async (input: string, ...words: string[]) => {
  const { out, code } = await check(input, '--json', ...words);
  return { code, report: JSON.parse(out) };
};

describe('check', () => {
  it('prints one object that holds plan, counts, batches, levels, critical path and diagnostics [004-01]', async () => {
    const { code, report } = await checkJson(TABLE);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      format: 'table',
      plan: { title: 'Feature', goal: '' },
      counts: { phases: 6, subtasks: 0 },
      levels: [['0'], ['1'], ['2a', '2b', '2c'], ['3']],
      criticalPath: ['0', '1', '2a', '3'],
      diagnostics: [],
    });
    expect(report.plan.phases[2]).toMatchObject({
      id: '2a',
      title: 'Backend',
      dependsOn: ['1'],
      subtasks: [],
      files: [],
      estimate: 8,
      criteria: [],
      done: false,
    });
  });

  it('orders the phases of a table in batches, parallel ones together, and refuses unmet dependencies [004-07]', async () => {
    const { report } = await checkJson(TABLE);
    expect(report.batches).toEqual([
      { type: 'sequential', phases: ['0'] },
      { type: 'sequential', phases: ['1'] },
      { type: 'parallel', phases: ['2a', '2b', '2c'] },
      { type: 'sequential', phases: ['3'] },
    ]);
    const unmet = await checkJson(TABLE.replace('| 1 | Setup | 0 |', '| 1 | Setup | 9 |'));
    expect(unmet.code).toBe(2);
    expect(unmet.report.diagnostics).toMatchObject([
      { severity: 'error', code: 'unknown-dependency', line: 6 },
    ]);
  });

  it('refuses a cycle, prints its path and ends with 2 [004-06]', async () => {
    const { code, out } = await check(CYCLE);
    expect(code).toBe(2);
    expect(out).toContain('error[cycle]: dependencies form a cycle: 2a -> 3 -> 2a');
  });

  it('points at the words that are wrong, with a hint', async () => {
    const { code, out } = await check(TABLE.replace('| 3 | Integration | 2A,', '| 3 | Integration | 77,'));
    expect(code).toBe(2);
    expect(out).toBe(`<stdin>:10:21: error[unknown-dependency]: "3" depends on "77", which is not in the plan
   |
10 | | 3 | Integration | 77, 2B, 2C | - | 5 | ⬜ |
   |                     ^^
   = hint: Correct the id, or write the dependency as prose if it lies outside this plan.

<stdin>: 1 error: 6 phases, 0 subtasks, 4 batches, width 3 (format: table)
`);
  });

  it('refuses a document in which nothing is recognisable instead of calling it an empty plan', async () => {
    const { code, report } = await checkJson('# Notes\n\nSome thoughts about the weather.\n');
    expect(code).toBe(2);
    expect(report).toMatchObject({
      format: null,
      counts: { phases: 0, subtasks: 0 },
      diagnostics: [{ code: 'no-units' }],
    });
  });

  it('takes such a document as one phase where asked to', async () => {
    const { code, report } = await checkJson('# Notes\n\nSome thoughts.\n', '--single-session');
    expect(code).toBe(0);
    expect(report).toMatchObject({ format: 'single', counts: { phases: 1 } });
    expect(report.plan.phases[0]).toMatchObject({
      id: '1',
      title: 'Notes',
      description: '# Notes\n\nSome thoughts.',
    });
  });

  it('reads a forced format and refuses where the document has none of it', async () => {
    const both = '### Task 1: One\n\n- [ ] T001 Box one\n- [ ] T002 Box two\n';
    expect((await checkJson(both)).report).toMatchObject({ format: 'tasks', counts: { phases: 1 } });
    expect((await checkJson(both, '--from', 'speckit')).report).toMatchObject({
      format: 'speckit',
      counts: { phases: 2 },
    });
    expect((await checkJson(both, '--from', 'table')).code).toBe(2);
  });

  it('checks several plans, says which is wrong, and ends with 2 if any is', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'good.md'), '### Task 1: One\n### Task 2: Two\n');
    writeFileSync(join(folder, 'bad.md'), CYCLE);
    const { code, out } = await phasewright(['check', 'good.md', 'bad.md'], { cwd: folder });
    expect(code).toBe(2);
    expect(out).toContain('good.md: ok: 2 phases, 2 subtasks');
    expect(out).toContain('bad.md: 1 error');
  });

  it('writes annotations for GitHub', async () => {
    const { out } = await check(CYCLE, '--format', 'github');
    expect(out).toBe(
      '::error file=<stdin>,line=4,endLine=4,title=cycle::dependencies form a cycle: 2a -> 3 -> 2a (Remove one of these dependencies.)\n',
    );
  });

  it('writes a SARIF log with rules and places', async () => {
    const { out } = await check(CYCLE, '--format', 'sarif');
    const log = JSON.parse(out);
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run.results).toHaveLength(1);
    expect(run.results[0]).toMatchObject({
      ruleId: 'cycle',
      level: 'error',
      locations: [{ physicalLocation: { region: { startLine: 4, endLine: 4 } } }],
    });
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toContain('cycle');
  });

  it.each([
    { tdd: 'off', code: 0, severity: [] },
    { tdd: 'warn', code: 0, severity: ['warning'] },
    { tdd: 'enforce', code: 2, severity: ['error'] },
  ])(
    'with --tdd $tdd an implementation without a test before it gives $severity [001-27]',
    async ({ tdd, code, severity }) => {
      const plan = JSON.stringify({
        title: 'T',
        subtasks: [
          { id: '1', title: 'Write tests', type: 'test' },
          { id: '2', title: 'Implement', type: 'impl', depends_on: ['1'] },
          { id: '3', title: 'Implement more', type: 'impl' },
        ],
      });
      const result = await checkJson(plan, '--tdd', tdd);
      expect(result.code).toBe(code);
      const found = result.report.diagnostics.filter((d: { code: string }) => d.code === 'tdd-order');
      expect(found.map((d: { severity: string }) => d.severity)).toEqual(severity);
      for (const { message } of found) expect(message).toContain('"3"');
    },
  );

  it('computes phases from bare subtasks, independent chains or levels, as asked [000-11]', async () => {
    const plan = `### Subtask 1a: Write user tests
- type: test
### Subtask 1b: Write post tests
- type: test
### Subtask 2a: Implement users
- type: impl
- depends_on: [1a]
### Subtask 2b: Implement posts
- type: impl
- depends_on: [1b]
### Subtask 3: Write integration tests
- type: test
- depends_on: [2a, 2b]
`;
    const groups = async (how: string) => {
      const { report } = await checkJson(plan, '--group', how);
      expect(report.format).toBe('subtasks');
      const ids = report.plan.phases.map(
        (p: { id: string; subtasks: { id: string }[]; dependsOn: string[] }) => [
          p.id,
          p.subtasks.map(subtask => subtask.id),
          p.dependsOn,
        ],
      );
      return { ids, batches: report.batches };
    };
    expect((await groups('levels')).ids).toEqual([
      ['1', ['1a', '1b'], []],
      ['2', ['2a', '2b'], ['1']],
      ['3', ['3'], ['2']],
    ]);
    expect(await groups('chains')).toEqual({
      ids: [
        ['1a', ['1a'], []],
        ['1b', ['1b'], []],
        ['2a', ['2a'], ['1a']],
        ['2b', ['2b'], ['1b']],
        ['3', ['3'], ['2a', '2b']],
      ],
      batches: [
        { type: 'parallel', phases: ['1a', '1b'] },
        { type: 'parallel', phases: ['2a', '2b'] },
        { type: 'sequential', phases: ['3'] },
      ],
    });
  });

  it('makes phases of tasks with --unit task, chained inside their phase', async () => {
    const plan = '## Phase 1: A\n### Task 1.1: x\n### Task 1.2: y\n## Phase 2: B\n### Task 2.1: z\n';
    const auto = (await checkJson(plan)).report;
    expect(auto.counts).toEqual({ phases: 2, subtasks: 3 });
    const tasks = (await checkJson(plan, '--unit', 'task')).report;
    expect(tasks.plan.phases.map((p: { id: string; dependsOn: string[] }) => [p.id, p.dependsOn])).toEqual([
      ['1/1', []],
      ['1/2', ['1/1']],
      ['2/1', ['1/2']],
    ]);
  });

  it('orders two phases that declare the same file, and says so [000-09]', async () => {
    const plan = `## Phase 1: A
- Depends on: none
- Modify: \`src/app.ts\`
## Phase 2: B
- Depends on: none
- Modify: \`./src/app.ts\`
`;
    const { report } = await checkJson(plan);
    expect(report.plan.phases[1].dependsOn).toEqual(['1']);
    expect(report.diagnostics).toMatchObject([{ severity: 'warning', code: 'file-overlap', line: 4 }]);
  });

  it('colours only a terminal, and obeys NO_COLOR and FORCE_COLOR', async () => {
    const plain = await check(CYCLE);
    const forced = await phasewright(['check', '-'], { input: CYCLE, env: { FORCE_COLOR: '1' } });
    const none = await phasewright(['check', '-'], {
      input: CYCLE,
      env: { FORCE_COLOR: '1', NO_COLOR: '1' },
    });
    expect(plain.out).not.toContain('\x1B[');
    expect(forced.out).toContain('\x1B[31m');
    expect(none.out).toBe(plain.out);
  });
});
