import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/plan/diagnostic.ts';
import { FORMATS } from '../../src/plan/model.ts';
import { phasewright } from '../cli/phasewright.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAPERS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/plans.md',
  'docs/commands.md',
  'docs/diagnostics.md',
  'docs/benchmarks.md',
  'docs/runs.md',
  'docs/scripted-agent.md',
  'docs/security.md',
  'docs/reliability.md',
  'SECURITY.md',
];

describe('the papers', () => {
  it('list every diagnostic with its sentence', () => {
    const rows = [...read('docs/diagnostics.md').matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|/gm)].map(
      ([, code, text]) => [code, text],
    );
    expect(rows).toEqual(Object.entries(DIAGNOSTIC_CODES));
  });

  it('explain every event of a journal', () => {
    const journal = read('test/run/golden/v1.jsonl').trim().split('\n');
    const types = new Set(journal.map(line => JSON.parse(JSON.parse(line).data ?? line).type));
    const text = read('docs/runs.md');
    expect(types.size).toBeGreaterThan(30);
    expect([...types].filter(type => !text.includes(`\`${type}\``))).toEqual([]);
  });

  it('explain every format', () => {
    const text = read('docs/plans.md');
    expect(FORMATS.filter(format => !text.includes(`\`${format}\``))).toEqual([]);
  });

  it.each(PAPERS)('%s links to files and headings that exist', paper => {
    const broken = [...read(paper).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)].filter(
      ([, path = '', anchor]) => {
        const target = join(ROOT, dirname(paper), path || `../${paper}`);
        if (path && !existsSync(target)) return true;
        return (
          anchor !== undefined && !anchors(read(path ? join(dirname(paper), path) : paper)).includes(anchor)
        );
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('show the output that the command really prints', async () => {
    const readme = read('README.md');
    const plan = /```markdown\n([\s\S]*?)```/.exec(readme)![1]!;
    const shown = /```console\n([\s\S]*?)```/.exec(readme)![1]!;
    const graph = await phasewright(['graph', '-'], { input: plan });
    const check = await phasewright(['check', '-'], { input: plan });
    expect(shown).toBe(
      `$ phasewright check plan.md\n${check.out.replace('<stdin>', 'plan.md')}\n$ phasewright graph plan.md\n${graph.out}`,
    );
  });

  it('show the picture that the command really draws', async () => {
    const { out } = await phasewright(['graph', join(ROOT, 'examples/plan.md'), '--as', 'svg']);
    expect(out).toBe(read('docs/example.svg'));
  });

  it('name every command and option in the help that docs/commands.md describes', async () => {
    const { out } = await phasewright(['--help']);
    const commands = [
      ...out
        .split('Commands:')[1]!
        .split('Start here:')[0]!
        .matchAll(/^ {2}(\w+) /gm),
    ].map(([, name]) => name!);
    expect(commands.filter(name => name !== 'help')).toEqual([
      'check',
      'graph',
      'convert',
      'run',
      'resume',
      'status',
      'show',
      'logs',
      'diff',
      'cancel',
      'retry',
      'skip',
      'approve',
      'clean',
      'demo',
    ]);
    const text = read('docs/commands.md');
    for (const command of commands.filter(name => name !== 'help')) {
      const help = (await phasewright([command, '--help'])).out;
      expect(help).toContain('Examples:');
      const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name!);
      expect(
        options.filter(option => option !== '--help' && option !== '--output' && !text.includes(option)),
      ).toEqual([]);
    }
  });
});

const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) =>
      `#${title!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-')}`,
  );
