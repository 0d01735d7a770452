import { describe, expect, it } from 'vitest';
import { approved, carryOut } from './story.ts';
import { workshop } from './workshop.ts';

const write = (path: string): object => ({ write: { path, content: `${path}\n` } });

describe('gates', () => {
  it('send a phase back whose deliverable lies somewhere else, tell where, and let the mended one land [003-20]', async () => {
    const phases = [{ id: '1', title: 'Describe it', deliverables: ['docs/api.md'] }];
    const shop = workshop({ 'plan.md': JSON.stringify({ title: 'API', phases }) });
    const { code, of } = await carryOut(shop, {
      developer: {
        1: [
          [write('src/docs/api.md'), { report: { status: 'completed', filesChanged: ['docs/api.md'] } }],
          [{ shell: 'cat > "$HOME/told"' }, write('docs/api.md')],
        ],
      },
      reviewer: { '*': [[approved]] },
    });
    expect(code).toBe(0);
    const missing = 'docs/api.md is missing; there is an api.md at src/docs/api.md';
    expect(of('attempt_inspected')).toMatchObject([
      { attempt: 1, findings: [{ gate: 'deliverables', severity: 'reject', message: missing }] },
      { attempt: 2, findings: [] },
    ]);
    expect(of('phase_retry')).toMatchObject([{ failure: { category: 'deliverables' }, spends: 'attempts' }]);
    // Nobody was asked to review what was not there.
    expect(of('review_ended')).toMatchObject([{ attempt: 2 }]);
    expect(shop.read('../told')).toContain(missing);
    expect(shop.git('show', '--name-only', '--format=%s', 'work')).toBe(
      'Phase 1: Describe it\n\ndocs/api.md\n',
    );
  });

  it('take patterns for deliverables, and name the rule by which git leaves one out', async () => {
    const shop = workshop({
      '.gitignore': 'dist/\n',
      'plan.md': '### Task 1: Build it\n\nDeliverables:\n- `docs/*.md`\n- `dist/bundle.js`\n',
    });
    const { code, of } = await carryOut(shop, {
      developer: {
        1: [
          [write('dist/bundle.js'), write('docs/deep/a.md')],
          [write('dist/bundle.js'), write('docs/a.md')],
        ],
      },
    });
    expect(code).toBe(1);
    const ignored = { message: 'dist/bundle.js is ignored by git (.gitignore:1), so it cannot land' };
    expect(of('attempt_inspected')).toMatchObject([
      { attempt: 1, findings: [{ message: 'no file matches docs/*.md' }, ignored, { gate: 'scope' }] },
      { attempt: 2, findings: [ignored] },
    ]);
  });

  it('let a phase change nothing where the plan says so, and else ask a person the second time', async () => {
    const plan = '### Task 1: Look at it\n\nFiles: none\n\n### Task 2: Look again\n\nDepends on: none\n';
    const shop = workshop({ 'plan.md': plan }, { recovery: true });
    const done = [{ report: { status: 'completed', summary: 'All is well.' } }];
    const { code, err, of, run } = await carryOut(
      shop,
      { developer: { 1: [done], 2: [done, done] }, reviewer: { '*': [[approved]] } },
      '--no-wait',
    );
    expect(code, err).toBe(3);
    expect(of('phase_landed')).toMatchObject([{ phase: '1', attempt: 1 }]);
    const message = expect.stringMatching(/without a change to any file.*skip 2.*allowEmpty.*settings/);
    expect(of('phase_retry')).toMatchObject([{ phase: '2', failure: { category: 'no_change', message } }]);
    expect(of('doctor_called')).toEqual([]);
    expect(of('help_asked')).toMatchObject([
      { phase: '2', attempt: 2, need: expect.stringContaining('skip 2') },
    ]);
    expect((await shop.run('skip', run, '2')).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
  });
});
