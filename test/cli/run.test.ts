import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phasewright } from './phasewright.ts';
import { developers, workshop } from './workshop.ts';

const DIAMOND = `# Diamond

### Task 1: Ground
### Task 2: Left
Depends on: Task 1
### Task 3: Right
Depends on: Task 1
### Task 4: Roof
Depends on: Task 2, Task 3
`;

const AGENT = ['--agent', 'scripted', '--yes'];

/** Subjects on the run branch, first to last, without the base. */
const landed = (log: string): string[] => log.trim().split('\n').reverse().slice(1);

describe('run', () => {
  it('carries a plan out, one commit for each phase in the order of dependencies, and leaves nothing behind [001-11] [001-03] [000-01]', async () => {
    const { run, write, git, fingerprint, home } = workshop();
    write('plan.md', DIAMOND);
    const before = fingerprint();
    const { code, out, err } = await run('run', 'plan.md', ...AGENT, '--branch', 'work', '--json');
    // One event a line, and everything for people on standard error.
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('4 of 4 phases landed') });
    const types = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).type);
    expect(types[0]).toBe('run_created');
    expect(types.at(-1)).toBe('run_ended');
    expect(types.filter(type => type === 'phase_completed')).toHaveLength(4);
    const subjects = landed(git('log', '--format=%s', 'work'));
    expect(subjects[0]).toBe('Phase 1: Ground');
    expect(subjects.slice(1, 3).sort()).toEqual(['Phase 2: Left', 'Phase 3: Right']);
    expect(subjects[3]).toBe('Phase 4: Roof');
    expect(git('log', '--merges', 'work')).toBe('');
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(join(home, 'worktrees'))).toEqual([]);
    git('branch', '-D', 'work');
    expect(fingerprint()).toBe(before);
  });

  it('tells why it halted also where it was killed on the way, and then goes on [004-12]', async () => {
    const { run, runWith, git } = workshop({ 'plan.md': '### Task 1: Ground\n### Task 2: Roof\n' });
    const limits = ['--set', 'review.when=never', '--set', 'budgets.run.sessions=1', '--branch', 'work'];
    const kill = { PHASEWRIGHT_TEST_KILL: 'before:close_run/halted' };
    expect(await runWith(kill, 'run', 'plan.md', ...AGENT, ...limits)).toMatchObject({ code: null });
    const tidied = await run('resume');
    expect(tidied).toMatchObject({ code: 1, out: expect.stringContaining('the budget of the run is spent') });
    expect(tidied.err).toContain('resumed, only to tidy up: the run had ended (halted)');
    expect(await run('resume')).toMatchObject({ code: 0, out: expect.stringContaining('2 of 2 phases') });
    expect(landed(git('log', '--format=%s', 'work')).filter(subject => subject.startsWith('Phase'))).toEqual([
      'Phase 1: Ground',
      'Phase 2: Roof',
    ]);
  });

  it('asks before it starts, and starts nothing where nobody can be asked', async () => {
    const { run, write, git } = workshop();
    write('plan.md', DIAMOND);
    const { code, err } = await run('run', 'plan.md', '--agent', 'scripted');
    expect(code).toBe(3);
    expect(err).toContain('--yes');
    expect(err).toContain('no checks are set: only the review will judge');
    expect(git('branch', '--list', 'phasewright/*')).toBe('');
  });

  it.each([
    ['says no', 'n\n'],
    ['ends the input', ''],
  ])('starts nothing where the person who is asked %s, and does not call that waiting', async (_, input) => {
    const { repository, home, write, git } = workshop();
    write('plan.md', DIAMOND);
    const isTerminal = 'data:text/javascript,process.stdin.isTTY = process.stderr.isTTY = true';
    const { code, err } = await phasewright(['run', 'plan.md', '--agent', 'scripted', '--check', 'true'], {
      cwd: repository,
      env: { PHASEWRIGHT_HOME: home, TERM: 'dumb' },
      input,
      nodeArguments: ['--import', isTerminal],
    });
    expect(err).toContain('check: true');
    expect(err).toMatch(/Carry it out\?.*\nNothing was started\.\n$/s);
    expect(code).toBe(130);
    expect(git('branch', '--list', 'phasewright/*')).toBe('');
  });

  it('retries a rejected phase once with the feedback, then halts with dependents blocked [001-06] [004-11] [004-15] [000-17]', async () => {
    const { run, write, git } = workshop();
    write('plan.md', DIAMOND);
    const script = { reviewer: { 2: [[{ reply: { approved: false, summary: 'Not like this.' } }]] } };
    write('script.json', JSON.stringify(script));
    const result = await run('run', 'plan.md', ...AGENT, '--script', 'script.json', '--branch', 'work');
    expect(result.code).toBe(1);
    expect(result.err).toContain('blocked by 2');
    const state = JSON.parse((await run('status', 'last', '--json')).out);
    expect(state).toMatchObject({ status: 'halted' });
    expect(state.phases.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'failed',
      'completed',
      'blocked',
    ]);
    expect(state.phases[3]).toMatchObject({ blockingPhase: '2' });
    expect(state.phases[1].attempt).toBe(2);
    expect(landed(git('log', '--format=%s', 'work'))).toEqual(['Phase 1: Ground', 'Phase 3: Right']);
    // Both attempts are kept, and the second was told why the first failed.
    const refs = git('for-each-ref', '--format=%(refname)', 'refs/phasewright').trim().split('\n');
    expect(refs.filter(ref => /\/2\//.test(ref))).toHaveLength(2);
    expect((await run('logs', 'last', '2')).out).toContain('Not like this.');
  });

  it('goes on after a halt with a new allowance, and repeats nothing that landed [004-10] [004-12]', async () => {
    const { run, write, git } = workshop();
    write('plan.md', DIAMOND);
    const fails = { fail: { category: 'tests', message: 'two tests fail' } };
    const succeeds = { write: { path: 'left.txt', content: 'left\n' } };
    write('script.json', developers({ 2: [[fails], [fails], [succeeds]] }));
    const first = await run('run', 'plan.md', ...AGENT, '--script', 'script.json', '--branch', 'work');
    expect(first.code).toBe(1);
    const second = await run('resume', '--json');
    expect(second.code).toBe(0);
    const started = second.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .filter(({ type }) => type === 'phase_started');
    expect(started.map(({ phase, attempt }) => [phase, attempt])).toEqual([
      ['2', 3],
      ['4', 1],
    ]);
    expect(landed(git('log', '--format=%s', 'work'))).toHaveLength(4);
    expect((await run('resume')).out).toContain('4 of 4 phases landed');
  });

  it('keeps what an agent committed itself in the one commit of the phase [001-10]', async () => {
    const { run, write, git } = workshop();
    write('plan.md', '### Task 1: Only\n');
    const steps = [
      { write: { path: 'a', content: 'a' } },
      { commit: 'mine' },
      { write: { path: 'b', content: 'b' } },
    ];
    write('script.json', developers({ 1: [steps] }));
    expect((await run('run', 'plan.md', ...AGENT, '--script', 'script.json', '--branch', 'work')).code).toBe(
      0,
    );
    expect(git('log', '--format=%s', 'main..work')).toBe('Phase 1: Only\n');
    expect(git('ls-tree', '--name-only', 'work').trim().split('\n')).toEqual(['README.md', 'a', 'b']);
  });

  it('believes checks and not agents [004-09] [004-20]', async () => {
    const { run, write } = workshop();
    write('plan.md', '### Task 1: Only\n');
    write(
      'script.json',
      developers({
        1: [
          [{ write: { path: 'a', content: 'bad' } }, { report: { status: 'completed' } }],
          [{ write: { path: 'a', content: 'good' } }],
        ],
      }),
    );
    const { code, err } = await run(
      'run',
      'plan.md',
      ...AGENT,
      '--script',
      'script.json',
      '--check',
      'grep good a',
    );
    expect(code).toBe(0);
    expect(err).toContain('attempt 1 failed (checks');
  });
});
