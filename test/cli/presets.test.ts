import { describe, expect, it } from 'vitest';
import { developers, type Workshop, workshop } from './workshop.ts';

interface Event {
  readonly type: string;
  readonly phase?: string;
  readonly attempt?: number;
  readonly subtask?: string;
  readonly sessionId?: string;
  readonly [key: string]: unknown;
}

const run = async (shop: Workshop, ...words: string[]) => {
  const all = ['run', 'plan.md', '--agent', 'scripted', '--yes', '--json', '--branch', 'work', ...words];
  const { code, out, err } = await shop.run(...all);
  const events: Event[] = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const of = (type: string): Event[] => events.filter(event => event.type === type);
  return { code, err, events, of };
};

const write = { write: { path: '{phase}.txt', content: '{phase} {attempt}\n' } };
const reviewer = (phase: string) => ({
  [phase]: [[{ reply: { approved: false, summary: 'More.' } }], [{ reply: { approved: true } }]],
});

const TASKS = '# Tasks\n\n### Task 1: One\n### Task 2: Two\n### Task 3: Three\n';

describe('preset tasks', () => {
  it('counts the tasks and goes from one to the next with a fresh session each, continued after a rejection, and commits what was approved [002-02] [002-03] [002-04] [002-05] [002-08]', async () => {
    const shop = workshop({ 'plan.md': TASKS });
    const steps = {
      developer: { '*': [[write]], 2: [[{ write: { path: 'kept.txt', content: 'kept\n' } }], [write]] },
      reviewer: reviewer('2'),
    };
    shop.write('script.json', JSON.stringify(steps));
    const { code, of, events } = await run(shop, '--preset', 'tasks', '--script', 'script.json');
    expect(code).toBe(0);
    expect(of('run_created')).toMatchObject([{ phases: [{ id: '1' }, { id: '2' }, { id: '3' }] }]);
    expect(of('phase_started').map(({ phase, attempt }) => `${phase}.${attempt}`)).toEqual([
      '1.1',
      '2.1',
      '2.2',
      '3.1',
    ]);
    expect(JSON.parse((await shop.run('status', 'last', '--json')).out)).toMatchObject({
      totalPhases: 3,
      currentPhaseIndex: 3,
    });
    const sessions = of('session_ended').map(({ sessionId }) => sessionId);
    expect(sessions[1]).toBe(sessions[2]);
    expect(new Set(sessions).size).toBe(3);
    // What the rejected round left is still there: nothing was reset.
    expect(shop.git('show', '--name-only', '--format=', 'work~1').trim().split('\n')).toEqual([
      '2.txt',
      'kept.txt',
    ]);
    for (const id of ['1', '2', '3']) {
      const at = (type: string): number =>
        events.findLastIndex(event => event.type === type && event.phase === id);
      expect(at('review_ended')).toBeGreaterThan(0);
      expect(at('phase_landed')).toBeGreaterThan(at('review_ended'));
    }
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: One\nPhase 2: Two\nPhase 3: Three\n',
    );
  });

  it('gives up after five rounds, or as many as a profile says, and starts nothing after it [002-06]', async () => {
    const shop = workshop({
      'plan.md': TASKS,
      'phasewright.yaml': 'profiles: { hasty: { maxAttempts: 2 } }\n',
    });
    shop.write(
      'script.json',
      JSON.stringify({ reviewer: { 1: [[{ reply: { approved: false, summary: 'No.' } }]] } }),
    );
    const { code, of } = await run(shop, '--preset', 'tasks', '--script', 'script.json');
    expect(code).toBe(1);
    expect(of('phase_started').map(({ phase }) => phase)).toEqual(['1', '1', '1', '1', '1']);
    expect(of('run_ended')).toMatchObject([{ status: 'halted' }]);
    expect(shop.git('log', '--format=%s', 'main..work')).toBe('');
    const words = ['--preset', 'tasks', '--profile', 'hasty', '--branch', 'hasty'];
    const hasty = await run(shop, '--script', 'script.json', ...words);
    expect(hasty.code).toBe(1);
    expect(hasty.of('phase_started').map(({ phase }) => phase)).toEqual(['1', '1']);
  });
});

const SUBTASKS = JSON.stringify({
  title: 'Subtasks',
  phases: [
    { id: '1', title: 'Ground', subtasks: [{ id: '1a', title: 'Ground' }] },
    {
      id: '2',
      title: 'Walls',
      dependsOn: ['1'],
      subtasks: [
        { id: '2a', title: 'Left' },
        { id: '2b', title: 'Right' },
      ],
    },
  ],
});

describe('preset subtasks', () => {
  const words = ['--preset', 'subtasks', '--script', 'script.json'];
  const shopThat = (steps: Parameters<typeof developers>[0]): Workshop =>
    workshop({ 'plan.md': SUBTASKS, 'script.json': developers(steps) });

  it('gives each subtask a fresh session that sees what earlier phases left, side by side, and joins them [000-02] [000-12] [000-13] [000-18] [000-20]', async () => {
    // Neither goes on before the other is there, too; one after the other they would give up.
    const meet = {
      shell: `touch $HOME/met-{subtask}; i=0; until [ -e $HOME/met-2a ] && [ -e $HOME/met-2b ]; do
        i=$((i + 1)); [ $i -lt 400 ] || exit 1; sleep 0.05; done`,
    };
    const see = { shell: 'cat 1.txt > {subtask}.txt; ls >> {subtask}.txt' };
    const shop = shopThat({ 1: [[write]], 2: [[meet, see]] });
    const { code, of, events } = await run(shop, ...words);
    expect(code).toBe(0);
    expect(new Set(of('session_ended').map(({ sessionId }) => sessionId)).size).toBe(3);
    const at = (type: string, subtask: string): number =>
      events.findIndex(event => event.type === type && event.subtask === subtask);
    expect(at('subtask_started', '2b')).toBeLessThan(at('subtask_completed', '2a'));
    expect(at('subtask_started', '2a')).toBeLessThan(at('subtask_completed', '2b'));
    // Each saw the phase before, and nothing of the other.
    expect(shop.git('show', 'work:2a.txt')).toBe('1 1\n1.txt\n2a.txt\ndocs\nplan.md\nscript.json\n');
    expect(shop.git('show', 'work:2b.txt')).toBe('1 1\n1.txt\n2b.txt\ndocs\nplan.md\nscript.json\n');
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: Ground\nPhase 2: Walls\n',
    );
  });

  it('resolves no conflicts: subtasks that change the same place fail the phase and both are kept [000-06]', async () => {
    const shop = shopThat({ 1: [[write]], 2: [[{ write: { path: 'same.txt', content: '{subtask}\n' } }]] });
    const { code, of } = await run(shop, ...words, '--max-attempts', '1');
    expect(code).toBe(1);
    expect(of('lanes_overlap')).toMatchObject([{ phase: '2', files: ['same.txt'] }]);
    const kept = shop
      .git('for-each-ref', '--format=%(objectname)', 'refs/phasewright/*/2/*')
      .trim()
      .split('\n');
    expect(kept.map(commit => shop.git('show', `${commit}:same.txt`)).sort()).toEqual(['2a\n', '2b\n']);
    const message = 'subtasks changed the same places in same.txt: 2a against 2b';
    expect(of('phase_failed')).toMatchObject([{ failure: { category: 'overlap', message } }]);
    const name = String(of('run_created')[0]!.run);
    const { out, code: shown } = await shop.run('diff', name, '2', '--attempt', '1');
    expect(shown).toBe(0);
    expect(out).toMatch(/^# subtasks 2a\ndiff [\s\S]*\n\+2a\n# subtasks 2b\ndiff [\s\S]*\n\+2b\n$/);
  });

  it.each([
    ['changed the same place', { write: { path: 'same.txt', content: '{subtask}\n' } }, 'overlap'],
    ['failed', { fail: { category: 'logic', message: 'wrong' } }, 'logic'],
  ])(
    'tells the next attempt where each part of one is kept of which a subtask %s',
    async (_, last, category) => {
      const keep = {
        shell:
          'cat > $HOME/prompt-{subtask}; cat docs/phasewright/*/phase-2/review-feedback.md > $HOME/feedback-{subtask}',
      };
      const own = { write: { path: '{subtask}.txt', content: '{subtask}\n' } };
      const share = { write: { path: 'same.txt', content: '{subtask}\n' } };
      const shop = shopThat({
        1: [[write]],
        '2#2a': [[share], [own]],
        '2#2b': [
          [own, last],
          [keep, own],
        ],
      });
      const { code, of } = await run(shop, ...words);
      expect(code).toBe(0);
      expect(of('phase_retry')).toMatchObject([{ phase: '2', failure: { category } }]);
      const name = String(of('run_created')[0]!.run);
      for (const paper of ['../prompt-2b', '../feedback-2b'].map(path => shop.read(path))) {
        const commands = paper.match(
          new RegExp(`git diff [0-9a-f]{40} refs/phasewright/${name}/2/1\\.[01]`, 'g'),
        );
        expect(commands).toHaveLength(2);
        const diffs = commands!.map(command => shop.git(...command.split(' ').slice(1)));
        expect(diffs[0]).toContain('+++ b/same.txt\n@@ -0,0 +1 @@\n+2a');
        expect(diffs[1]).toContain('+++ b/2b.txt\n@@ -0,0 +1 @@\n+2b');
        expect(paper).not.toMatch(/left no changes|Nothing of it was kept/);
      }
    },
  );

  it('halts everything when a subtask fails for good [000-14]', async () => {
    const shop = shopThat({ 1: [[write, { fail: { category: 'logic', message: 'wrong' } }]] });
    const { code, of } = await run(shop, ...words);
    expect(code).toBe(1);
    expect(of('phase_blocked')).toMatchObject([{ phase: '2', by: '1' }]);
    expect(of('run_ended')).toMatchObject([{ status: 'halted' }]);
  });
});

const TABLE = `# Table

| Phase | Name | Depends On | Parallel With |
|---|---|---|---|
| 1 | Base | - | - |
| 2A | Left | 1 | 2B |
| 2B | Right | 1 | 2A |
| 3 | Top | 2A, 2B | - |
`;

describe('preset autobuild', () => {
  it('goes batch by batch and shows the results of each with status and duration [004-13] [004-14]', async () => {
    const shop = workshop({ 'plan.md': TABLE });
    const { code, err, events } = await run(shop, '--preset', 'autobuild');
    expect(code).toBe(0);
    expect(err).toMatch(
      /batch 2 of 3:\nPHASE +STATUS +DURATION\n2a +completed +[\d.]+ s\n2b +completed +[\d.]+ s\n/,
    );
    const at = (type: string, phase: string): number =>
      events.findIndex(event => event.type === type && event.phase === phase);
    expect(at('phase_started', '2b')).toBeLessThan(at('phase_completed', '2a'));
    expect(at('phase_started', '3')).toBeGreaterThan(
      Math.max(at('phase_completed', '2a'), at('phase_completed', '2b')),
    );
  });

  it('keeps the sibling of a phase that fails, tries it again, then halts with dependents blocked [004-15]', async () => {
    const shop = workshop({ 'plan.md': TABLE });
    shop.write('script.json', developers({ '2a': [[{ fail: { category: 'tests', message: 'red' } }]] }));
    const { code, err, of } = await run(shop, '--preset', 'autobuild', '--script', 'script.json');
    expect(code).toBe(1);
    expect(err).toMatch(/2a +failed .*\n2b +completed /);
    expect(of('phase_retry')).toMatchObject([{ phase: '2a', attempt: 1 }]);
    expect(of('phase_blocked')).toMatchObject([{ phase: '3', by: '2a' }]);
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: Base\nPhase 2b: Right\n',
    );
  });
});

describe('the review', () => {
  it('comes after each phase and looks at the difference since the commit before it [000-15] [001-13]', async () => {
    const shop = workshop({ 'plan.md': TASKS });
    const look = {
      shell:
        "grep -o 'git diff [0-9a-f]* [0-9a-f]*' > $HOME/seen-{phase}; sh $HOME/seen-{phase} > $HOME/diff-{phase}",
    };
    const steps = {
      developer: { '*': [[write]] },
      reviewer: { '*': [[look, { reply: { approved: true } }]] },
    };
    shop.write('script.json', JSON.stringify(steps));
    const { code, of } = await run(shop, '--script', 'script.json');
    expect(code).toBe(0);
    expect(of('review_ended').map(({ phase }) => phase)).toEqual(['1', '2', '3']);
    const seen = shop.read('../diff-2');
    expect(seen).toContain('+2 1');
    expect(seen).not.toContain('+1 1');
  });
});

describe('work side by side', () => {
  it('lands one after the other, checked together before it lands [000-05]', async () => {
    const shop = workshop({
      'plan.md': '# Pair\n\n### Task 1: One\nDepends on: none\n### Task 2: Two\nDepends on: none\n',
    });
    shop.write(
      'script.json',
      developers({ '*': [[write], [{ write: { path: 'instead.txt', content: '' } }]] }),
    );
    // Each of the two alone is fine.
    const { code, of } = await run(
      shop,
      '--script',
      'script.json',
      '--check',
      '! { test -e 1.txt && test -e 2.txt; }',
      '--no-review',
    );
    expect(code).toBe(0);
    expect(of('landing_unchecked')).not.toHaveLength(0);
    expect(of('phase_retry')).toMatchObject([
      { failure: { category: 'landing_conflict' }, spends: 'landings' },
    ]);
    expect(shop.git('log', '--format=%s', 'main..work').trim().split('\n')).toHaveLength(2);
  });
});
