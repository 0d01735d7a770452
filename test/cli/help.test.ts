import { describe, expect, it } from 'vitest';
import { silentProgram } from '../../scripts/man.ts';
import { EXIT } from '../../src/cli/exit.ts';
import { fullName } from '../../src/cli/help/names.ts';
import { PLAN_EXAMPLE } from '../../src/cli/help/topic/plans.ts';
import { TOPICS } from '../../src/cli/help/topics.ts';
import { examplesOf } from '../../src/cli/program/examples.ts';
import { PRESETS } from '../../src/run/policies.ts';
import { GUARDED, PRESET_SETTINGS } from '../../src/run/settings.ts';
import { phasewright } from './phasewright.ts';

const root = silentProgram();
const shown = root.createHelp().visibleCommands(root);
const all = shown.flatMap(command => [command, ...command.commands]);

describe('help', () => {
  it.each(all.map(command => [fullName(command), command] as const))(
    'of %s has examples of it',
    (name, command) => {
      const examples = examplesOf(command);
      expect(examples).not.toEqual([]);
      for (const example of examples) expect(`${example} `).toContain(`${name} `);
    },
  );

  it('lists every command in a group, every topic and every exit code', async () => {
    expect(shown.filter(command => command.helpGroup() === 'More:')).toEqual([]);
    const { code, out } = await phasewright(['help']);
    expect(code).toBe(0);
    expect(out).toBe((await phasewright(['--help'])).out);
    const headings = out.match(/^[A-Z][^:\n]*:$/gm);
    expect(headings).toEqual([
      ...['Options:', 'Start here:', 'Plans:', 'Runs:', 'Step in:', 'Look:', 'Set up:'],
      ...['Examples:', 'More help:', 'Exit codes:'],
    ]);
    for (const { name } of TOPICS) expect(out).toContain(`phasewright help ${name} `);
    for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ {2}${code} `, 'm'));
  });

  it('of a command is what --help of it says', async () => {
    const [one, two] = [await phasewright(['help', 'run']), await phasewright(['run', '--help'])];
    expect(one).toEqual({ code: 0, out: two.out, err: '' });
    const [nested, other] = [
      await phasewright(['help', 'config', 'show']),
      await phasewright(['config', 'show', '--help']),
    ];
    expect(nested).toEqual({ code: 0, out: other.out, err: '' });
  });

  it('has its headings in bold on a screen', async () => {
    const env = { FORCE_COLOR: '1' };
    const [help, topic] = [
      await phasewright(['help'], { env }),
      await phasewright(['help', 'plans'], { env }),
    ];
    expect(help.out).toContain('\x1B[1mStart here:\x1B[22m\n');
    expect(topic.out).toContain('\x1B[1mDependencies:\x1B[22m\n');
  });
});

describe('help on a topic', () => {
  it.each(TOPICS.map(({ name }) => name))(
    '%s is short, and names only commands and options that there are',
    async name => {
      const { code, out, err } = await phasewright(['help', name]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const lines = out.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(60);
      expect(lines.filter(line => line.length > 80)).toEqual([]);
      const names = [...out.matchAll(/\bphasewright ([a-z]+)/g)].map(([, word]) => word!);
      expect(names.filter(word => !shown.some(command => command.name() === word))).toEqual([]);
      const options = new Set([root, ...all].flatMap(command => command.options.map(({ long }) => long)));
      const flags = out.match(/(?<=\s)--[a-z][a-z-]+/g) ?? [];
      expect(flags.filter(flag => !options.has(flag))).toEqual([]);
    },
  );

  it('presets tells what each of them really sets, and what that means', async () => {
    const { out } = await phasewright(['help', 'presets']);
    expect(out).toMatch(new RegExp(`^ +${PRESETS.join(' +')}$`, 'm'));
    const differing = ['schedule', 'session', 'onReject', 'maxAttempts', 'onFailure', 'prompt'] as const;
    for (const name of differing) {
      const values = PRESETS.map(preset => PRESET_SETTINGS[preset][name]);
      expect(out).toMatch(new RegExp(`^ {2}${name} +${values.join(' +')}$`, 'm'));
    }
    const table = out.split('What they set:')[1]!.split('\n\n')[0]!;
    const explained = out.split('The settings in which they differ:')[1]!.split('\n\n')[0]!;
    const inTable = [...table.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    expect([...explained.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)).toEqual(inTable);
    expect(out).toContain(`${GUARDED.maxAttempts} attempts`);
  });

  it('plans has an example that check has nothing to say against', async () => {
    const { out } = await phasewright(['help', 'plans']);
    expect(out).toContain(PLAN_EXAMPLE.split('\n')[0]);
    const shownPlan = [...out.matchAll(/^ {4}(.*)$|^$/gm)].map(([, line = '']) => line).join('\n');
    const checked = await phasewright(['check', '-'], { input: shownPlan });
    expect(checked).toMatchObject({
      code: 0,
      out: '<stdin>: ok: 2 phases, 2 subtasks, 2 batches, width 1 (format: phases)\n',
    });
  });

  it('recovery tells of settings that there are', async () => {
    const { out } = await phasewright(['help', 'recovery']);
    expect(out).toContain(`--guarded            ${GUARDED.maxAttempts} attempts`);
    const setting = /--set (\S+)/.exec(out)![1]!;
    const { code, out: settings } = await phasewright(['config', 'show', '--set', setting]);
    expect({ code, settings }).toMatchObject({
      code: 0,
      settings: expect.stringMatching(/recovery:\n {2}enabled: false/),
    });
  });

  it('exit-codes tells of each', async () => {
    const { out } = await phasewright(['help', 'exit-codes']);
    expect([...out.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => Number(code))).toEqual(Object.values(EXIT));
  });

  it.each([
    [['nosuch'], 'there is no help on nosuch', 'phasewright help lists'],
    [['prests'], 'there is no help on prests', 'Did you mean phasewright help presets?'],
    [['config', 'sohw'], 'there is no help on sohw', 'Did you mean phasewright help config show?'],
  ])('%j that there is not suggests another', async (words, what, hint) => {
    const { code, out, err } = await phasewright(['help', ...words]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`^error: ${what}[^\\n]*\\nhint: ${hint.replace('?', '\\?')}`));
  });
});
