import { describe, expect, it } from 'vitest';
import { carryOut, results, type Story, tasks } from './story.ts';
import { passesInClone, type Workshop, workshop } from './workshop.ts';

const write = (path: string, content = 'x\n'): object => ({ write: { path, content } });
const report = { report: { status: 'completed', filesChanged: [] } };

const shopFor = (files: Readonly<Record<string, string>>, settings: object): Workshop =>
  workshop({
    'plan.md': tasks('One', 'Two'),
    'phasewright.yaml': JSON.stringify({
      ...{ review: 'off', baseline: false, checkReruns: 0, checkSlots: 1, schedule: 'serial' },
      ...settings,
    }),
    ...files,
  });

const verdicts = (ended: Story): string[] => results(ended).map(({ verdict }) => verdict);
const notes = (ended: Story): string[] => results(ended).map(({ note }) => note);

const once = ['--max-attempts', '1'];

describe('what checks of landed work left', () => {
  const BUILD = 'mkdir -p dist; cp src/*.js dist/; node dist/a.js';
  const USES = "require('./b.js');\n";
  const shop = (): Workshop => shopFor({ '.gitignore': 'dist/\n', 'src/a.js': '' }, { checks: [BUILD] });
  const first = [write('src/b.js', ''), write('src/a.js', USES), report];

  it('is gone where a later phase removes a file, so that nothing passes that a clone fails', async () => {
    const place = shop();
    const developer = { 1: [first], 2: [[{ shell: 'git rm -q src/b.js' }, report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(verdicts(ended)).toEqual(['passed', 'failed']);
    expect(passesInClone(place, BUILD)).toBe(true);
  });

  it('is gone where a later phase renames a file', async () => {
    const developer = { 1: [first], 2: [[{ shell: 'git mv src/b.js src/c.js' }, report]] };
    expect(verdicts(await carryOut(shop(), { developer }, ...once))).toEqual(['passed', 'failed']);
  });

  it('stays where files are added and changed, for what is built step by step', async () => {
    const count = 'mkdir -p dist; echo x >> dist/n; wc -l < dist/n | tr -d " "';
    const place = shopFor(
      { '.gitignore': 'dist/\n', a: '', 'plan.md': tasks('One', 'Two', 'Three') },
      { checks: [count] },
    );
    const developer = { 1: [[write('b')]], 2: [[write('a')]], 3: [[{ shell: 'git rm -q b' }, report]] };
    const ended = await carryOut(place, { developer });
    expect(results(ended).map(({ tail }) => tail.trim())).toEqual(['1', '2', '1']);
  });
});

describe('what setup installed', () => {
  /** A linter that looks for a word, installed by setup, which runs again where a file is changed that it names. */
  const setup = [
    'mkdir -p node_modules/.bin; echo \'grep -q right ?\' > node_modules/lint.sh; echo setup >> "$HOME/setup.log"',
  ];
  const LINT = 'sh node_modules/lint.sh';
  const TEST = 'sh test.sh';
  const shop = (files: Readonly<Record<string, string>>, settings: object = {}): Workshop =>
    shopFor(
      { '.gitignore': 'node_modules/\ndist/\n*.pyc\n', n: 'right\n', 'test.sh': 'true\n', ...files },
      { setup, checks: [TEST, LINT], ...settings },
    );
  const setUps = (place: Workshop): number => place.read('../setup.log').split('\n').length - 1;

  it.each<[what: string, attack: string, note: string]>([
    [
      'rewrites a program',
      'echo true > node_modules/lint.sh',
      'changed 1 installed file: node_modules/lint.sh',
    ],
    [
      'removes one and puts another in its place',
      'rm -r node_modules; mkdir -p node_modules; echo true > node_modules/lint.sh',
      'changed 1 installed file: node_modules/lint.sh',
    ],
    [
      'adds some',
      'mkdir -p sub/node_modules; echo x > sub/node_modules/y; echo exit 0 > node_modules/.bin/x; echo true > node_modules/lint.sh',
      'changed 3 installed files: node_modules/.bin/x, node_modules/lint.sh, sub/node_modules/y',
    ],
  ])('decides later checks though a test %s', async (_, attack, note) => {
    const place = shop({});
    const developer = { 1: [[write('test.sh', `${attack}\n`), write('n', 'wrong\n'), report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(results(ended).slice(0, 2)).toMatchObject([
      { command: TEST, verdict: 'passed', note },
      {
        command: LINT,
        verdict: 'failed',
        note: expect.stringContaining('so that was undone: node_modules/'),
      },
    ]);
  });

  it('decides later phases though a test adds a program once the others have run', async () => {
    const program = 'node_modules/.bin/x';
    const place = shop({}, { checks: [`test ! -e ${program}`, TEST] });
    const developer = { 1: [[write('test.sh', `echo exit 0 > ${program}\n`), report]], 2: [[write('m')]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(ended.code).toBe(0);
    expect(notes(ended)).toEqual(['', `changed 1 installed file: ${program}`, '', expect.any(String)]);
  });

  it('decides later phases though a test rewrites a program once the others have run', async () => {
    const place = shop({}, { checks: [LINT, TEST] });
    const attack = 'echo true > node_modules/lint.sh\n';
    const developer = {
      1: [[write('test.sh', attack), report]],
      2: [[write('n', 'wrong\n'), write('test.sh', 'true\n'), report]],
    };
    const ended = await carryOut(place, { developer }, ...once);
    expect(verdicts(ended)).toEqual(['passed', 'passed', 'failed']);
    expect(notes(ended)[1]).toBe('changed 1 installed file: node_modules/lint.sh');
  });

  it('is told to whoever looks at the phase', async () => {
    const place = shop({ 'plan.md': tasks('One') });
    place.write(
      'script.json',
      JSON.stringify({ developer: { 1: [[write('test.sh', 'touch node_modules/y\n'), report]] } }),
    );
    const words = ['run', 'plan.md', '--agent', 'scripted', '--script', 'script.json', '--yes'];
    const { code, out, err } = await place.run(...words);
    expect(code, err).toBe(0);
    const told = 'changed 1 installed file: node_modules/y';
    expect(out + err).toContain(`\`${TEST}\` passed: exit status 0; ${told}`);
    const run = /run (\w+):/.exec(out + err)![1]!;
    expect((await place.run('show', run, '1')).out).toContain(told);
  });

  it('is there with what a build left, for its tests', async () => {
    const place = shop({}, { checks: ['mkdir -p dist; cp n dist/n', 'cmp dist/n n', LINT] });
    const developer = { 1: [[write('m'), report]], 2: [[write('l'), report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(ended.code).toBe(0);
    expect(new Set(notes(ended))).toEqual(new Set(['']));
    // Once where the agents work and once for the checks.
    expect(setUps(place)).toBe(2);
  });

  it('comes back with what an earlier build left, where a check between them did damage to it', async () => {
    const checks = ['mkdir -p dist; cp n dist/n', TEST, 'cmp dist/n n'];
    const place = shop({ 'plan.md': tasks('One') }, { checks });
    const developer = { 1: [[write('test.sh', 'rm node_modules/lint.sh\n'), report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(ended.code, JSON.stringify(results(ended))).toBe(0);
    expect(setUps(place)).toBe(3);
  });

  it('is not told where a tool keeps a cache of its own there, which goes as well', async () => {
    const caches = [
      ...['.cache/tool/x', '.vite/results.json', '.package-lock.json', 'pkg/__pycache__/a.pyc', 'pkg/b.pyc'],
    ].map(path => `node_modules/${path}`);
    const fill = caches.map(path => `mkdir -p $(dirname ${path}); echo x >> ${path}`).join('; ');
    const none = caches.map(path => `test ! -e ${path}`).join(' && ');
    const checks = [`${none} && (${fill})`, none, LINT];
    const place = shop({ 'plan.md': tasks('One', 'Two') }, { checks });
    const developer = { 1: [[write('m'), report]], 2: [[write('l'), report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(ended.code, JSON.stringify(results(ended))).toBe(0);
    expect(new Set(notes(ended))).toEqual(new Set(['']));
    expect(setUps(place)).toBe(2);
  });

  it('is set up once though a check changes a cache that setup left', async () => {
    const cache = 'node_modules/.cache/x';
    const place = shop(
      { 'plan.md': tasks('One') },
      {
        setup: [...setup, `mkdir -p node_modules/.cache; echo 1 > ${cache}`],
        checks: [`echo 2 > ${cache}`, LINT],
      },
    );
    const ended = await carryOut(place, { developer: { 1: [[write('m'), report]] } }, ...once);
    expect([ended.code, setUps(place)]).toEqual([0, 2]);
  });

  it('may be links to a store of packages', async () => {
    const link =
      'mkdir -p "$HOME/store"; test -e "$HOME/store/p" || echo right > "$HOME/store/p"; ln "$HOME/store/p" node_modules/p';
    const again = `ln "$HOME/store/p" "$HOME/store/$$"`;
    const place = shop({}, { setup: [...setup, link], checks: ['grep -q right node_modules/p', LINT] });
    const agent = [{ shell: again }, report];
    const ended = await carryOut(
      place,
      { developer: { 1: [[write('m'), ...agent]], 2: [[write('l'), ...agent]] } },
      ...once,
    );
    expect(ended.code, JSON.stringify(results(ended))).toBe(0);
    expect(new Set(notes(ended))).toEqual(new Set(['']));
    expect(setUps(place)).toBe(2);
  });
});

describe('what checks install where setup installs nothing', () => {
  it('is there for the checks behind them, and not for later phases', async () => {
    const install = 'test ! -e node_modules && mkdir node_modules && echo x > node_modules/p';
    const place = shopFor(
      { '.gitignore': 'node_modules/\n' },
      { checks: [install, 'test -e node_modules/p'] },
    );
    const developer = { 1: [[write('m'), report]], 2: [[write('l'), report]] };
    const ended = await carryOut(place, { developer }, ...once);
    expect(ended.code, JSON.stringify(results(ended))).toBe(0);
    expect(new Set(notes(ended))).toEqual(new Set(['']));
  });
});
