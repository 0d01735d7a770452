import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from './phasewright.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/plan.md', import.meta.url));

describe('graph', () => {
  it('draws the order as text, parallel phases marked [004-08]', async () => {
    const { code, out } = await phasewright(['graph', EXAMPLE], { env: { LANG: 'C' } });
    expect(code).toBe(0);
    expect(out).toMatchSnapshot();
  });

  it('writes Mermaid with a group for parallel phases [004-08]', async () => {
    const { out } = await phasewright(['graph', EXAMPLE, '--as', 'mermaid']);
    expect(out).toMatchSnapshot();
  });

  it('writes an SVG file that shows every phase', async () => {
    const folder = scratch();
    const { code, err } = await phasewright(['graph', EXAMPLE, '--as', 'svg', '-o', 'plan.svg'], {
      cwd: folder,
    });
    expect(code).toBe(0);
    expect(err).toBe('wrote plan.svg\n');
    const svg = readFileSync(join(folder, 'plan.svg'), 'utf8');
    expect(svg).toMatch(/^<svg /);
    for (const title of ['Data model', 'HTTP service', 'Command line', 'Expiry', 'Usage statistics'])
      expect(svg).toContain(title);
  });

  it('prints nodes and edges as JSON', async () => {
    const { out } = await phasewright(['graph', EXAMPLE, '--as', 'json']);
    const graph = JSON.parse(out);
    expect(graph.nodes.map((node: { id: string }) => node.id)).toEqual(['1', '2a', '2b', '3', '4', '5']);
    expect(graph.edges).toContainEqual({ from: '2a', to: '3' });
    expect(graph.edges).toHaveLength(7);
  });

  it('tells the errors of a plan that cannot be drawn, and ends with 2', async () => {
    const { code, out, err } = await phasewright(['graph', '-'], {
      input: '### Task 1: a\nDepends on: Task 2\n### Task 2: b\nDepends on: Task 1\n',
    });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('error[cycle]');
  });
});

describe('run --dry-run', () => {
  it('counts one phase as one', async () => {
    const { out } = await phasewright(['run', '-', '--dry-run'], { input: '### Task 1: a\n' });
    expect(out).toContain('Critical path: 1 (1 phase)\n');
  });

  it('shows stack, batches, dependencies, tasks, points with right totals, critical path, cost and the command [004-16]', async () => {
    const folder = scratch();
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'my plan.md'), readFileSync(EXAMPLE));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({
        scripts: { test: 'vitest run' },
        dependencies: { express: '^5.0.0' },
        devDependencies: { vitest: '^5.0.0', typescript: '^7.0.0' },
      }),
    );
    const { code, out } = await phasewright(['run', 'docs/my plan.md', '--dry-run'], { cwd: folder });
    expect(code).toBe(0);
    expect(out).toMatchSnapshot();
  });
});
