import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsIn } from '../../src/cli/settings/settings-file.ts';
import { phasewright, scratch } from './phasewright.ts';
import { workshop } from './workshop.ts';

const NODE = {
  'package.json': JSON.stringify({ scripts: { test: 'vitest', lint: 'biome check' } }),
  'package-lock.json': '{}',
};

const given = (text: string): Record<string, unknown> => {
  const { given: all, problems } = settingsIn({ name: 'phasewright.yaml', text }, 'repository');
  expect(problems).toEqual([]);
  return Object.fromEntries(all.map(({ path, value }) => [path, value]));
};

const check = (command: string, kind: 'test' | 'other') => ({ command, kind, timeoutMs: 1_800_000 });

describe('init', () => {
  it.each([[[]], [['--yes']]])(
    'takes what it finds, says so, and asks nothing in a pipe: %j',
    async words => {
      const shop = workshop(NODE);
      const { code, out, err } = await shop.run('init', ...words);
      expect(code).toBe(0);
      expect(out).toBe(
        'wrote phasewright.yaml\n  checks: npm run lint, npm test\n  setup: npm ci\n  agent: none\n',
      );
      expect(err).toContain('found: JavaScript\n');
      expect(err).toContain(words.length > 0 ? 'Nobody was asked (--yes)' : 'there is no terminal to ask on');
      expect(err).toContain('  taken: npm ci (from package-lock.json)\n');
      expect(err).toContain('phasewright run plan.md --dry-run');
      const text = shop.read('phasewright.yaml');
      expect(text).not.toContain('node_modules');
      expect(text).toContain('phasewright config schema');
      expect(given(text)).toEqual({
        setup: [{ command: 'npm ci', timeoutMs: 1_800_000 }],
        checks: [check('npm run lint', 'other'), check('npm test', 'test')],
      });
      expect(await shop.run('config', 'check')).toMatchObject({
        code: 0,
        out: expect.stringContaining('2 settings'),
      });
      expect(shop.git('status', '--porcelain')).toBe('?? phasewright.yaml\n');
    },
  );

  it('tells what it found and left out', async () => {
    const shop = workshop({ 'go.mod': 'module x\n' });
    const { err, out } = await shop.run('init');
    expect(err).toContain('  left out: go build ./... (Go build)\n');
    expect(out).toContain('checks: go vet ./..., go test ./...\n');
  });

  it.each<[string, Record<string, string>]>([
    ['asked for', { 'package.json': JSON.stringify({ devDependencies: { phasewright: '*' } }) }],
    ['there', { 'node_modules/phasewright/dist/settings.schema.json': '{}' }],
  ])('names the schema for editors where the package is %s', async (_, files) => {
    const shop = workshop(files);
    await shop.run('init', '--yes');
    expect(shop.read('phasewright.yaml').split('\n')[0]).toBe(
      '# yaml-language-server: $schema=./node_modules/phasewright/dist/settings.schema.json',
    );
  });

  it('says that a manifest cannot be read, and takes nothing from it', async () => {
    const shop = workshop({ 'package.json': '{ broken', Makefile: 'test:\n\techo\n' });
    const { err, out } = await shop.run('init', '--yes');
    expect(err).toContain('package.json cannot be read as JSON');
    expect(err).toContain('  left out: npm install (from package.json)\n');
    expect(out).toContain('  checks: make test\n  setup: none\n');
  });

  it('looks into folders where the top has nothing, and leaves the choice to a person', async () => {
    const test = JSON.stringify({ scripts: { test: 'vitest' } });
    const shop = workshop({
      'frontend/package.json': test,
      'frontend/e2e/package.json': test,
      'services/api/go.mod': 'module x\n',
      'a/b/c/package.json': test,
      'node_modules/x/package.json': test,
      '.hidden/package.json': test,
      'it is/package.json': test,
    });
    const { err, out } = await shop.run('init', '--yes');
    expect(err).toContain('found: JavaScript in frontend, Go in services/api\n');
    expect(err).toContain('  left out: cd frontend && npm test (JavaScript tests, in frontend)\n');
    expect(err).toContain('  left out: cd services/api && go test ./... (Go tests, in services/api)\n');
    expect(out).toContain('  checks: none\n  setup: none\n');
  });

  it('writes a file where nothing is found, and says so', async () => {
    const shop = workshop();
    const { code, err } = await shop.run('init');
    expect([code, err]).toEqual([0, expect.stringContaining('no known manifest was found')]);
    expect(err).toContain('Nothing was found to take.');
    expect(given(shop.read('phasewright.yaml'))).toEqual({ setup: [], checks: [] });
  });

  it('takes options in place of what it finds', async () => {
    const shop = workshop(NODE);
    const words = [
      '--check',
      'make verify',
      '--check',
      'a: "b" # c',
      '--setup',
      'make deps',
      '--agent',
      'scripted',
    ];
    const { code, err } = await shop.run('init', ...words);
    expect(code).toBe(0);
    expect(err).not.toContain('npm');
    expect(given(shop.read('phasewright.yaml'))).toEqual({
      agent: 'scripted',
      setup: [{ command: 'make deps', timeoutMs: 1_800_000 }],
      checks: [check('make verify', 'other'), check('a: "b" # c', 'other')],
    });
  });

  it('writes to the top of the repository from a folder below', async () => {
    const shop = workshop({ ...NODE, 'a/b.txt': '' });
    const { code } = await phasewright(['init'], { cwd: join(shop.repository, 'a') });
    expect([code, given(shop.read('phasewright.yaml')).checks]).toEqual([0, expect.anything()]);
  });

  it('does not overwrite a file unless it is told to', async () => {
    const shop = workshop({ ...NODE, 'phasewright.yaml': 'tdd: off\n' });
    const refused = await shop.run('init', '--yes');
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('there is a phasewright.yaml already'),
    ]);
    expect(shop.read('phasewright.yaml')).toBe('tdd: off\n');
    expect((await shop.run('init', '--force')).code).toBe(0);
    expect(given(shop.read('phasewright.yaml'))).not.toHaveProperty('tdd');
    expect(shop.git('status', '--porcelain')).toBe(' M phasewright.yaml\n');
  });

  it('replaces a link and leaves alone what it leads to', async () => {
    const shop = workshop(NODE);
    const outside = join(scratch(), 'precious');
    writeFileSync(outside, 'precious');
    symlinkSync(outside, join(shop.repository, 'phasewright.yaml'));
    expect((await shop.run('init')).code).toBe(2);
    expect((await shop.run('init', '--force')).code).toBe(0);
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(lstatSync(join(shop.repository, 'phasewright.yaml')).isFile()).toBe(true);
  });

  it.each([
    [['--agent', 'scriptd'], 'there is no agent scriptd (scripted?)'],
    [['--check', ' '], 'empty'],
  ])('refuses %j', async (words, says) => {
    const shop = workshop(NODE);
    const { code, err } = await shop.run('init', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
    expect(shop.git('status', '--porcelain')).toBe('');
  });

  it('wants a repository', async () => {
    expect((await phasewright(['init'])).code).toBe(2);
  });
});
