import { describe, expect, it } from 'vitest';
import { architect, GOOD, plan, shopWith } from './architects.ts';
import { approved, reply } from './story.ts';

describe('plan', () => {
  it('runs the architect read-only, in a workspace at the base', async () => {
    const nosy = [
      { write: { path: 'sneaked.txt', content: 'x' } },
      { shell: 'git rev-parse HEAD > "$TMPDIR/head"; pwd >> "$TMPDIR/head"; echo x > sneaked.txt' },
      reply({ plan: GOOD }),
    ];
    const shop = shopWith({ architect: { '*': [nosy] } });
    const { code, out } = await shop.runWith(
      { TMPDIR: shop.home },
      ...['plan', 'Greet', '--agent', 'scripted', '--script', 'script.json', '--json'],
    );
    expect(code).toBe(3);
    const [head, cwd] = shop.read('../state/head').split('\n');
    expect(head).toBe(shop.git('rev-parse', 'main').trim());
    expect(cwd).not.toBe(shop.repository);
    const events = out.split('\n').map(line => JSON.parse(line || '{}'));
    const [{ run }] = events;
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'plan_drafted', trespass: ['sneaked.txt'] }),
    );
    expect((await shop.run('approve', run)).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
    expect(shop.git('ls-tree', '-r', '--name-only', `phasewright/${run}`)).not.toContain('sneaked');
  });

  it('gives a plan with mistakes back with its diagnostics, and takes the mended one', async () => {
    const cycle = '# P\n\n### Task 1: A\n\nDepends on: Task 2\n\n### Task 2: B\n\nDepends on: Task 1\n';
    const remember = { shell: 'cat > "$TMPDIR/prompt-{attempt}"' };
    const shop = shopWith({
      architect: {
        '*': [
          [remember, reply({ plan: cycle })],
          [remember, reply({ plan: GOOD })],
        ],
      },
    });
    const { code } = await shop.runWith(
      { TMPDIR: shop.home },
      ...['plan', 'Greet', '--agent', 'scripted', '--script', 'script.json', '--json'],
    );
    expect(code).toBe(3);
    expect(shop.read('../state/prompt-2')).toMatch(/cycle[\s\S]*1 -> 2 -> 1/);
    expect(shop.read('../state/prompt-2')).toContain('### Task 2: B');
  });

  it.each<[what: string, step: object]>([
    ['writes no plan', { say: 'I would rather not.' }],
    ['writes one that nobody understands', reply({ plan: 'Just do it.' })],
    ['crashes', { crash: 1 }],
  ])(
    'gives up after three rounds with an architect that %s, and begins anew when resumed',
    async (_, step) => {
      const shop = shopWith(architect(step, step, step, reply({ plan: GOOD })));
      const { code, of, run, err } = await plan(shop);
      expect(code).toBe(1);
      expect([...of('plan_drafted'), ...of('draft_failed')]).toHaveLength(3);
      expect(of('run_ended')).toMatchObject([{ status: 'halted' }]);
      expect(err).toContain('no plan that can be carried out');
      expect(err).toContain(`look: phasewright logs ${run} --agents · go on: phasewright resume ${run}\n`);
      expect((await shop.run('logs', run, '--agents')).out).toContain('~plan');
      const shown = await shop.run('show', run, '--plan');
      if (shown.code === 0) expect(shown.out).toBe('Just do it.\n');
      else expect(shown.err).toContain(`has no plan\nhint: phasewright logs ${run} --agents`);
      expect((await shop.run('resume', run)).code).toBe(3);
      expect((await shop.run('show', run, '--plan')).out).toBe(GOOD);
    },
  );

  it('tells an architect that it gave no plan, and still what is wrong with the one before', async () => {
    const cycle = '# P\n\n### Task 1: A\n\nDepends on: Task 2\n\n### Task 2: B\n\nDepends on: Task 1\n';
    const remember = { shell: 'cat > "$TMPDIR/prompt-{attempt}"' };
    const rounds = [{ say: 'It is in plan.md.' }, reply({ plan: cycle }), { say: 'Done.' }].map(step => [
      remember,
      step,
    ]);
    const shop = shopWith({ architect: { '*': [...rounds, [remember, reply({ plan: GOOD })]] } });
    const words = ['plan', 'Greet', '--agent', 'scripted', '--script', 'script.json'];
    expect((await shop.runWith({ TMPDIR: shop.home }, ...words)).code).toBe(1);
    expect((await shop.runWith({ TMPDIR: shop.home }, 'resume')).code).toBe(3);
    const told = (round: number): string => shop.read(`../state/prompt-${round}`);
    const none = 'gave no plan: the architect wrote no plan';
    expect(told(1)).not.toContain(none);
    expect(told(2)).toContain(none);
    expect(told(3)).not.toContain(none);
    expect(told(4)).toMatch(/1 -> 2 -> 1[\s\S]*gave no plan: the architect wrote no plan/);
  });

  it('asks no architect for whom nothing is left, and none more often than it may wait', async () => {
    const costly = { usage: { input: 900, output: 100, costUsd: 30 } };
    const shop = shopWith({ architect: { '*': [[costly, { say: 'No.' }]] } });
    const spent = await plan(shop, '--set', 'budgets.run.usd=40');
    expect(spent.code).toBe(1);
    expect(spent.of('draft_failed')).toHaveLength(2);
    expect(spent.of('budget_spent')).toMatchObject([{ phase: null, measure: 'usd', used: 60, limit: 40 }]);
    const busy = shopWith(architect({ fail: { category: 'infra.overload', message: 'too busy' } }));
    const words = ['--set', 'limits.backoffMs=1', '--set', 'limits.infraRetries=2'];
    const gaveUp = await plan(busy, ...words);
    expect(gaveUp.of('draft_failed')).toHaveLength(5);
    expect(gaveUp.of('run_ended')).toMatchObject([{ status: 'halted' }]);
  });

  it('takes the plan from a fenced block where the answer is prose', async () => {
    const shop = shopWith(architect({ say: `Here it is:\n\n\`\`\`markdown\n${GOOD}\`\`\`\n` }));
    const { of } = await plan(shop);
    expect(of('plan_drafted')).toMatchObject([{ text: GOOD.trimEnd(), problems: [] }]);
  });

  it('is revised with the words of a person who rejects it', async () => {
    const shop = shopWith({
      architect: {
        '*': [
          [reply({ plan: GOOD })],
          [{ shell: 'cat > "$TMPDIR/told"' }, reply({ plan: GOOD.replace('Document it', 'Explain it') })],
        ],
      },
    });
    const { run } = await plan(shop);
    const rejected = await shop.run('reject', run, '--message', 'Explain, do not document.');
    expect(rejected).toMatchObject({ code: 0, out: expect.stringContaining('the plan is sent back') });
    expect((await shop.runWith({ TMPDIR: shop.home }, 'resume', run)).code).toBe(3);
    expect(shop.read('../state/told')).toContain('Explain, do not document.');
    expect((await shop.run('show', run, '--plan')).out).toContain('Explain it');
  });

  it('is carried out as a person edited it, unless that has mistakes', async () => {
    const shop = shopWith(architect(reply({ plan: GOOD })));
    const { run } = await plan(shop, '--branch', 'work');
    shop.write('../bad.md', '# P\n\n### Task 1: A\n\nDepends on: Task 9\n');
    expect(await shop.run('approve', run, '--plan', '../bad.md')).toMatchObject({
      code: 2,
      err: expect.stringContaining('9'),
    });
    shop.write('../edited.md', '# Greeting\n\n### Task 1: Only this\n');
    expect((await shop.run('approve', run, '--plan', '../edited.md')).code).toBe(0);
    expect((await shop.run('resume', run)).code).toBe(0);
    expect(shop.git('log', '--format=%s', 'main..work')).toBe('Phase 1: Only this\n');
    expect((await shop.run('show', run, '--plan')).out).toContain('Only this');
  });

  it('is carried out at once with --yes', async () => {
    const shop = shopWith({ ...architect(reply({ plan: GOOD })), reviewer: { '*': [[approved]] } });
    const { code, of } = await plan(shop, '--yes', '--branch', 'work');
    expect(code).toBe(0);
    expect(of('plan_approved')).toHaveLength(1);
    expect(of('run_waiting')).toEqual([]);
    expect(shop.git('rev-list', '--count', 'main..work')).toBe('2\n');
  });

  it.each(['phase', 'landing'])(
    'that is approved beforehand with --yes still asks before each %s',
    async gate => {
      const shop = shopWith({ ...architect(reply({ plan: GOOD })), reviewer: { '*': [[approved]] } });
      const { code, of, run } = await plan(shop, '--yes', '--branch', 'work', '--set', `approve=${gate}`);
      expect(code).toBe(3);
      expect(of('plan_approved')).toHaveLength(1);
      expect(of('run_waiting')).toMatchObject([{ phases: ['1'] }]);
      expect(shop.git('rev-list', '--count', 'main..work')).toBe('0\n');
      expect((await shop.run('approve', run, '1')).code).toBe(0);
      expect((await shop.run('resume', run)).code).toBe(3);
      expect(shop.git('rev-list', '--count', 'main..work')).toBe('1\n');
    },
  );

  it('is refused before anything begins where its file cannot be written', async () => {
    const shop = shopWith(architect(reply({ plan: GOOD })));
    shop.write('../folder/x', '');
    for (const [path, code] of [
      ['/nowhere/at/all.md', 'ENOENT'],
      ['../folder', 'EISDIR'],
    ] as const) {
      const refused = await shop.run('plan', 'Greet', '--agent', 'scripted', '-o', path);
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toContain(`cannot write ${path} (${code})`);
    }
    expect((await shop.run('status')).out).not.toContain('Greet');
  });

  it('is told where to be found when its file cannot be written in the end, and the run goes on', async () => {
    const shop = shopWith({
      architect: { '*': [[{ shell: 'mkdir "$TMPDIR/../late.md"' }, reply({ plan: GOOD })]] },
    });
    const words = ['plan', 'Greet', '--agent', 'scripted', '--script', 'script.json', '--yes'];
    const { code, out, err } = await shop.runWith({ TMPDIR: shop.home }, ...words, '-o', '../late.md');
    expect(code).toBe(0);
    const [, run] = /^run (\w{5}) completed: 2 of 2/.exec(out)!;
    expect(err).toContain(
      `warning: cannot write ../late.md (EISDIR); the plan is kept: phasewright show ${run} --plan\n`,
    );
  });

  it.each<[words: string[], message: string]>([
    [['plan', ' '], 'the goal is empty'],
    [['plan', 'Greet'], 'no agent was named'],
    [['reject', 'last', '--message', ' '], 'the message is empty'],
    [['reject', 'last'], 'phasewright reject needs --message: what is to be different'],
    [['approve', 'last', '1', '--plan', 'x.md'], '--plan is about the plan'],
    [['prompt', 'developer', 'last'], 'a developer works on a phase'],
    [['prompt', 'reviewer', 'last', '1', '--subtask', '9'], 'only developers have subtasks in hand'],
    [['prompt', 'wizard', 'last', '1'], 'ROLE cannot be wizard'],
  ])('%j is refused with a word why', async (words, message) => {
    const shop = shopWith(architect(reply({ plan: GOOD })));
    await plan(shop);
    const { code, err } = await shop.run(...words);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
