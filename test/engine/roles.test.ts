import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/chunked.ts';
import type { Overrides } from '../../src/run/settings.ts';
import { planOf } from '../run/plans.ts';
import { check, type Ended } from './check.ts';
import { typesOf } from './tell.ts';
import type { Act } from './world.ts';

const RETRIED = 'a started, a retry, a started, a completed';

/** Answers one after the other, the last one repeating. */
function answering(...answers: readonly unknown[]): Act {
  let given = 0;
  return () => {
    const answer = answers[Math.min(given, answers.length - 1)];
    given += 1;
    return { answer };
  };
}

const comment = (message: string, severity = 'major') => ({
  severity,
  file: `${message}.ts`,
  line: 1,
  message,
});
const rejects = (...messages: string[]) => ({
  approved: false,
  summary: 'Not yet.',
  comments: messages.map(message => comment(message)),
});
const APPROVES = { approved: true, summary: 'Good.' };
const decides = (...decisions: string[]) => ({
  decisions: decisions.map((decision, index) => ({
    comment: index + 1,
    decision,
    reason: `because ${index + 1}`,
  })),
});

const prompts = ({ sessions }: Ended, role: string): string[] =>
  sessions.filter(session => session.role === role).map(({ prompt }) => prompt);
const deferred = ({ state }: Ended): string[] =>
  elementAt(state.phases, 0).deferred.map(({ comment: { message }, reason }) => `${message}: ${reason}`);
const verdicts = ({ events }: Ended): string =>
  typesOf(events)
    .filter(type => /^(?:review|evaluation)_/.test(type))
    .join(' ');

const plan = planOf('a');

describe('an evaluator', () => {
  it('sends a phase back for what it wants implemented, and for nothing else', async () => {
    const ended = await check(
      {
        plan,
        reviewer: answering(rejects('first', 'second', 'third'), APPROVES),
        evaluator: answering(decides('REJECT', 'IMPLEMENT', 'DEFER')),
      },
      { status: 'completed', story: RETRIED },
    );
    const [, second] = prompts(ended, 'developer');
    expect(second).toContain('second.ts:1: second');
    expect(second).not.toMatch(/first\.ts|third\.ts/);
    expect(deferred(ended)).toEqual(['third: because 3']);
  });

  it('that wants nothing implemented approves', async () => {
    const ended = await check(
      {
        plan,
        reviewer: answering(rejects('first', 'second')),
        evaluator: answering(decides('DEFER', 'REJECT')),
      },
      { status: 'completed', story: 'a started, a completed' },
    );
    expect(deferred(ended)).toEqual(['first: because 1']);
  });

  it.each<[what: string, answer: object]>([
    ['no comments', { approved: false, summary: 'No.' }],
    ['an approval', APPROVES],
    ['an approval with small comments', { ...APPROVES, comments: [comment('nit', 'minor')] }],
  ])('is not asked about %s', async (_, answer) => {
    const ended = await check({ plan, reviewer: answering(answer, APPROVES) }, { status: 'completed' });
    expect(prompts(ended, 'evaluator')).toEqual([]);
  });

  it('is asked about an approval that contradicts itself', async () => {
    const ended = await check(
      {
        plan,
        reviewer: answering({ ...APPROVES, comments: [comment('hole', 'critical')] }, APPROVES),
        evaluator: answering(decides('IMPLEMENT')),
      },
      { status: 'completed', story: RETRIED },
    );
    expect(prompts(ended, 'evaluator')[0]).toContain('hole');
  });

  it('is not asked at all where it is turned off', async () => {
    const ended = await check(
      { plan, settings: { evaluate: false }, reviewer: answering(rejects('first', 'second'), APPROVES) },
      { story: RETRIED },
    );
    expect(verdicts(ended)).toBe('review_ended review_ended');
    expect(prompts(ended, 'developer')[1]).toMatch(/first[\s\S]*second/);
  });

  it('that says nothing is asked once more, then it is a failure that is not the phase’s', async () => {
    const heard = await check(
      { plan, reviewer: answering(rejects('x')), evaluator: answering('hm', decides('REJECT')) },
      { status: 'completed', story: 'a started, a completed' },
    );
    expect(verdicts(heard)).toBe('review_ended evaluation_failed evaluation_ended');
    const mute = await check(
      { plan, reviewer: answering(rejects('x'), APPROVES), evaluator: answering('hm') },
      { status: 'completed', story: RETRIED },
    );
    expect(verdicts(mute)).toBe('review_ended evaluation_failed evaluation_failed review_ended');
    expect(elementAt(mute.state.phases, 0).spent).toMatchObject({ attempts: 0, landings: 0, infra: 1 });
  });
});

describe('a reviewer', () => {
  it('is told phase, change, checks and findings, and may only read', async () => {
    const described = planOf('a', { a: { description: 'Handle empty input.', files: ['other.txt'] } });
    const ended = await check(
      {
        plan: described,
        settings: { checks: [{ command: 'npm run lint', kind: 'other', timeoutMs: 1 }] },
        check: () => true,
      },
      { status: 'completed' },
    );
    const [session] = ended.sessions.filter(({ role }) => role === 'reviewer');
    expect(session!.permissions).toBe('read-only');
    for (const part of [
      'Handle empty input.',
      'a.txt',
      '`npm run lint`: passed',
      'scope (warn)',
      'git diff c0',
    ])
      expect(session!.prompt).toContain(part);
  });

  it('whose approval comes with small comments approves, and they are kept', async () => {
    const ended = await check(
      { plan, reviewer: answering({ ...APPROVES, comments: [comment('nit', 'minor')] }) },
      { story: 'a started, a completed' },
    );
    expect(deferred(ended)).toEqual(['nit: the reviewer approved all the same']);
  });

  it.each<[what: string, answer: unknown]>([
    ['prose', 'Looks good to me.'],
    ['nothing', undefined],
    ['an approval that is a word', { approved: 'yes' }],
    ['no verdict', { summary: 'Good.' }],
    ['a list', [{ approved: true }]],
  ])('who answers with %s is asked once more, and has not approved', async (_, answer) => {
    const ended = await check(
      { plan, reviewer: answering(answer, APPROVES) },
      { story: 'a started, a completed' },
    );
    expect(verdicts(ended)).toBe('review_failed review_ended');
    const never = await check(
      { plan, reviewer: answering(answer), settings: { limits: { infraRetries: 1, backoffMs: 0 } } },
      { status: 'halted', landed: '' },
    );
    expect(verdicts(never)).toBe('review_failed review_failed review_failed review_failed');
  });
});

describe('a panel', () => {
  const PANEL: Overrides = { review: { tier: 'panel', seats: 3 } };

  it.each<[votes: string, asked: number, story: string]>([
    ['yy', 2, 'a started, a completed'],
    ['yny', 3, 'a started, a completed'],
    ['nn', 2, 'a started, a failed'],
    ['nyn', 3, 'a started, a failed'],
  ])('that votes %s is asked %i times', async (votes, asked, story) => {
    const answers = [...votes].map(vote => (vote === 'y' ? APPROVES : { approved: false, summary: 'No.' }));
    const ended = await check(
      { plan, settings: { ...PANEL, maxAttempts: 1 }, reviewer: answering(...answers) },
      { story },
    );
    expect(prompts(ended, 'reviewer')).toHaveLength(asked);
    expect(new Set(prompts(ended, 'reviewer')).size).toBe(asked);
    expect(ended.events.flatMap(event => (event.type === 'review_ended' ? [event.seat] : []))).toEqual(
      Array.from({ length: asked }, (_, seat) => seat),
    );
  });

  it('keeps the votes it has while one member is asked again', async () => {
    const ended = await check(
      { plan, settings: PANEL, reviewer: answering(APPROVES, 'hm', { approved: false }, APPROVES) },
      { story: 'a started, a completed' },
    );
    expect(verdicts(ended)).toBe('review_ended review_failed review_ended review_ended');
  });

  it('has all its objections sorted by one evaluator', async () => {
    const ended = await check(
      {
        plan,
        settings: PANEL,
        reviewer: answering(rejects('one'), rejects('two'), APPROVES),
        evaluator: answering(decides('DEFER', 'IMPLEMENT')),
      },
      { story: RETRIED },
    );
    expect(prompts(ended, 'evaluator')).toHaveLength(1);
    expect(prompts(ended, 'developer')[1]).toContain('two.ts:1');
    expect(prompts(ended, 'developer')[1]).not.toContain('one.ts');
  });

  it.each<[what: string, file: string, text: string, asked: number, words: string]>([
    ['a small change', 'a.txt', 'x', 1, 'Be brief'],
    ['a large one', 'a.txt', 'x\n'.repeat(2_000), 2, 'GONE'],
    ['a risky one', 'auth/a.txt', 'x', 2, 'GONE'],
  ])('is called where the risk asks for it: %s', async (_, file, text, asked, words) => {
    const ended = await check(
      {
        plan,
        settings: { review: { tier: 'auto', risky: ['auth/**'] } },
        developer: files => {
          files.set(file, text);
          return {};
        },
        reviewer: answering(APPROVES),
      },
      { status: 'completed' },
    );
    expect(prompts(ended, 'reviewer')).toHaveLength(asked);
    expect(prompts(ended, 'reviewer')[0]!.includes(words)).toBe(words !== 'GONE');
  });
});

describe('a developer’s report', () => {
  it.each<[what: string, answer: unknown, report: object | null]>([
    [
      'is taken down',
      { status: 'completed', summary: 'Did it.' },
      { status: 'completed', summary: 'Did it.' },
    ],
    [
      'may be spelled otherwise',
      { status: 'completed', files_changed: ['a.txt'] },
      { status: 'completed', filesChanged: ['a.txt'] },
    ],
    ['may be missing', undefined, null],
    ['may be garbage', { status: 'splendid' }, null],
    ['may be a list', [1, 2], null],
    [
      'may lie about files',
      { status: 'completed', filesChanged: ['ghost.ts'] },
      { filesChanged: ['ghost.ts'] },
    ],
  ])('%s: git decides', async (_, answer, report) => {
    const ended = await check(
      {
        plan,
        developer: files => {
          files.set('real.txt', 'x');
          return { answer };
        },
      },
      { story: 'a started, a completed' },
    );
    const session = ended.events.find(event => event.type === 'session_ended');
    if (report === null) expect(session).toMatchObject({ report: null });
    else expect(session).toMatchObject({ report });
    const inspected = ended.events.find(event => event.type === 'attempt_inspected');
    expect(inspected).toMatchObject({ changed: 1, files: [{ path: 'real.txt' }] });
  });

  it('of work that is not there is worth nothing', async () => {
    await check(
      { plan, developer: () => ({ answer: { status: 'completed', filesChanged: ['ghost.ts'] } }) },
      { status: 'halted', story: 'a started, a retry, a started, a failed', landed: '' },
    );
  });
});
