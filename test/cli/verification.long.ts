import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { approved, carryOut, results, type Story, story, tasks } from './story.ts';
import { developers, passesInClone, SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const write = (path: string, content = 'x\n'): object => ({ write: { path, content } });
const report = (filesChanged: readonly string[] = []): object => ({
  report: { status: 'completed', filesChanged },
});
const tell = { shell: 'cat > "$HOME/told-{attempt}"' };

const shopFor = (files: Readonly<Record<string, string>>, settings: object = {}): Workshop =>
  workshop({
    'plan.md': tasks('Work'),
    'phasewright.yaml': JSON.stringify({ review: 'off', ...settings }),
    ...files,
  });

const once = ['--max-attempts', '1'];
const findings = ({ of }: Story): { gate: string; severity: string; message: string; files: string[] }[] =>
  of('attempt_inspected').flatMap(event => event.findings as ReturnType<typeof findings>);
const lastWords = ({ of }: Story): string => (of('phase_failed')[0]!.failure as { message: string }).message;

describe('work that git ignores', () => {
  const USE = 'import calc; print(calc.add(1, 2))\n';
  const PYTHON = { '.gitignore': 'lib/\n__pycache__/\n', 'app.py': 'print("ok")\n' };
  const files = [
    write('app.py', `import sys; sys.path.insert(0, "src/lib"); ${USE}`),
    write('src/lib/calc.py', 'def add(a, b): return a + b\n'),
  ];
  const check = 'python3 -B app.py';

  it('and that the checks need does not pass; the next attempt is told the file and the rule', async () => {
    const shop = shopFor(PYTHON, { checks: [check] });
    const developer = {
      1: [
        [tell, ...files, report()],
        [tell, ...files, write('.gitignore', 'lib/\n!src/lib/\n__pycache__/\n'), report()],
      ],
    };
    const ended = await carryOut(shop, { developer });
    expect(ended.code).toBe(0);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(['failed', 'passed']);
    expect(shop.read('../told-2')).toContain('git ignores src/lib/calc.py (.gitignore:1)');
    for (const words of ['show', 'why']) {
      expect((await shop.run(words, ended.run, '1')).out).toContain(
        'git ignores src/lib/calc.py (.gitignore:1)',
      );
    }
    expect(shop.git('ls-tree', '-r', '--name-only', 'work')).toContain('src/lib/calc.py');
    expect(passesInClone(shop, check)).toBe(true);
  });

  it.each<[what: string, settings: object, made: object[], severity: string | null]>([
    ['asks where the report names it', {}, [...files, report(['app.py', './src/lib/calc.py'])], 'ask'],
    [
      'asks where the report speaks of it',
      {},
      [...files, { report: { status: 'completed', summary: 'Wrote src/lib/calc.py.' } }],
      'ask',
    ],
    ['is told otherwise', {}, [...files, report(['app.py'])], 'warn'],
    ['is not told where tools made it', {}, [files[0]!, write('src/__pycache__/calc.pyc'), report()], null],
  ])('%s', async (_, settings, made, severity) => {
    const shop = shopFor(PYTHON, settings);
    const ended = await carryOut(shop, { developer: { 1: [made] } }, ...once);
    const found = findings(ended).filter(({ gate }) => gate === 'ignored');
    expect(found).toMatchObject(severity === null ? [] : [{ severity, files: ['src/lib/calc.py'] }]);
    expect(ended.code).toBe(severity === 'ask' ? 3 : 0);
    if (severity !== 'ask') return;
    expect(found[0]!.message).toBe(
      'git ignores src/lib/calc.py (.gitignore:1), so it does not land, and the report names it',
    );
    expect((await shop.run('approve', ended.run, '1')).code).toBe(0);
    expect((await shop.run('resume', ended.run)).code).toBe(0);
  });

  it('is found in every workspace of an attempt', async () => {
    const shop = shopFor({
      ...PYTHON,
      'plan.md': '# Plan\n\n## Phase 1: Work\n\n- [ ] one\n- [ ] two\n',
    });
    const ended = await carryOut(
      shop,
      { developer: { '*': [[write('{phase}-{subtasks}.txt'), write('lib/{subtasks}.py'), report()]] } },
      ...['--session', 'subtask', ...once],
    );
    expect(findings(ended).filter(({ gate }) => gate === 'ignored').length).toBe(2);
  });

  it('passes where checks run in the workspace, as that setting says', async () => {
    const shop = shopFor(PYTHON, { checks: [check], verify: 'workspace' });
    const ended = await carryOut(shop, { developer: { 1: [[...files, report()]] } });
    expect(ended.code).toBe(0);
    expect(passesInClone(shop, check)).toBe(false);
  });

  it('that an agent put in the place of a program does not decide', async () => {
    const runner = (end: string): string =>
      `mkdir -p node_modules/.bin; printf '#!/bin/sh\\n${end}\\n' > node_modules/.bin/runner; chmod +x node_modules/.bin/runner`;
    const shop = shopFor(
      { '.gitignore': 'node_modules/\n', n: 'right\n' },
      { setup: [runner('grep -q right n')], checks: ['node_modules/.bin/runner'] },
    );
    const script = { developer: { 1: [[write('n', 'wrong\n'), { shell: runner('exit 0') }]] } };
    const ended = await carryOut(shop, script, ...once);
    expect(results(ended)).toMatchObject([{ verdict: 'failed' }]);
  });
});

describe('a check that changes files', () => {
  const wrong = { developer: { 1: [[write('n', 'wrong\n'), report()]] } };
  const mends = 'echo right > n';
  const looks = 'grep -q right n';

  it.each<[what: string, first: object | string, verdicts: readonly string[], note: RegExp]>([
    [
      'is told, and what it changed is there for no other check',
      mends,
      ['passed', 'failed'],
      /^changed 1 file: n$/,
    ],
    [
      'fails where it must not',
      { command: mends, mayChange: false },
      ['failed'],
      /^changed 1 file: n, which it must not/,
    ],
    [
      'has its change taken into the phase where it may',
      { command: mends, mayChange: true },
      ['passed', 'passed'],
      /^$/,
    ],
    [
      'may leave new files, which the next one does not see',
      'echo right > new; rm -f n; git checkout -q n',
      ['passed', 'failed'],
      /^$/,
    ],
    [
      'may commit them, which the next one does not see',
      `${mends}; git commit -qam mended`,
      ['passed', 'failed'],
      /^changed 1 file: n$/,
    ],
    ['may leave ignored files for the next one', 'echo right > n.out', ['passed', 'failed'], /^$/],
  ])('%s', async (_, first, verdicts, note) => {
    const shop = shopFor(
      { n: 'before\n', '.gitignore': '*.out\n', 'plan.md': tasks('Work') },
      { checks: [first, looks], checkReruns: 0 },
    );
    const ended = await carryOut(shop, wrong, ...once);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(results(ended)[0]!.note).toMatch(note);
    if (ended.code === 0) expect(passesInClone(shop, looks)).toBe(true);
    expect(shop.git('for-each-ref', 'refs/phasewright/rescue')).toBe('');
  });

  it('leaves what git ignores to the checks behind it', async () => {
    const shop = shopFor(
      { '.gitignore': 'out/\n' },
      { checks: ['mkdir out; cat plan.md > out/built', 'cmp out/built plan.md'] },
    );
    const ended = await carryOut(shop, { developer: { 1: [[write('n')]] } }, ...once);
    expect(ended.code).toBe(0);
  });

  it('is told in lines and in the story of the phase', async () => {
    const shop = shopFor({ n: 'right\n' }, { checks: [mends] });
    shop.write('script.json', JSON.stringify(wrong));
    const words = ['run', 'plan.md', '--agent', 'scripted', '--script', 'script.json', '--yes'];
    const { code, out, err } = await shop.run(...words);
    expect(code, err).toBe(0);
    expect(out + err).toContain('`echo right > n` passed: exit status 0; changed 1 file: n');
    const run = /run (\w+):/.exec(out + err)![1]!;
    expect((await shop.run('show', run, '1')).out).toContain('changed 1 file: n');
    expect((await shop.run('report', run)).out).toContain('changed 1 file: n');
  });
});

describe('what git ignores in a check slot', () => {
  const COUNT = 'mkdir -p cache; echo x >> cache/n; wc -l < cache/n | tr -d " "';
  const printed = (ended: Story): string[] => results(ended).map(({ tail }) => tail.trim());

  it('stays after accepted work and goes after any other', async () => {
    const shop = shopFor(
      { '.gitignore': 'cache/\n', 'plan.md': tasks('One', 'Two', 'Three') },
      {
        checks: [`${COUNT}; test ! -e bad`],
        checkSlots: 1,
        schedule: 'serial',
        baseline: false,
        checkReruns: 0,
      },
    );
    const good = [write('{phase}.txt'), report()];
    const script = { developer: { 1: [good], 2: [[write('bad'), report()], good], 3: [good] } };
    const ended = await carryOut(shop, script);
    expect(ended.code).toBe(0);
    expect(printed(ended)).toEqual(['1', '2', '1', '2']);
  });

  it('is what setup left there, again where a check did damage to it', async () => {
    const shop = shopFor(
      { '.gitignore': 'deps/\n' },
      {
        setup: ['mkdir -p deps; echo whole > deps/d'],
        checks: ['cat deps/d; test ! -e bad || echo broken > deps/d; test ! -e bad'],
        checkSlots: 1,
        baseline: false,
        checkReruns: 0,
      },
    );
    const script = {
      developer: {
        1: [
          [write('bad'), report()],
          [write('good'), report()],
        ],
      },
    };
    const ended = await carryOut(shop, script);
    expect(ended.code).toBe(0);
    expect(printed(ended)).toEqual(['whole', 'whole']);
  });

  it('is not trusted by a process that takes the run over', async () => {
    const shop = shopFor(
      { '.gitignore': 'cache/\n' },
      {
        checks: [
          'test -e "$HOME/again" && test ! -e cache/poison || { mkdir cache; echo x > cache/poison; echo there; sleep 600; }',
        ],
        checkReruns: 0,
      },
    );
    shop.write('script.json', developers({ 1: [[write('n'), report()] as object[]] }));
    const first = shop.start(...SCRIPTED_RUN);
    await first.seen('attempt_inspected');
    const slot = (): string[] =>
      execFileSync('find', [shop.home, '-name', 'poison'], { encoding: 'utf8' }).split('\n').filter(Boolean);
    await expect.poll(() => slot().length, { timeout: 60_000 }).toBe(1);
    first.signal('SIGKILL');
    await first.end;
    shop.write('../again', '');
    const done = await story(shop, 'resume', String(first.events()[0]!.run));
    expect(done.code).toBe(0);
    expect(results(done)).toMatchObject([{ verdict: 'passed' }]);
    expect(execFileSync('find', [shop.home, '-name', 'check-1'], { encoding: 'utf8' })).toBe('');
  });
});

describe('setup in check slots', () => {
  const log = '"$HOME/setup.log"';

  it('runs once, and again where the work changes what is depended on', async () => {
    const shop = shopFor(
      { 'package.json': '{}', 'plan.md': tasks('One', 'Two', 'Three') },
      { setup: [`echo "$(basename "$PWD")" >> ${log}`], checks: ['true'], checkSlots: 1, schedule: 'serial' },
    );
    const script = {
      developer: {
        1: [[write('n')]],
        2: [[write('package.json', '{"dependencies": {}}')]],
        3: [[write('m')]],
      },
    };
    expect((await carryOut(shop, script)).code).toBe(0);
    expect(
      shop
        .read('../setup.log')
        .split('\n')
        .filter(line => line === 'check-1'),
    ).toHaveLength(2);
  });

  it('that fails on the work alone is the fault of the work', async () => {
    const shop = shopFor(
      { 'package.json': '{}' },
      { setup: ['grep -q "^{}" package.json'], checks: ['true'] },
    );
    const script = { developer: { 1: [[write('package.json', 'broken')], [tell, write('n')]] } };
    const ended = await carryOut(shop, script);
    expect(ended.code).toBe(0);
    expect(results(ended)[0]).toMatchObject({ command: 'grep -q "^{}" package.json', verdict: 'failed' });
    expect(ended.of('operation_failed')).toEqual([]);
    expect(shop.read('../told-2')).toContain('this setup command fails on the work, and did not before');
  });

  it('is asked for where a check misses what only a workspace has', async () => {
    const shop = shopFor({}, { checks: ['nosuchprogram'] });
    const ended = await carryOut(shop, { developer: { 1: [[write('n')]] } }, ...once);
    expect(lastWords(ended)).toContain('name the commands that install what they need under setup');
  });
});

describe('tests that are written first', () => {
  it('are red and green in check slots', async () => {
    const plan = {
      title: 'Red and green',
      phases: [
        { id: 'test', title: 'Tests', subtasks: [{ id: 't', title: 'Write tests', type: 'test' }] },
        {
          id: 'impl',
          title: 'Work',
          dependsOn: ['test'],
          subtasks: [{ id: 'i', title: 'Write it', type: 'impl' }],
        },
      ],
    };
    const spec =
      "require('node:test')('adds', () => require('node:assert').equal(require('./add.js')(1, 2), 3));\n";
    const shop = shopFor(
      { 'plan.md': JSON.stringify(plan), 'add.js': 'module.exports = () => 0;\n' },
      { checks: [{ command: `"${process.execPath}" --test add.test.js`, kind: 'test' }], tdd: 'enforce' },
    );
    const script = {
      developer: {
        test: [[write('add.test.js', spec), report()]],
        impl: [[write('add.js', 'module.exports = (a, b) => a + b;\n'), report()]],
      },
      reviewer: { '*': [[approved]] },
    };
    const ended = await carryOut(shop, script, ...once);
    expect(ended.code, JSON.stringify(results(ended))).toBe(0);
    expect(results(ended).map(({ verdict }) => verdict)).toEqual(['red', 'passed']);
  });
});

describe('what verification costs', () => {
  it.each<[what: string, settings: object, words: string]>([
    [
      'clean',
      { setup: ['npm ci'] },
      'clean: in 2 check slots, so at most as many more checkouts, with the setup commands run in each',
    ],
    ['in a workspace', { verify: 'workspace' }, 'workspace: where the work was done'],
  ])('is told before: %s', async (_, settings, words) => {
    const shop = shopFor({}, { checks: ['true'], ...settings });
    const { out } = await shop.run('run', 'plan.md', '--dry-run');
    expect(out).toContain(words);
  });
});
