import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/model.ts';
import type { PhaseState } from '../../../src/run/state.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { change, changed, comment, completed, past, stateOf } from './samples.ts';

const [first, second] = subtasks('1.1', '1.2');
const PLAN: Plan = planOf('0; 1: 0', {
  '1': {
    title: 'Log in',
    subtasks: [
      { ...first!, type: 'test', title: 'Write tests for login' },
      { ...second!, type: 'impl', title: 'Let people log in' },
    ],
  },
});

const subtask = (id: string): PhaseState['subtasks'][number] => ({
  id,
  status: 'completed',
  attempt: 2,
  startedAt: 1,
  completedAt: 2,
  error: null,
});

const PHASE = completed('c0ffee', {
  attempt: 2,
  attempts: [past(1)],
  subtasks: [subtask('1.1'), subtask('1.2')],
  reports: [
    {
      lane: 0,
      session: 0,
      subtasks: ['1.1', '1.2'],
      report: {
        status: 'completed',
        subtasksCompleted: ['1.1', '1.2'],
        subtasksFailed: [],
        summary: 'Login works.\n\n- with `bcrypt`',
        error: null,
        filesChanged: [],
      },
    },
  ],
  change: {
    ...changed(
      change('src/session.ts', { added: 3, deleted: 1 }),
      change('src/login.ts', { status: 'added', added: 90, deleted: 0 }),
      change('test/login.test.ts', { status: 'added', added: 200, deleted: 0 }),
      change('src/auth.ts', { status: 'renamed', from: 'src/old auth.ts', added: 2, deleted: 2 }),
      change('logo.png', { added: 0, deleted: 0, binary: true }),
    ),
    findings: [{ gate: 'scope', severity: 'warn', message: 'logo.png is out of scope', files: ['logo.png'] }],
  },
  checks: [
    {
      command: 'npm test',
      passed: true,
      verdict: 'flaky',
      note: 'passed when run again',
      outcome: 'exit status 0',
      tail: '',
      outputFile: '/somewhere/private/check.log',
    },
  ],
  review: {
    approved: false,
    summary: 'Nearly there.',
    comments: [
      comment('Name it better.', { severity: 'minor', file: 'src/login.ts', line: 7 }),
      comment('Log failures.'),
    ],
  },
  evaluation: [
    { comment: 1, decision: 'REJECT', reason: 'The name is that of the plan.' },
    { comment: 2, decision: 'DEFER', reason: 'There is no log yet.' },
  ],
  deferred: [{ attempt: 2, comment: comment('Log failures.'), reason: 'There is no log yet.' }],
});

const summaryOf = (phase: Partial<PhaseState>, plan = PLAN, more = {}): string =>
  recordFiles(stateOf(plan, { phases: { '1': phase }, ...more })).get('phase-1/summary.md')!;

describe('the summary of a phase', () => {
  it('says what was done, how it was judged and how to see it [001-20]', () => {
    expect(summaryOf(PHASE)).toMatchInlineSnapshot(`
      "# Phase 1: Log in

      - Landed as \`c0ffee\`
      - Begun at \`b0\`
      - Attempts: 2; why 1 failed is in \`review-feedback.md\`
      - 2030-01-01 23:59:00 to 2030-01-02 00:00:01 UTC, 1 min 01 s

      ## Subtasks

      - 1.1 (test): Write tests for login, completed
      - 1.2 (impl): Let people log in, completed

      ## What the developer reports

      In its own words, with status completed:

      > Login works.
      >
      > - with \`bcrypt\`

      ## Key changes

      5 files changed, 295 lines added, 3 deleted.

      - \`src/login.ts\`: added, +90 −0
      - \`src/auth.ts\`: renamed from \`src/old auth.ts\`, +2 −2
      - \`src/session.ts\`: modified, +3 −1
      - \`logo.png\`: modified, binary

      ## Files changed

      - \`src/session.ts\`: modified, +3 −1
      - \`src/login.ts\`: added, +90 −0
      - \`src/auth.ts\`: renamed from \`src/old auth.ts\`, +2 −2
      - \`logo.png\`: modified, binary

      ## Test files

      - \`test/login.test.ts\`: added, +200 −0

      ## What the gates found

      - scope: logo.png is out of scope

      ## Checks

      - \`npm test\`: flaky (exit status 0), passed when run again

      ## Review

      The reviewer did not approve:

      > Nearly there.

      - Comment 2, major: **DEFER**

        > Log failures.

        The evaluator:

        > There is no log yet.

      - Comment 1, minor, \`src/login.ts:7\`: **REJECT**

        > Name it better.

        The evaluator:

        > The name is that of the plan.

      ## Deferred

      1 comment for later.

      - From attempt 2, major:

        > Log failures.

        Put off because:

        > There is no log yet.

      ## See the work

      \`\`\`sh
      git show --stat c0ffee
      git show c0ffee
      git diff c0ffee^ c0ffee
      git log --oneline -10 c0ffee
      git show c0ffee:test/login.test.ts
      git show c0ffee:src/login.ts
      git show c0ffee:src/auth.ts
      git show c0ffee:src/session.ts
      git show c0ffee:logo.png
      \`\`\`
      "
    `);
  });

  it('is short where there is little to say', () => {
    expect(summaryOf(completed('c0ffee'), planOf('0; 1'))).toMatchInlineSnapshot(`
      "# Phase 1: Phase 1

      - Landed as \`c0ffee\`
      - Begun at \`b0\`
      - Attempts: 1
      - 2030-01-01 23:59:00 to 2030-01-02 00:00:01 UTC, 1 min 01 s

      ## See the work

      \`\`\`sh
      git show --stat c0ffee
      git show c0ffee
      git diff c0ffee^ c0ffee
      git log --oneline -10 c0ffee
      \`\`\`
      "
    `);
  });

  it('says why a phase was skipped', () => {
    const skipped = { standing: { status: 'skipped', reason: 'done before the run' } } as const;
    expect(summaryOf(skipped)).toMatchInlineSnapshot(`
      "# Phase 1: Log in

      The phase was skipped. No commit belongs to it.

      > done before the run
      "
    `);
  });

  it.each<PhaseState['standing']>([
    { status: 'pending' },
    { status: 'retrying', notBefore: null },
    { status: 'failed', failure: { category: 'checks', message: 'no' } },
    { status: 'blocked', by: '0' },
  ])('is not there for a phase that is $status', standing => {
    expect(summaryOf({ standing })).toBeUndefined();
  });

  it('names the first files and counts the others', () => {
    const files = Array.from({ length: 60 }, (_, at) => change(`src/${at}.ts`));
    const tests = Array.from({ length: 70 }, (_, at) => change(`test/${at}.test.ts`));
    const summary = summaryOf(
      completed('c1', { change: { ...changed(...files, ...tests), changed: 1_130 } }),
    );
    const [, rest = ''] = summary.split('## Files changed');
    const [others = '', testFiles = ''] = rest.split('## Test files');
    expect(others.match(/^- `/gm)).toHaveLength(50);
    expect(others).toContain('\n- and 1010 more\n');
    expect(testFiles.match(/^- `/gm)).toHaveLength(50);
    expect(testFiles).toContain('\n- and 20 more\n');
  });

  it('has the test files for key changes where nothing else changed', () => {
    const summary = summaryOf(completed('c1', { change: changed(change('a.test.ts')) }));
    expect(summary).toContain(
      '## Key changes\n\n1 file changed, 10 lines added, 5 deleted.\n\n- `a.test.ts`',
    );
    expect(summary).not.toContain('## Files changed');
  });

  it.each(['single', 'message-only'] as const)('says where the commits of %s are kept', mode => {
    const kept = '`refs/phasewright/k7m/work`';
    expect(summaryOf(completed('c1'), PLAN, { settings: { commit: { mode } } })).toContain(kept);
    expect(summaryOf(completed('c1'))).not.toContain(kept);
  });
});

it('says that a phase was described anew, and why, and is about the phase as it is now', () => {
  const revised = { ...PLAN.phases[1]!, title: 'Log in by mail' };
  const tried = {
    ...{ attempt: 2, revision: 1, purpose: 'revise', rule: 'replan.same', sessions: 1, helped: true },
    reason: 'Passwords are not wanted.\n# Not a heading',
  } as const;
  const text = (more: object): string =>
    recordFiles(stateOf(PLAN, { phases: { '1': { ...PHASE, ...more } } })).get('phase-1/summary.md')!;
  const summary = text({ revised, revisions: [tried] });
  expect(summary).toMatch(/^# Phase 1: Log in by mail\n/);
  expect(summary).toContain('- Described anew: Passwords are not wanted. # Not a heading\n');
  expect(text({ revisions: [tried] })).not.toContain('Described anew');
});
