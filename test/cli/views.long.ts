import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phasewright } from './phasewright.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/plan.md', import.meta.url));

describe('graph', () => {
  it('says what to do where the output cannot be written', async () => {
    const { code, err } = await phasewright(['graph', EXAMPLE, '-o', '/nowhere/at/all.txt']);
    expect(code).toBe(2);
    expect(err).toContain('cannot write /nowhere/at/all.txt (ENOENT)');
  });
});

describe('run --dry-run', () => {
  it('skips what is done unless told to redo it', async () => {
    const input = '### Task 1: Old ✅\n### Task 2: New\n';
    const first = await phasewright(['run', '-', '--dry-run', '--json'], { input });
    const again = await phasewright(['run', '-', '--dry-run', '--json', '--redo'], { input });
    expect(JSON.parse(first.out).cost.sessions).toBe(2);
    expect(JSON.parse(again.out).cost.sessions).toBe(4);
    const text = await phasewright(['run', '-', '--dry-run'], { input });
    expect(text.out).toContain('[1] Old [done, skipped]');
  });

  it('names the commands that would be run, and says where nobody would judge', async () => {
    const input = '### Task 1: New\n';
    const given = ['--check', 'npm test', '--check', 'npm run lint', '--set', 'setup=[npm ci]'];
    const set = await phasewright(['run', '-', '--dry-run', ...given], { input });
    expect(set.out).toMatch(/^Setup: +npm ci\nChecks: +npm test\n +npm run lint$/m);
    const bare = await phasewright(['run', '-', '--dry-run', '--no-review'], { input });
    expect(bare.out).toMatch(/^Setup: +none\nChecks: +none are set: nobody will judge the work/m);
    const data = await phasewright(['run', '-', '--dry-run', '--json', ...given], { input });
    expect(JSON.parse(data.out).settings).toMatchObject({
      setup: ['npm ci'],
      checks: ['npm test', 'npm run lint'],
    });
  });
});

describe('convert', () => {
  it.each(['json', 'yaml', 'markdown'])('writes %s that reads back to the same plan', async to => {
    const { code, out } = await phasewright(['convert', EXAMPLE, '--to', to]);
    expect(code).toBe(0);
    const before = JSON.parse((await phasewright(['check', EXAMPLE, '--json'])).out);
    const after = JSON.parse((await phasewright(['check', '-', '--json'], { input: out })).out);
    const withoutPlaces = (plan: { phases: object[] }) => ({
      ...plan,
      phases: plan.phases.map(phase => ({ ...phase, line: 0, endLine: 0 })),
    });
    expect(withoutPlaces(after.plan)).toEqual(withoutPlaces(before.plan));
    expect(after.diagnostics).toEqual([]);
  });
});
