import { describe, expect, it } from 'vitest';
import type { Phase } from '../../src/plan/model.ts';
import type { Overrides } from '../../src/run/settings.ts';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';
import { tree } from './tell.ts';
import { type Act, CHECKS, type World, type WorldOptions, world } from './world.ts';

const RETRIED = 'a started, a retry, a started, a completed';

interface Case {
  readonly phase?: Partial<Phase>;
  readonly settings?: Overrides;
  /** What each attempt writes, the last one repeating; null deletes. */
  readonly writes: readonly Readonly<Record<string, string | null>>[];
  readonly base?: Readonly<Record<string, string>>;
}

const optionsFor = ({ phase = {}, settings = {}, writes, base = {} }: Case): WorldOptions => ({
  plan: planOf('a', { a: phase }),
  settings,
  base: new Map(Object.entries(base)),
  developer: writing(writes),
});

const writing =
  (writes: Case['writes']): Act =>
  (files, { assignment: { attempt } }) => {
    for (const [path, text] of Object.entries(writes[Math.min(attempt, writes.length) - 1]!)) {
      if (text === null) files.delete(path);
      else files.set(path, text);
    }
    return { answer: { status: 'completed' } };
  };

/** What developers were told, session by session. */
const told = ({ sessions }: World): string[] =>
  sessions.filter(({ role }) => role === 'developer').map(({ prompt }) => prompt);

const failures = ({ events }: World): string[] =>
  events.flatMap(event =>
    event.type === 'phase_retry' || event.type === 'phase_failed' ? [event.failure.category] : [],
  );

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

describe('a deliverable', () => {
  it('that is missing sends the attempt back, with where it lies instead', async () => {
    const ended = await check(
      optionsFor({
        phase: { deliverables: ['docs/api.md'] },
        writes: [{ 'src/docs/api.md': 'x' }, { 'docs/api.md': 'x' }],
      }),
      { status: 'completed', story: RETRIED },
    );
    expect(failures(ended)).toEqual(['deliverables']);
    expect(told(ended)[1]).toContain('docs/api.md is missing; there is an api.md at src/docs/api.md');
  });

  it('is looked for before anything is checked or reviewed', async () => {
    const ran: string[] = [];
    const { sessions } = await check(
      {
        ...optionsFor({
          phase: { deliverables: ['docs/api.md'] },
          settings: { checks: CHECKS, maxAttempts: 1 },
          writes: [{ 'b.txt': 'x' }],
        }),
        check: command => ran.push(command) > 0,
      },
      { status: 'halted', landed: '' },
    );
    expect(ran).toEqual([]);
    expect(sessions.map(({ role }) => role)).toEqual(['developer']);
  });

  it.each<[what: string, path: string, writes: Record<string, string>]>([
    ['a file', 'docs/api.md', { 'docs/api.md': 'x' }],
    ['an empty file', 'docs/api.md', { 'docs/api.md': '', 'b.txt': 'x' }],
    ['a folder with any file in it', 'docs', { 'docs/deep/er/x.md': 'x' }],
  ])('may be %s', async (_, path, writes) => {
    await check(optionsFor({ phase: { deliverables: [path] }, writes: [writes] }), {
      story: 'a started, a completed',
    });
  });

  it('may have been there before', async () => {
    await check(
      optionsFor({
        phase: { deliverables: ['old.md'] },
        base: { 'old.md': 'x' },
        writes: [{ 'b.txt': 'x' }],
      }),
      { story: 'a started, a completed' },
    );
  });
});

describe('a change outside the files of its phase', () => {
  const outside = (policy: 'ignore' | 'warn' | 'ask' | 'reject', writes: Case['writes']): Case => ({
    phase: { files: ['src/a.ts'] },
    settings: { scope: { outside: policy } },
    writes,
  });
  const STRAY = { 'src/a.ts': 'x', 'src/b.ts': 'x' };

  it.each(['ignore', 'warn'] as const)('lands with %s', async policy => {
    const ended = await check(optionsFor(outside(policy, [STRAY])), { story: 'a started, a completed' });
    const [reviewer] = ended.sessions.filter(({ role }) => role === 'reviewer');
    expect(reviewer!.prompt.includes('scope (warn)')).toBe(policy === 'warn');
  });

  it('is sent back with reject, and named', async () => {
    const ended = await check(optionsFor(outside('reject', [STRAY, { 'src/a.ts': 'x' }])), {
      story: RETRIED,
    });
    expect(failures(ended)).toEqual(['scope']);
    expect(told(ended)[1]).toContain('src/b.ts');
    expect(Object.keys(tree(ended.git))).toEqual(['src/a.ts']);
  });

  it('waits for a person with ask', async () => {
    const made = await world(optionsFor(outside('ask', [STRAY])));
    expect((await made.go()).status).toBe('waiting');
    await made.ask({ type: 'approve', phase: 'a' });
    expect((await made.go({ resume: true })).status).toBe('completed');
  });

  it('is none where the phase names no files, or where it is a lock file', async () => {
    const strict: Overrides = { scope: { outside: 'reject' } };
    await check(optionsFor({ settings: strict, writes: [STRAY] }), { story: 'a started, a completed' });
    await check(optionsFor(outside('reject', [{ 'src/a.ts': 'x', 'package-lock.json': 'x' }])), {
      story: 'a started, a completed',
    });
  });
});

describe('what waits for a person', () => {
  const CASES: readonly (readonly [what: string, given: Case, reason: string])[] = [
    [
      'a protected file',
      { writes: [{ '.github/workflows/ci.yml': 'x' }, { 'b.txt': 'x' }] },
      '.github/workflows/ci.yml',
    ],
    [
      'more than 200 deleted lines',
      { base: { 'big.txt': lines(201) }, writes: [{ 'big.txt': null }, { 'b.txt': 'x' }] },
      '201 lines are gone',
    ],
  ];

  for (const [what, given, reason] of CASES) {
    it(`${what}: the run waits, and lands it once it is approved`, async () => {
      const made = await world(optionsFor(given));
      expect((await made.go()).status).toBe('waiting');
      expect(made.events).toContainEqual({
        type: 'approval_asked',
        phase: 'a',
        attempt: 1,
        reasons: [expect.stringContaining(reason)],
      });
      expect(made.git.log()).toHaveLength(1);
      await made.ask({ type: 'approve', phase: 'a' });
      expect((await made.go({ resume: true })).status).toBe('completed');
      expect(made.git.log()).toHaveLength(2);
      expect(told(made)).toHaveLength(1);
    });

    it(`${what}: a refusal is what the next attempt is told, and spends one`, async () => {
      const made = await world(optionsFor(given));
      await made.go();
      await made.ask({ type: 'reject', phase: 'a', message: 'Leave that alone.' });
      const state = await made.go({ resume: true });
      expect(state.status).toBe('completed');
      expect(told(made)[1]).toContain('a person sent it back: Leave that alone.');
      expect(failures(made)).toEqual(['review']);
    });
  }

  it.each<[what: string, given: Case]>([
    ['a protected file that the phase names', { phase: { files: ['.env'] }, writes: [{ '.env': 'x' }] }],
    ['200 deleted lines', { base: { 'big.txt': lines(200) }, writes: [{ 'big.txt': null }] }],
    ['a file that is written anew', { base: { 'big.txt': lines(900) }, writes: [{ 'big.txt': lines(800) }] }],
  ])('is not %s', async (_, given) => {
    await check(optionsFor(given), { status: 'completed' });
  });

  it('is asked only for what is good: checks and review come first', async () => {
    const ended = await check(
      {
        ...optionsFor({ settings: { maxAttempts: 1 }, writes: [{ '.env': 'x' }] }),
        reviewer: () => ({ answer: { approved: false, summary: 'No.' } }),
      },
      { status: 'halted' },
    );
    expect(ended.events.map(({ type }) => type)).not.toContain('approval_asked');
  });

  it('holds nothing up that does not depend on it', async () => {
    const made = await world({
      plan: planOf('a; b; c: a'),
      developer: (files, { assignment: { phase } }) => {
        files.set(phase === 'a' ? '.env' : `${phase}.txt`, 'x');
        return {};
      },
    });
    const state = await made.go();
    expect(state.status).toBe('waiting');
    expect(made.events).toContainEqual({ type: 'run_waiting', phases: ['a'] });
    expect(made.git.log()).toHaveLength(2);
  });
});

it('a phase that only deletes files lands', async () => {
  const ended = await check(
    optionsFor({ base: { 'a.txt': 'x', 'b.txt': 'y' }, writes: [{ 'a.txt': null }] }),
    {
      status: 'completed',
      story: 'a started, a completed',
    },
  );
  expect(tree(ended.git)).toEqual({ 'b.txt': 'y' });
});
