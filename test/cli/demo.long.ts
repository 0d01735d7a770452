import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from './bundle.ts';
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
    // What it says last works as it stands in a shell that has no such command.
    const around = err.slice(err.indexOf('Look around:\n') + 'Look around:\n'.length);
    expect(around).toContain('  alias phasewright=');
    const told = execFileSync('bash', ['-e', '-O', 'expand_aliases', '-c', 'eval "$1"', 'bash', around], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder },
      encoding: 'utf8',
    });
    expect(told).toMatch(/completed +6\/6/);
    expect(told).toContain('# Link shortener');
  });

  it('names no alias where the command is installed', async () => {
    const folder = scratch();
    symlinkSync(program(), join(folder, 'phasewright'));
    const env = { TMPDIR: folder, PATH: `${folder}:${process.env.PATH}` };
    const { code, err } = await phasewright(['demo'], { env });
    expect(code, err).toBe(0);
    expect(err).toContain('  phasewright status\n');
    expect(err).not.toContain('alias');
  });
});
