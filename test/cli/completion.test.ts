import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENT_NAMES } from '../../src/agent/catalogue.ts';
import { TOPICS } from '../../src/cli/help/topics.ts';
import { PRESETS } from '../../src/run/policies.ts';
import { phasewright, scratch } from './phasewright.ts';
import { PLAIN_RUN, workshop } from './workshop.ts';

const PLAN = '# Dots and dashes\n\n### Task 1.1: One\n\nFiles: none\n\n### Task 2-b: Two\n\nFiles: none\n';

async function candidates(...words: string[]): Promise<string[] | null> {
  const { code, out, err } = await phasewright(['complete-words', '--', ...words]);
  expect(err).toBe('');
  return code === 0 ? firstColumn(out) : null;
}

const firstColumn = (out: string): string[] =>
  out
    .split('\n')
    .slice(0, -1)
    .map(line => line.split('\t')[0]!);

describe('completion', () => {
  it('offers commands with what they do, and none that is hidden', async () => {
    const { out } = await phasewright(['complete-words', '--', '']);
    expect(out).toMatch(/^run\tcarry a plan out$/m);
    expect(firstColumn(out)).toEqual(expect.arrayContaining(['init', 'status', 'completion', 'help']));
    expect(out).not.toContain('complete-words');
  });

  it.each<[string[], string[]]>([
    [
      ['config', ''],
      ['show', 'check', 'schema'],
    ],
    [
      ['--verbose', 'config', ''],
      ['show', 'check', 'schema'],
    ],
    [
      ['config', 'show', '--o'],
      ['--origin', '--json', '--profile', '--set', '--help', '--version', '--verbose'],
    ],
    [['run', 'plan.md', '--preset', ''], [...PRESETS]],
    [['run', '--preset=t'], PRESETS.map(preset => `--preset=${preset}`)],
    [['run', '--agent', 'acp:'], [...AGENT_NAMES]],
    [['env', ''], [...AGENT_NAMES]],
    [['agents', 'test', ''], [...AGENT_NAMES]],
    [
      ['prompt', ''],
      ['developer', 'reviewer', 'evaluator', 'doctor', 'replanner', 'architect'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['help', 'config', ''],
      ['show', 'check', 'schema'],
    ],
    [['plan', ''], []],
    [['run', 'plan.md', '--model', ''], []],
    [['graph', 'plan.md', ''], []],
    [['status', ''], []],
    [['show', 'nosuch', ''], []],
  ])('of %j offers what could stand there', async (words, expected) => {
    expect(await candidates(...words)).toEqual(expected);
  });

  it.each([
    [['run', '']],
    [['check', 'a.md', '']],
    [['run', 'x', '--script', '']],
    [['report', '-o', '']],
    [['run', '--', '-x']],
  ])('of %j leaves files to the shell', async words => expect(await candidates(...words)).toBeNull());

  it('offers help on commands and topics', async () => {
    const offered = await candidates('help', '');
    expect(offered).toEqual(expect.arrayContaining(['run', ...TOPICS.map(({ name }) => name)]));
  });

  it('offers runs, the newest first, and phases of the one that is named', async () => {
    const shop = workshop({ 'plan.md': PLAN, 'script.json': '{}' });
    for (let count = 0; count < 2; count += 1)
      expect((await shop.run(...PLAIN_RUN, '--no-review')).code).toBe(0);
    const words = async (...given: string[]): Promise<string> =>
      (await shop.run('complete-words', '--', ...given)).out;
    const ids = (await shop.run('status', '--json')).out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).run);
    expect(await words('show', '')).toBe(ids.map(id => `${id}\tcompleted: Dots and dashes\n`).join(''));
    const phases = '1.1\tcompleted: One\n2b\tcompleted: Two\n';
    expect(await words('show', ids[1]!, '')).toBe(phases);
    expect(await words('show', 'last', '')).toBe(phases);
    expect(await words('skip', 'last', '1.1', '')).toBe('2b\tcompleted: Two\n');
  });

  it('makes nothing where there are no journals, and says nothing where they cannot be read', async () => {
    const home = join(scratch(), 'state');
    const nothing = { code: 0, out: '', err: '' };
    const env = { PHASEWRIGHT_HOME: home };
    expect(await phasewright(['complete-words', '--', 'status', ''], { env })).toEqual(nothing);
    expect(existsSync(home)).toBe(false);
    const shop = workshop({ 'state/journal.db': 'no database' });
    const broken = { PHASEWRIGHT_HOME: join(shop.repository, 'state') };
    expect(await shop.runWith(broken, 'complete-words', '--', 'status', '')).toEqual(nothing);
    expect(await shop.runWith(broken, 'complete-words', '--', 'show', 'last', '')).toEqual(nothing);
  });

  it('takes the script of the shell that is used, and says which there are', async () => {
    const bash = await phasewright(['completion', 'bash']);
    expect(await phasewright(['completion'], { env: { SHELL: '/usr/bin/bash' } })).toEqual(bash);
    expect(bash).toMatchObject({ code: 0, out: expect.stringContaining('complete -o default -F'), err: '' });
    for (const [SHELL, what] of [
      ['', 'SHELL does not say'],
      ['/bin/tcsh', 'there is no script for tcsh'],
    ] as const) {
      const { code, out, err } = await phasewright(['completion'], { env: { SHELL } });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(new RegExp(`^error: ${what}.*\nhint: Name one: phasewright completion bash, `));
    }
  });
});
