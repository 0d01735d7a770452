import { describe, expect, it } from 'vitest';
import { finished } from './finished.ts';
import { carryOut, reply } from './story.ts';
import { developers, workshop } from './workshop.ts';

describe('looking at runs', () => {
  it('status, show, logs and diff tell the story, and status --json has the whole state [000-22] [000-23] [001-32] [002-09]', async () => {
    const { run, git } = await finished();
    const list = (await run('status')).out;
    expect(list).toMatch(
      /^RUN\s+STATUS\s+DONE\s+BEGAN\s+TOOK\s+COST\s+PLAN\n\w{5}\s+✓ completed\s+2\/2\s+.* ≥\$0\.50 +Looking\n$/,
    );
    const id = list.split('\n')[1]!.slice(0, 5);
    const one = (await run('status', id.slice(0, 3))).out;
    expect(one).toContain('2 of 2 phases done');
    expect(one).toMatch(/2\s+Second\s+completed\s+attempt 2/);
    const show = (await run('show', 'last', '2')).out;
    expect(show).toMatch(/attempt 1 failed \(checks\); another follows[\s\S]*landed as/);
    expect((await run('logs', 'last')).out).toContain('it will be tried again');
    const log = (await run('logs', 'last', '2')).out;
    expect(log).toContain('Trying \\x1b[31mred');
    expect(log).not.toContain('\u001b[31m');
    expect((await run('diff', 'last', '2')).out).toContain('+right');
    expect((await run('diff', 'last', '2', '--attempt', '1')).out).toContain('+wrong');
    expect(git('log', '-1', '--format=%b', 'work')).toContain(
      `Phasewright-Run: ${id}\nPhasewright-Phase: 2\nPhasewright-Attempt: 2`,
    );
    const state = JSON.parse((await run('status', 'last', '--json')).out);
    expect(state).toMatchObject({
      status: 'completed',
      currentPhaseIndex: 2,
      totalPhases: 2,
      usage: { inputTokens: 10, outputTokens: 5, costUsd: 0.5 },
      subtasks: [{ phase: '1' }, { phase: '2' }],
      phases: [
        { index: 0, id: '1', status: 'completed', attempt: 1 },
        {
          index: 1,
          id: '2',
          status: 'completed',
          attempt: 2,
          reviewResult: { approved: true },
          spent: { attempts: 1 },
        },
      ],
    });
    expect(state.phases[1].prePhaseCommit).toBe(state.phases[0].commit);
    expect(state.phases[1].subtasks).toEqual([
      {
        id: expect.any(String),
        status: 'completed',
        attempt: 2,
        startedAt: expect.any(String),
        completedAt: expect.any(String),
        error: null,
      },
    ]);
  });
});

describe('why', () => {
  it('tells the story of decisions of a run and of a phase, as text and as data', async () => {
    const shop = workshop(
      { 'plan.md': '# Why\n\n### Task 1: First\n### Task 2: Second\n' },
      { recovery: true },
    );
    const write = (content: string): object[] => [
      { write: { path: '{phase}.txt', content: `${content}\n` } },
    ];
    const advice = {
      action: 'retry_with_fix',
      confidence: 0.9,
      diagnosis: 'A slip.',
      hint: 'Write it right.',
    };
    const script = {
      developer: { '1': [write('one')], '2': [write('wrong'), write('wrong'), write('right')] },
      doctor: { '2': [[reply(advice)]] },
    };
    const told = await carryOut(shop, script, '--check', '! grep -q wrong 2.txt');
    expect(told.code, told.err).toBe(0);
    const { out } = await shop.run('why');
    expect(out.replace(/^ {2}[\d -]{10} [\d:]{8}/gm, '')).toMatch(
      new RegExp(
        [
          '^2 Second: completed',
          ' +attempt 1 failed \\(checks\\): .*',
          ' +it is tried again — another attempt is left \\(1 of 2 attempts\\)',
          ' +attempt 2 failed \\(checks\\): .*',
          ' +the cheap doctor is asked about attempt 2 — .* \\(2 failed attempts, asked 0 of 2 times in the phase, 0 of 10 in the run\\)',
          ' +the doctor advises retry_with_fix, 90 % sure',
          ' +A slip\\.',
          ' +hint: Write it right\\.',
          ' +it helped',
          ' +it is tried again — the doctor says what to do differently \\(90 % sure\\)',
          ' +attempt 3 landed as \\w{7}\n$',
        ].join('\n'),
      ),
    );
    expect((await shop.run('why', 'last', '2')).out).toBe(out);
    expect((await shop.run('why', told.run, '1')).out).toBe(
      `nothing to tell about phase 1 of run ${told.run}: nothing failed and nothing had to be decided\n`,
    );
    const data = JSON.parse((await shop.run('why', 'last', '2', '--json')).out);
    expect(data).toMatchObject({ run: told.run, status: 'completed', phases: [{ id: '2' }] });
    expect(data.phases[0].decisions).toContainEqual(
      expect.objectContaining({ event: 'doctor_answered', attempt: 2, helped: true }),
    );
    expect(await shop.run('why', 'last', '22')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/has no phase 22[\s\S]*Did you mean 2\?/),
    });
    expect((await shop.run('report')).out).toMatch(/\| doctor \| 1 \|/);
    expect((await shop.run('logs', 'last', '2')).out).toMatch(/attempt 2, doctor\./);
  });
});

describe('a run that waits', () => {
  it('shows groups, types and what waits for what [001-36]', async () => {
    const shop = workshop({ 'plan.json': JSON.stringify(TYPED) });
    const words = ['run', 'plan.json', '--agent', 'scripted', '--yes'];
    expect((await shop.run(...words)).code).toBe(3);
    expect((await shop.run('status', 'last')).out).toMatch(
      /group 1\n +✓ +1 +Tests +test +completed.*\ngroup 2 \(parallel\)\n +✓ +2a +Users +impl +completed.*\n +✓ +2b +Posts +impl +completed.*\ngroup 3\n +○ +3 +End +pending +waits for approval\ngroup 4\n +○ +4 +After +pending +waits for 3\n/,
    );
  });
});

describe('the agents of a run', () => {
  it('stream while they work, those of parallel phases mixed as they come, each line with its phase and its index [001-35]', async () => {
    const shop = workshop({ 'plan.json': JSON.stringify(TYPED) });
    // Each goes on only when what the other said was read from the stream.
    const wait = (file: string) => ({ shell: `until [ -e "$HOME/${file}" ]; do sleep 0.01; done` });
    const write = { write: { path: '{phase}.txt', content: 'x\n' } };
    const script = {
      '2a': [[wait('start'), { say: 'users' }, wait('posts'), { say: 'more users' }, write]],
      '2b': [
        [
          wait('users'),
          { say: 'posts' },
          wait('more users'),
          { say: 'more posts' },
          wait('more posts'),
          write,
        ],
      ],
    };
    shop.write('script.json', developers(script));
    const words = ['run', 'plan.json', '--agent', 'scripted', '--script', 'script.json', '--yes', '--json'];
    const run = shop.start(...words);
    await Promise.all([run.seen('phase_started', '2a'), run.seen('phase_started', '2b')]);
    const logs = shop.start('logs', 'last', '--agents', '--follow', '--json');
    shop.write('../start', '');
    for (const text of ['users', 'posts', 'more users', 'more posts']) {
      await logs.until(({ event }) => (event as { text?: string }).text === text);
      expect(run.isOver()).toBe(false);
      shop.write(`../${text}`, '');
    }
    expect((await run.end).code).toBe(3);
    expect((await logs.end).code).toBe(0);
    const said = logs.events().filter(({ event }) => / ?(?:users|posts)$/.test(String(Object(event).text)));
    const by = (phase: string, index: number, text: string) => ({
      ...{ phase, index, attempt: 1, role: 'developer' },
      event: { type: 'text', text },
    });
    expect(said).toEqual([
      by('2a', 1, 'users'),
      by('2b', 2, 'posts'),
      by('2a', 1, 'more users'),
      by('2b', 2, 'more posts'),
    ]);
    const lines = (await shop.run('logs', 'last', '--agents')).out.split('\n');
    expect(lines).toContain('[2a.1 developer] users');
    expect(lines).toContain('[2b.1 developer] more posts');
  });
});

/** Phases of subtasks with types; the fourth waits for a person. */
const TYPED = {
  title: 'Typed',
  phases: [
    { id: '1', title: 'Tests', subtasks: [{ id: 't', title: 'Write tests', type: 'test' }] },
    phaseOf('2a', 'Users', ['1'], 'impl'),
    phaseOf('2b', 'Posts', ['1'], 'impl'),
    { ...phaseOf('3', 'End', ['2a', '2b'], 'task'), gated: true },
    phaseOf('4', 'After', ['3'], 'task'),
  ],
};

function phaseOf(id: string, title: string, dependsOn: readonly string[], type: string) {
  return {
    id,
    title,
    dependsOn,
    subtasks: [{ id: `${id}.s`, title, type, dependsOn: type === 'impl' ? ['t'] : [] }],
  };
}
