import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsJsonSchema } from '../../src/cli/settings/file-schema.ts';
import { PRESET_SETTINGS } from '../../src/run/settings.ts';
import { phasewright, scratch } from './phasewright.ts';
import { type Workshop, workshop } from './workshop.ts';

const PLAN = { 'plan.md': '### Task 1: A\n' };

const json = async (shop: Workshop, ...words: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await shop.run('config', 'show', '--json', ...words);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

/** `config show --origin`: by the name of a setting, its value and where it comes from. */
async function table(shop: Workshop, env: Record<string, string>, ...words: string[]) {
  const { code, out, err } = await shop.runWith(env, 'config', 'show', '--origin', ...words);
  expect([code, err]).toEqual([0, '']);
  const rows = out.trimEnd().split('\n');
  const column = rows.find(row => row.endsWith('  default'))!.lastIndexOf('default');
  expect(rows.filter(row => !/^ {2}\S/.test(row.slice(column - 2)))).toEqual([]);
  return Object.fromEntries(rows.map(row => row.split(/ {2,}/)).map(([path, ...rest]) => [path, rest]));
}

describe('config show', () => {
  it('shows the defaults where nothing is set, also outside of a repository', async () => {
    const { code, out } = await phasewright(['config', 'show', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ preset: 'phased', guarded: false, ...PRESET_SETTINGS.phased });
  });

  it('shows settings that give the same when they are a file', async () => {
    const shop = workshop({
      'phasewright.yaml':
        'checks: [npm test, {command: make, kind: test}]\nreview: off\nprompts: {retry: docs/r.md}\n',
      'docs/r.md': 'Again. {{framing}} {{errors}} {{failedWork}}\n',
    });
    const first = await shop.run('config', 'show', '--set', 'limits.sessionMinutes=7');
    expect(first.code).toBe(0);
    expect(first.out).toContain('prompts:\n  retry: docs/r.md\n');
    shop.write('phasewright.yaml', first.out);
    expect(await shop.run('config', 'show')).toEqual(first);
  });

  it('tells where each value comes from', async () => {
    const shop = workshop({
      'phasewright.yaml': 'preset: tasks\ntdd: off\nprofiles:\n  ci:\n    concurrency: 1\n',
    });
    const home = scratch();
    mkdirSync(join(home, 'phasewright'));
    writeFileSync(join(home, 'phasewright', 'config.yaml'), '\nevaluate: false\ntdd: enforce\n');
    const env = { XDG_CONFIG_HOME: home, PHASEWRIGHT_SET_SCOPE__OUTSIDE: 'reject' };
    const user = join(home, 'phasewright', 'config.yaml');
    const profile = ['1', 'profile ci (phasewright.yaml:5)'];
    expect(await table(shop, env, '--profile', 'ci')).toMatchObject({
      tdd: ['off', 'repository file phasewright.yaml:2'],
      evaluate: ['false', `user file ${user}:2`],
      schedule: ['serial', 'preset tasks'],
      baseline: ['true', 'default'],
      'scope.outside': ['reject', 'environment PHASEWRIGHT_SET_SCOPE__OUTSIDE'],
      concurrency: profile,
    });
    const more = { PHASEWRIGHT_PROFILE: 'ci' };
    expect(await table(shop, more, '--set', 'maxAttempts=9')).toMatchObject({
      concurrency: profile,
      maxAttempts: ['9', '--set'],
      evaluate: ['true', 'default'],
    });
  });

  it('takes the user file of PHASEWRIGHT_CONFIG, of XDG_CONFIG_HOME or of the home folder', async () => {
    const shop = workshop();
    const folder = scratch();
    const put = (value: number, ...path: string[]): string => {
      const file = join(folder, ...path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, `maxAttempts: ${value}\n`);
      return file;
    };
    const home = put(11, '.config', 'phasewright', 'config.yaml');
    const config = put(12, 'xdg', 'phasewright', 'config.yaml');
    const named = put(13, 'named.yaml');
    const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'xdg'), PHASEWRIGHT_CONFIG: named };
    for (const [variables, value, file] of [
      [{ ...env, XDG_CONFIG_HOME: 'xdg', PHASEWRIGHT_CONFIG: '' }, '11', home],
      [{ ...env, PHASEWRIGHT_CONFIG: '' }, '12', config],
      [env, '13', named],
    ] as const) {
      const { maxAttempts } = await table(shop, variables);
      expect(maxAttempts).toEqual([value, `user file ${file}:1`]);
    }
    const missing = await shop.runWith({ PHASEWRIGHT_CONFIG: '/nowhere.yaml' }, 'config', 'show');
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringContaining('there is no file /nowhere.yaml'),
    ]);
  });

  it('names the file as it is seen from a folder below', async () => {
    const shop = workshop({ 'phasewright.yaml': 'tdd: offf\n', 'a/b.txt': '' });
    const { code, err } = await phasewright(['config', 'show'], { cwd: join(shop.repository, 'a') });
    expect(code).toBe(2);
    expect(err).toContain('error: ../phasewright.yaml:1: tdd must be one of');
  });

  it('knows settings at every depth, in files, variables and options', async () => {
    const shop = workshop({
      'phasewright.yaml':
        'guarded: true\nrecovery:\n  doctor:\n    perRun: 4\nmodels: {developer: [small, {agent: scripted}]}\n',
    });
    const env = { PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_PHASE: '3' };
    const words = ['--set', 'budgets.run.wallHours=2', '--set', 'prices.a-1.5={input: 1, output: 2}'];
    expect(await table(shop, env, ...words)).toMatchObject({
      guarded: ['true', 'repository file phasewright.yaml:1'],
      maxAttempts: ['5', 'preset guarded'],
      'recovery.doctor.perRun': ['4', 'repository file phasewright.yaml:4'],
      'recovery.doctor.perPhase': ['3', 'environment PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_PHASE'],
      'recovery.doctor.strongPerRun': ['5', 'default'],
      'models.developer': ['["small",{"agent":"scripted"}]', 'repository file phasewright.yaml:5'],
      'budgets.run.wallMs': ['7200000', '--set'],
      'prices.a-1.5': ['{"input":1,"output":2}', '--set'],
    });
  });

  it('knows which agents there are, also in a profile that nobody asks for', async () => {
    const shop = workshop({ 'phasewright.yaml': 'profiles:\n  ci:\n    agent: scriptd\n' });
    const { code, err } = await shop.run('config', 'check');
    expect(code).toBe(2);
    expect(err).toContain('error: phasewright.yaml:3: agent: there is no agent scriptd (scripted?)');
  });

  it('gives origins as JSON, too', async () => {
    const shop = workshop({ 'phasewright.yaml': 'agent: scripted\n' });
    const { settings, origins } = await json(shop, '--origin');
    expect(settings).toMatchObject({ agent: 'scripted', preset: 'phased' });
    expect(origins).toMatchObject({
      agent: { from: 'file', whose: 'repository', file: 'phasewright.yaml', line: 1 },
      'review.when': { from: 'default' },
    });
  });

  it('shows nothing that would act on a terminal', async () => {
    const shop = workshop({
      'phasewright.yaml': JSON.stringify({ checks: ['a\x1B[31m\u202Eb\nc'], script: '\x9Bx' }),
    });
    for (const words of [[], ['--origin'], ['--json']]) {
      const { code, out } = await shop.run('config', 'show', ...words);
      expect(code).toBe(0);
      expect(out).not.toMatch(/[\0-\x09\x0B-\x1F\x7F-\x9F\u202E]/);
    }
  });
});

describe('wrong settings', () => {
  it('are told all at once, by file and line, and nothing is begun', async () => {
    const shop = workshop({
      ...PLAN,
      'phasewright.yaml':
        'tdd: of\nscope:\n  outsid: warn\nchecks: npm test\nrecovery:\n  doctor:\n    perPhse: 1\n',
    });
    for (const words of [
      ['config', 'check'],
      ['run', 'plan.md', '--agent', 'scripted', '--yes'],
      ['run', 'plan.md', '--dry-run'],
    ]) {
      const { code, out, err } = await shop.run(...words);
      expect([code, out]).toEqual([2, '']);
      expect(err.split('\n')).toEqual([
        'error: phasewright.yaml:1: tdd must be one of off, warn, enforce, not "of" (off?)',
        'error: phasewright.yaml:3: unknown setting scope.outsid (outside?)',
        'error: phasewright.yaml:4: checks must be a list, not "npm test"',
        'error: phasewright.yaml:7: unknown setting recovery.doctor.perPhse (perPhase?)',
        expect.stringMatching(/^hint: /),
        '',
      ]);
    }
    expect(shop.git('for-each-ref', 'refs/phasewright')).toBe('');
  });
});

describe('config check', () => {
  it('says what it found', async () => {
    const shop = workshop({
      'phasewright.yaml': 'tdd: off\nscope: {outside: ask}\nprofiles: {ci: {tdd: warn}}\n',
    });
    expect(await shop.run('config', 'check')).toEqual({
      code: 0,
      out: 'phasewright.yaml: 2 settings, 1 profile, no problems\n',
      err: '',
    });
    expect((await workshop().run('config', 'check')).out).toMatch(/^no settings file/);
  });

  it('looks at one file alone, with all of its profiles', async () => {
    const shop = workshop({
      'phasewright.yaml': 'broken: [\n',
      'a.yaml': 'profiles: {ci: {prompts: {retry: no.md}}}\n',
      'b.yaml': 'tdd: off\n',
    });
    const env = { PHASEWRIGHT_SET_TDD: 'wrong' };
    const wrong = await shop.runWith(env, 'config', 'check', 'a.yaml');
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toMatch(/^error: a\.yaml:1: prompts\.retry: no\.md cannot be found/);
    expect((await shop.runWith(env, 'config', 'check', 'b.yaml')).out).toBe(
      'b.yaml: 1 setting, 0 profiles, no problems\n',
    );
    expect(await shop.run('config', 'check', 'c.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no file c.yaml'),
    });
  });
});

describe('config', () => {
  it('prints the schema of settings files', async () => {
    const { code, out } = await phasewright(['config', 'schema']);
    expect(code).toBe(0);
    const schema = JSON.parse(out);
    expect(schema).toEqual(settingsJsonSchema());
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining([
        ...Object.keys(PRESET_SETTINGS.phased),
        'preset',
        'guarded',
        'agent',
        'script',
        'profiles',
      ]),
    );
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties.scope.additionalProperties).toBe(false);
    const recovery = schema.properties.recovery.anyOf.at(-1);
    const doctor = recovery.properties.doctor.anyOf.at(-1);
    for (const map of [recovery, doctor]) expect(map.additionalProperties).toBe(false);
    expect(Object.keys(doctor.properties)).toEqual(Object.keys(PRESET_SETTINGS.phased.recovery.doctor));
  });

  it.each([[[]], [['shw']], [['show', '--nope']], [['show', '--set', '']]])(
    'ends with 2 and a word about it: %j',
    async words => {
      const { code, out, err } = await phasewright(['config', ...words]);
      expect([code, out]).toEqual([2, '']);
      expect(err).not.toBe('');
    },
  );

  it('has help for each of its commands', async () => {
    for (const words of [['--help'], ['show', '--help']]) {
      const { code, out } = await phasewright(['config', ...words]);
      expect(code).toBe(0);
      expect(out).toContain('Examples:');
    }
  });
});

describe('a run', () => {
  it.each([
    [['run', 'plan.md', '--guarded', '--no-wait'], 5],
    [['run', 'plan.md', '--no-wait'], 2],
    [['plan', 'A goal', '--guarded'], 5],
  ] as const)('is guarded where it is told to be: %j', async (words, maxAttempts) => {
    const shop = workshop({
      ...PLAN,
      'phasewright.yaml': 'agent: scripted\nscript: s.json\n',
      's.json': '{}',
    });
    const yes = words[0] === 'run' ? ['--yes'] : [];
    const { out, err } = await shop.run(...words, ...yes, '--json');
    const created = out.split('\n').find(text => text.includes('"run_created"'));
    expect(created, err).toBeDefined();
    expect(JSON.parse(created!)).toMatchObject({ settings: { maxAttempts } });
  });

  it('goes by the settings in force', async () => {
    const shop = workshop({
      ...PLAN,
      'phasewright.yaml':
        'agent: scripted\nscript: tools/script.json\nmaxAttempts: 3\nlimits: {backoffMs: 0}\nreview: off\nallowEmpty: true\nprofiles: {ci: {checkReruns: 3}}\n',
      'tools/script.json': JSON.stringify({ developer: { '*': [[{ say: 'done' }]] } }),
      'below/x.txt': '',
    });
    const env = {
      PHASEWRIGHT_HOME: shop.home,
      PHASEWRIGHT_SET_CONCURRENCY: '2',
      HOME: join(shop.repository, '..'),
    };
    const words = [
      'run',
      '../plan.md',
      '--yes',
      '--json',
      '--max-attempts',
      '4',
      '--profile',
      'ci',
      '--set',
      'tdd=off',
    ];
    const { out, err } = await phasewright(words, { cwd: join(shop.repository, 'below'), env });
    const [created] = out.split('\n').filter(text => text.includes('"run_created"'));
    expect(created, err).toBeDefined();
    expect(JSON.parse(created!)).toMatchObject({
      settings: {
        maxAttempts: 4,
        concurrency: 2,
        limits: { backoffMs: 0 },
        review: { when: 'never' },
        tdd: 'off',
        checkReruns: 3,
      },
    });
  });
});
