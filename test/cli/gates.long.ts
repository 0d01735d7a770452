import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { approved, carryOut, story, tasks } from './story.ts';
import { SCRIPTED_RUN, type Workshop, workshop } from './workshop.ts';

const write = (path: string, content = 'x\n'): object => ({ write: { path, content } });
const tell = { shell: 'cat > "$HOME/told-{attempt}"' };
const review = { shell: 'cat > "$HOME/review"' };

/** A repository with a plan of one phase. */
const shopFor = (phase: object, files: Readonly<Record<string, string>> = {}): Workshop =>
  workshop({
    ...files,
    'plan.md': JSON.stringify({ title: 'One', phases: [{ id: '1', title: 'Work', ...phase }] }),
  });

const findings = (of: (type: string) => readonly object[]): unknown =>
  of('attempt_inspected').map(event => (event as { findings: object[] }).findings);

const landed = (shop: Workshop): string[] =>
  shop.git('diff', '--name-only', 'main', 'work').trim().split('\n').filter(Boolean);

describe('a deliverable', () => {
  it.each<[what: string, path: string, step: object]>([
    ['a folder with any file below it', 'out', write('out/deep/down/x.txt')],
    ['a folder with a hidden file', 'out/', write('out/.keep', '')],
    ['an empty file', 'out.txt', write('out.txt', '')],
    ['whatever matches a pattern', 'out/*.txt', write('out/x.txt')],
    ['a link', 'out.txt', { shell: 'echo x > real.txt; ln -s real.txt out.txt' }],
  ])('may be %s', async (_, path, step) => {
    const { code } = await carryOut(shopFor({ deliverables: [path] }), { developer: { 1: [[step]] } });
    expect(code).toBe(0);
  });

  it.each<[what: string, step: object]>([
    ['a folder without a file', { shell: 'mkdir -p out; echo x > x.txt' }],
    ['a file that git ignores', { shell: 'mkdir -p out; echo x > out/x.log; echo x > x.txt' }],
    ['one with other letters', write('OUT/x.txt')],
  ])('is not %s', async (_, step) => {
    const shop = shopFor({ deliverables: ['out'] }, { '.gitignore': '*.log\n' });
    const { code, of } = await carryOut(shop, { developer: { 1: [[step]] } }, '--max-attempts', '1');
    expect(code).toBe(1);
    expect(of('phase_failed')).toMatchObject([{ failure: { category: 'deliverables' } }]);
    expect(landed(shop)).toEqual([]);
  });
});

describe('scope', () => {
  const phase = { files: ['src/a.ts'] };
  const script = {
    developer: {
      1: [
        [write('src/a.ts'), write('src/b.ts')],
        [tell, write('src/a.ts')],
      ],
    },
  };

  it('is only told by default', async () => {
    const shop = shopFor(phase);
    const { code, of } = await carryOut(shop, script);
    expect(code).toBe(0);
    expect(findings(of)).toMatchObject([[{ gate: 'scope', severity: 'warn', files: ['src/b.ts'] }]]);
    expect(landed(shop)).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('rejects where that is set', async () => {
    const shop = shopFor(phase);
    const { code } = await carryOut(shop, script, '--set', 'scope.outside=reject');
    expect(code).toBe(0);
    expect(shop.read('../told-2')).toContain('src/b.ts');
    expect(landed(shop)).toEqual(['src/a.ts']);
  });

  it('asks where that is set, and waits', async () => {
    const shop = shopFor(phase);
    const { code, of, run } = await carryOut(shop, script, '--set', 'scope.outside=ask');
    expect(code).toBe(3);
    expect(of('run_waiting')).toMatchObject([{ phases: ['1'] }]);
    expect((await shop.run('approve', run, '1')).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
    expect(landed(shop)).toEqual(['src/a.ts', 'src/b.ts']);
  });
});

describe('what waits for a person', () => {
  const CASES = {
    'a protected file': { files: {}, step: write('.github/workflows/ci.yml'), reason: 'ci.yml' },
    'many deleted lines': {
      files: { 'big.txt': 'line\n'.repeat(201) },
      step: { delete: 'big.txt' },
      reason: '201 lines are gone',
    },
  };
  for (const [what, { files, step, reason }] of Object.entries(CASES)) {
    const script = {
      developer: { 1: [[step], [tell, write('other.txt')]] },
      reviewer: { '*': [[approved]] },
    };

    it(`${what}: with exit code 3, and lands when it is approved`, async () => {
      const shop = shopFor({}, files);
      const { code, of, run } = await carryOut(shop, script);
      expect(code).toBe(3);
      expect(of('approval_asked')).toMatchObject([
        { phase: '1', reasons: [expect.stringContaining(reason)] },
      ]);
      expect(landed(shop)).toEqual([]);
      expect((await shop.run('report', run)).out).toContain(reason);
      expect((await shop.run('approve', run, '1')).code).toBe(0);
      const done = await story(shop, 'resume', run);
      expect(done.code).toBe(0);
      expect(done.of('session_started')).toEqual([]);
      expect(landed(shop)).toHaveLength(1);
    });

    it(`${what}: is done again when it is refused, with the words of the refusal`, async () => {
      const shop = shopFor({}, files);
      const { run } = await carryOut(shop, script);
      expect((await shop.run('reject', run, '1', '--message', 'Leave that alone.')).code).toBe(0);
      const done = await story(shop, 'resume', run);
      expect(done.code).toBe(0);
      expect(shop.read('../told-2')).toContain('Leave that alone.');
      expect(landed(shop)).toEqual(['other.txt']);
    });
  }
});

describe('weakened tests', () => {
  const files = {
    'a.test.js': `test('one', () => expect(1).toBe(1));\ntest('two', () => expect(2).toBe(2));\n`,
  };
  const weaken = write('a.test.js', `test('one', () => expect(1).toBe(1));\ntest.skip('two', () => {});\n`);
  const script = {
    developer: { 1: [[weaken], [tell, write('a.js')]] },
    reviewer: { '*': [[review, approved]] },
  };
  const typed = (type: string): object => ({ subtasks: [{ id: 's', title: 'Do it', type }] });

  it('send an implementation back', async () => {
    const shop = shopFor(typed('impl'), files);
    const { code, of } = await carryOut(shop, script, '--tdd', 'off');
    expect(code).toBe(0);
    expect(of('phase_retry')).toMatchObject([{ failure: { category: 'tests' } }]);
    expect(shop.read('../told-2')).toContain('a.test.js');
    expect(landed(shop)).toEqual(['a.js']);
  });

  it('are put before the reviewer where the phase writes tests', async () => {
    const shop = shopFor(typed('test'), files);
    const { code, of } = await carryOut(shop, script);
    expect(code).toBe(0);
    expect(findings(of)).toMatchObject([
      [
        { gate: 'tests', severity: 'warn', message: expect.stringContaining('assertion was removed') },
        { gate: 'tests', severity: 'warn', message: expect.stringContaining('newly skipped') },
      ],
    ]);
    expect(shop.read('../review')).toMatch(/tests \(warn\): .*a\.test\.js/);
  });
});

describe('a phase that only deletes files', () => {
  it('lands, and the commands of its summary work', async () => {
    const shop = workshop({
      'gone one.txt': 'x\ny\nz\n',
      'kept.txt': 'y\n',
      'plan.md': tasks('Tidy up', 'Go on'),
    });
    const see = { shell: 'cat docs/phasewright/*/phase-1/summary.md > "$HOME/summary"' };
    const { code } = await carryOut(shop, {
      developer: { 1: [[{ delete: 'gone one.txt' }]], 2: [[see, write('b.txt')]] },
    });
    expect(code).toBe(0);
    expect(shop.git('ls-tree', '--name-only', 'work').split('\n')).not.toContain('gone one.txt');
    const commands = shop
      .read('../summary')
      .split('\n')
      .filter(line => line.startsWith('git '));
    expect(commands.length).toBeGreaterThan(4);
    expect(commands.join('\n')).toContain('gone one.txt');
    const printed = commands.map(command =>
      execFileSync('/bin/sh', ['-c', command], { cwd: shop.repository, encoding: 'utf8' }),
    );
    expect(printed).not.toContain('');
    expect(printed.at(-1)).toBe('x\ny\nz\n');
  });
});

describe('a change of 50,000 files', () => {
  it('lands, and the reviewer gets it by reference', { timeout: 600_000 }, async () => {
    const shop = workshop({ 'plan.md': tasks('Generate') });
    // All of the same content, so that git has few objects to write and the test little to delete.
    const make = `mkdir many; cd many; seq 50000 | sed 's/$/.txt/' | xargs -n 5000 sh -c 'for f; do echo x > $f; done' sh`;
    shop.write(
      'script.json',
      JSON.stringify({ developer: { 1: [[{ shell: make }]] }, reviewer: { '*': [[review, approved]] } }),
    );
    const program = shop.start(...SCRIPTED_RUN);
    const { code, err } = await program.end;
    expect(code, err).toBe(0);
    const prompt = shop.read('../review');
    expect(prompt).toContain('The change is too large to be shown here: 50000 files, 50000 lines.');
    expect(prompt.length).toBeLessThan(20_000);
    expect(program.events().find(({ type }) => type === 'attempt_inspected')).toMatchObject({
      changed: 50_000,
    });
    expect(shop.git('ls-tree', '-r', '--name-only', 'work', 'many').trim().split('\n')).toHaveLength(50_000);
  });
});
