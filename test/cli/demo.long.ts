import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from './phasewright.ts';

describe('demo', () => {
  it('carries six phases out, two of them side by side, one after a rejection that an evaluator sorted, and shows the story', async () => {
    const folder = scratch();
    const { code, out, err } = await phasewright(['demo'], { env: { TMPDIR: folder } });
    expect(code).toBe(0);
    const place = readdirSync(folder).find(name => name.startsWith('phasewright-demo-'))!;
    const env = { PHASEWRIGHT_HOME: join(folder, place, 'state') };
    const logs = await phasewright(['logs', 'last', '--json'], {
      cwd: join(folder, place, 'repository'),
      env,
    });
    const events = logs.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const at = (type: string, phase: string) =>
      events.findIndex(event => event.type === type && event.phase === phase);
    expect(at('phase_started', '2b')).toBeLessThan(at('phase_completed', '2a'));
    expect(at('phase_started', '2a')).toBeLessThan(at('phase_completed', '2b'));
    expect(events.filter(({ type }) => type === 'phase_retry')).toMatchObject([
      { phase: '3', failure: { category: 'review' } },
    ]);
    expect(out.match(/^\* [0-9a-f]{7,} Phase \w+: /gm)).toHaveLength(6);
    expect(events.find(({ type }) => type === 'evaluation_ended')?.decisions).toMatchObject([
      { decision: 'IMPLEMENT' },
      { decision: 'DEFER' },
      { decision: 'REJECT' },
    ]);
    expect(err).toContain('evaluator: 1 IMPLEMENT, 1 REJECT, 1 DEFER');
    const report = readFileSync(join(folder, place, 'report.html'), 'utf8');
    expect(report).toContain('Write an audit log of links that end.');
    expect(report.match(/<svg/g)?.length).toBeGreaterThan(1);
    expect(err).toContain('Look around');
  });
});
