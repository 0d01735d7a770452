import { describe, expect, it } from 'vitest';
import { story } from '../../story.ts';
import { type Ending, expectEnding, failing, landing, look, play, scenario, waiting } from '../scenario.ts';
import { chain, fail, keepPrompt, WORK } from '../steps.ts';

const NOTHING_LEFT = ['stuck.nothing_left', 'stuck.nothing_left'];
const bare = { doctor: false, replan: false };

describe('a stronger model', () => {
  const script = { developer: { 1: [[{ model: { small: [fail('tests')], '*': [WORK] } }]] } };
  const models = { developer: chain('small', 'big'), reviewer: ['quick', 'thorough'] };
  const ESCALATED = ['stuck.escalate', 'stuck.escalate', 'retry.escalated'];
  scenario(
    'takes over where the weaker one does not get on, in the reviewer’s place, too',
    { script, settings: { models, review: true, maxAttempts: 1, recovery: bare } },
    landing({ spent: { 1: { attempts: 1, escalations: 1, rounds: 1 } }, rules: { 1: ESCALATED } }),
    ({ shop, status, of }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('1 2 big\n');
      expect(status.phases).toMatchObject([{ level: 1 }]);
      expect(of('review_ended')).toMatchObject([{ by: { model: 'thorough' } }]);
    },
  );
  scenario(
    'takes over last of all that can be done without a person',
    { script, settings: { models } },
    landing({ spent: expect.any(Object), rules: expect.any(Object) }),
    ({ spent, rules, shop }) => {
      expect(spent).toEqual({
        1: { attempts: 4, doctor: 2, revisions: 1, rounds: 1, escalations: 1 },
      });
      expect(rules['1']).toEqual([
        ...['retry.attempts', 'doctor.failures', 'retry.advice'],
        ...['replan.same', 'doctor.failures', 'retry.advice'],
        ...ESCALATED,
      ]);
      expect(shop.git('show', 'work:1.txt')).toBe('1 5 big\n');
    },
  );
  const without: readonly [what: string, settings: object][] = [
    ['it is switched off', { recovery: { ...bare, escalation: false } }],
    ['there is none', { recovery: bare, models: { developer: ['small'] } }],
    ['too little is left of a budget', { recovery: bare, budgets: { phase: { usd: 0.04 } } }],
  ];
  for (const [what, settings] of without) {
    const spends = { usage: { input: 1, output: 1, costUsd: 0.03 } };
    scenario(
      `does not take over where ${what}`,
      {
        script: { developer: { 1: [[spends, { model: { small: [fail('tests')], '*': [WORK] } }]] } },
        settings: { models, maxAttempts: 1, ...settings },
      },
      failing({ spent: { 1: { attempts: 1, rounds: 1 } }, rules: { 1: NOTHING_LEFT } }),
    );
  }
});

describe('a smaller scope', () => {
  const phases = [
    {
      id: '1',
      title: 'Export',
      deliverables: ['1.txt', 'pdf.txt'],
      criteria: ['Files must be readable.', 'It is fast.'],
    },
  ];
  const spends = { usage: { input: 1, output: 1, costUsd: 0.85 } };
  const all = [WORK, { write: { path: 'pdf.txt', content: 'pdf\n' } }];
  const developer = {
    1: [
      [spends, fail('tests')],
      [{ shell: 'grep -q pdf.txt || exit 0; echo pdf > pdf.txt' }, WORK],
    ],
  };
  const propose = (...dropped: string[]): object => ({
    reply: { reason: 'Money is short.', dropped: dropped.map(what => ({ what, reason: 'It can wait.' })) },
  });
  const settings = { maxAttempts: 1, recovery: bare, budgets: { phase: { usd: 1 } } };
  const given = { phases, script: { developer, replanner: { 1: [[propose('pdf.txt')]] } }, settings };
  const PROPOSED = ['stuck.budget', 'scope.reduce', 'scope.reduce'];
  const asked: Ending = { spent: { 1: { rounds: 1 } }, rules: { 1: PROPOSED } };

  scenario('waits for a person', given, waiting(asked), ({ status }) => {
    expect(status.needs).toMatchObject([{ phase: '1', need: expect.stringContaining('pdf.txt') }]);
  });
  scenario(
    'that a person accepts is all that is done',
    { ...given, people: [['approve', '1']] },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: [...PROPOSED, 'retry.revised'] },
    }),
    ({ shop }) => expect(shop.git('ls-tree', '--name-only', 'work', '1.txt', 'pdf.txt')).toBe('1.txt\n'),
  );
  scenario(
    'that a person refuses is the end of the phase',
    { ...given, people: [['reject', '1', '--message', 'All or nothing.']] },
    failing({
      codes: [3, 1],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: [...PROPOSED, 'scope.refused'] },
    }),
  );
  scenario(
    'is not taken where a person has all of it tried again',
    {
      ...given,
      script: { ...given.script, developer: { 1: [[spends, fail('tests')], all] } },
      people: [['retry', '1']],
    },
    landing({ codes: [3, 0], spent: { 1: { attempts: 1, rounds: 1 } }, rules: { 1: PROPOSED } }),
    ({ shop }) => expect(shop.git('show', 'work:pdf.txt')).toBe('pdf\n'),
  );
  it('without what must be is accepted only by who says so', async () => {
    const played = await play({
      ...given,
      script: {
        developer: { 1: [[spends, fail('tests')], all] },
        replanner: { 1: [[propose('Files must be readable.')]] },
      },
    });
    await expectEnding(played, waiting(asked));
    const { shop } = played;
    const unaware = await shop.run('approve', 'last', '1');
    expect(unaware).toMatchObject({ code: 2, err: expect.stringContaining('Files must be readable.') });
    expect((await shop.run('approve', 'last', '1', '--acknowledge-dropped')).code).toBe(0);
    const ended = await look(shop, [await story(shop, 'resume')]);
    await expectEnding(
      ended,
      landing({ spent: { 1: { attempts: 1, rounds: 1 } }, rules: { 1: [...PROPOSED, 'retry.revised'] } }),
    );
  });
  scenario(
    'that leaves nothing, or keeps to no rule, is not even proposed',
    { ...given, script: { developer, replanner: { 1: [[propose('1.txt', 'pdf.txt')], [propose()]] } } },
    failing({
      spent: { 1: { attempts: 1, rounds: 2 } },
      rules: { 1: ['stuck.budget', 'scope.reduce', 'stuck.budget', 'stuck.nothing_left'] },
    }),
    ({ of }) => expect(of('revision_failed')).toHaveLength(2),
  );
  scenario(
    'is not proposed where that is switched off',
    { ...given, settings: { ...settings, recovery: { ...bare, scope: { reduce: false } } } },
    failing({
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.budget', 'stuck.nothing_left'] },
    }),
  );
  scenario(
    'is proposed for what does not fit into one session',
    {
      ...given,
      script: { developer: { 1: [[fail('truncated')], [WORK]] }, replanner: { 1: [[propose('pdf.txt')]] } },
      settings: { maxAttempts: 1, recovery: bare },
      people: [['approve', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.truncated', 'scope.reduce', 'scope.reduce', 'retry.revised'] },
    }),
  );
});

describe('a question of the developer', () => {
  const report = {
    report: { status: 'failed', error: 'It is not said where.', question: 'Which port is it?' },
  };
  const script = { developer: { 1: [[report], [keepPrompt('second'), WORK]] } };
  const QUESTION = ['stuck.question', 'stuck.question'];
  scenario(
    'waits for a person',
    { script },
    waiting({ spent: { 1: { rounds: 1 } }, rules: { 1: QUESTION } }),
    played => {
      expect(played.status.needs).toMatchObject([
        { phase: '1', need: expect.stringContaining('Which port is it?') },
      ]);
      expect(played.drives[0]!.err).toContain('Which port is it?');
    },
  );
  scenario(
    'is answered with retry --message, which the next developer is told',
    { script, people: [['retry', '1', '--message', 'Port 8443, of course.']] },
    landing({ codes: [3, 0], spent: { 1: { attempts: 1, rounds: 1 } }, rules: { 1: QUESTION } }),
    ({ shop }) => expect(shop.read('../second')).toContain('Port 8443, of course.'),
  );
  scenario(
    'stays one when the run is resumed without an answer',
    { script, people: [['resume'], ['cancel']] },
    waiting({
      codes: [3, 3],
      phases: { 1: 'pending' },
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: QUESTION },
    }),
  );
  scenario(
    'of one phase does not hold up another',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second' },
      ],
      script,
      people: [['skip', '1']],
    },
    landing({
      codes: [3, 0],
      phases: { 1: 'skipped', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { rounds: 1 } },
      rules: { 1: QUESTION },
    }),
  );
});
