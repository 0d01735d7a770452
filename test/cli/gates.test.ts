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
    const { code, of } = await carryOut(
      shop,
      {
        developer: {
          1: [
            [write('dist/bundle.js'), write('docs/deep/a.md')],
            [write('dist/bundle.js'), write('docs/a.md')],
          ],
        },
      },
      ...['--set', 'recovery.enabled=false'],
    );
    expect(code).toBe(1);
    const ignored = { message: 'dist/bundle.js is ignored by git (.gitignore:1), so it cannot land' };
    expect(of('attempt_inspected')).toMatchObject([
      { attempt: 1, findings: [{ message: 'no file matches docs/*.md' }, ignored, { gate: 'scope' }] },
      { attempt: 2, findings: [ignored] },
    ]);
  });
});
