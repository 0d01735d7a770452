import { describe, expect, it } from 'vitest';
import type { Abilities } from '../../src/agent/port.ts';
import { planOf } from '../run/plans.ts';
import { check, type Ended } from './check.ts';
import type { Act } from './world.ts';

const plan = planOf('a');
const APPROVES = { approved: true, summary: 'Good.' };
const usage = { inputTokens: 10, outputTokens: 1, costUsd: null };

/** Says something else than a verdict until it is asked once more. */
const forgetful: Act = (_files, { continues }) =>
  continues === null ? { answer: 'It is good.', usage } : { answer: APPROVES, usage };

const reviews = ({ sessions }: Ended) =>
  sessions
    .filter(({ role }) => role === 'reviewer')
    .map(({ continues, permissions }) => [continues, permissions]);

const held = (abilities: Partial<Abilities>, reviewer: Act) =>
  check({ plan, reviewer, abilities }, { status: 'completed' });

describe('an answer that cannot be read', () => {
  it.each(['text', 'tool'] as const)('is asked for once more in the same session: %s', async answers => {
    const ended = await held({ answers }, forgetful);
    expect(reviews(ended)).toEqual([
      [null, 'read-only'],
      ['a/1', 'read-only'],
    ]);
    const [, again] = ended.sessions.filter(({ role }) => role === 'reviewer');
    expect(again!.prompt).toContain('gave no verdict that can be read');
    expect(again!.prompt).toContain('"approved"');
  });

  it('counts what both times took', async () => {
    const { events } = await held({ answers: 'text' }, forgetful);
    const ends = events.filter(({ type }) => type === 'review_ended');
    expect(ends).toMatchObject([{ usage: { inputTokens: 20, outputTokens: 2 } }]);
  });

  /** Gives a verdict in its second session only, whatever it is asked in the first. */
  const stubborn = (): Act => {
    let sessions = 0;
    return (_files, { continues }) => {
      if (continues === null) sessions += 1;
      return { answer: sessions > 1 ? APPROVES : 'no' };
    };
  };

  it.each<[string, Partial<Abilities>]>([
    ['of an agent that its program holds to a schema', { answers: 'schema' }],
    ['of an agent that cannot go on', { answers: 'text', continues: false }],
  ])('is asked for in a new session: %s', async (_, abilities) => {
    const ended = await held(abilities, stubborn());
    expect(reviews(ended).map(([continues]) => continues)).toEqual([null, null]);
  });

  it('is asked for in a new session where asking once more did not help', async () => {
    const ended = await held({ answers: 'text' }, stubborn());
    expect(reviews(ended).map(([continues]) => continues)).toEqual([null, 'a/1', null]);
  });
});
