import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/plan/diagnostic.ts';
import { FORMATS } from '../../src/plan/model.ts';
import { CHECK_VERDICTS } from '../../src/run/event.ts';
import { EVENT_TYPES } from '../../src/run/event-fields.ts';
import { CHECK_CONFIGS } from '../../src/run/gates/check-config/table.ts';
import { phasewright } from '../cli/phasewright.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAPERS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/agents.md',
  'docs/cassettes.md',
  'docs/plans.md',
  'docs/commands.md',
  'docs/diagnostics.md',
  'docs/benchmarks.md',
  'docs/budgets.md',
  'docs/gates.md',
  'docs/prompts.md',
  'docs/record.md',
  'docs/recovery.md',
  'docs/report.md',
  'docs/runs.md',
  'docs/scripted-agent.md',
  'docs/security.md',
  'docs/settings.md',
  'docs/terminal.md',
  'docs/reliability.md',
  'SECURITY.md',
];

const COMMANDS = [
  'init',
  'plan',
  'check',
  'graph',
  'convert',
  'run',
  'resume',
  'attach',
  'watch',
  'status',
  'show',
  'logs',
  'diff',
  'report',
  'why',
  'prompt',
  'pause',
  'cancel',
  'retry',
  'skip',
  'edit',
  'approve',
  'reject',
  'clean',
  'config',
  'env',
  'agents',
  'completion',
  'demo',
];

describe('the papers', () => {
  it('list every diagnostic with its sentence', () => {
    const rows = [...read('docs/diagnostics.md').matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|/gm)].map(
      ([, code, text]) => [code, text],
    );
    expect(rows).toEqual(Object.entries(DIAGNOSTIC_CODES));
  });

  it('list every kind of file that steers checks', () => {
    const [, table = ''] = /^## Files that steer checks\n([\s\S]*?)^## /m.exec(read('docs/gates.md'))!;
    const rows = CHECK_CONFIGS.map(({ ecosystem, files, programs, effect, parts, isNew }) => {
      const counts = parts ? 'in parts' : isNew ? 'new' : 'all';
      return `| ${ecosystem} | ${files.map(glob => `\`${glob}\``).join(', ')} | ${programs} | ${effect} | ${counts} |`;
    });
    expect(
      table
        .split('\n')
        .filter(line => line.startsWith('| '))
        .slice(1),
    ).toEqual(rows);
  });

  it('explain every event, and none that does not exist', () => {
    const [, table = ''] = /^## Events\n([\s\S]*?)^## /m.exec(read('docs/runs.md'))!;
    const firstCells = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell]) => cell!).join(' ');
    const explained = [...firstCells.matchAll(/`(\w+)`/g)].map(([, type]) => type!);
    expect(explained.toSorted()).toEqual(EVENT_TYPES.toSorted());
  });

  it('explain every verdict on a check, and no other', () => {
    const [, table = ''] = /^### Verdicts\n([\s\S]*?)^##/m.exec(read('docs/gates.md'))!;
    const explained = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, verdict]) => verdict!);
    expect(explained).toEqual([...CHECK_VERDICTS]);
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

  it('list the commands that there are', async () => {
    expect((await commandsIn()).toSorted()).toEqual(COMMANDS.toSorted());
    const table = read('README.md').split('## Commands')[1]!.split('\n## ')[0]!;
    expect(
      COMMANDS.filter(name => !table.includes(`\`${name}`) && !table.includes(`phasewright ${name}`)),
    ).toEqual([]);
  });

  it.each(COMMANDS)('docs/commands.md has a section on %s with all of its options', async command => {
    const parts = [command, ...(command === 'config' ? ['show', 'check', 'schema'] : [])];
    const helps = [
      (await phasewright([command, '--help'])).out,
      ...(await Promise.all(
        parts.slice(1).map(async part => (await phasewright([command, part, '--help'])).out),
      )),
    ];
    for (const help of helps) expect(help).toContain('Examples:');
    const options = helps.flatMap(help =>
      [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name!),
    );
    const described = sectionOn(command);
    expect(options.filter(option => !new RegExp(`${option}(?![\\w-])`).test(described))).toEqual([]);
  });
});

/** The commands that the help lists. */
async function commandsIn(): Promise<string[]> {
  const { out } = await phasewright(['--help']);
  const list = out.split('Start here:')[1]!.split('Examples:')[0]!;
  return [...list.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name!).filter(name => name !== 'help');
}

/** What docs/commands.md says under a heading that names the command, and of all commands that read a plan. */
function sectionOn(command: string): string {
  const sections = read('docs/commands.md').split(/^## /m).slice(1);
  const titled = sections.find(section => section.split('\n', 1)[0]!.split(', ').includes(command));
  expect(titled, `a section on ${command}`).toBeDefined();
  const readsPlans = ['check', 'graph', 'convert', 'run'].includes(command);
  const shared = sections.find(section => section.startsWith('Options of every command that reads a plan'))!;
  // What `-o` does is the same everywhere.
  const usual = titled!.includes('-o FILE') ? '--output' : '';
  const everywhere = sections.find(section => section.startsWith('Options of every command\n'))!;
  return [titled, everywhere, readsPlans ? shared : '', usual].join('\n');
}

const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) =>
      `#${title!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-')}`,
  );
