import { describe, expect, it } from 'vitest';
import { EMPTY_PHASE } from '../../../src/plan/model.ts';
import { FAILURE_CATEGORIES, type Failure } from '../../../src/run/failure.ts';
import { helpWords, proposalWords, skipWords } from '../../../src/run/ladder/help.ts';

describe('a person who has to decide is told', () => {
  it('what the developer asks, and how to answer', () => {
    const failure: Failure = { category: 'agent_error', message: 'unclear', question: 'Which currency?' };
    expect(helpWords('2', failure)).toBe(
      'the developer asks: Which currency?; answer with retry 2 --message "…", or edit or skip the phase',
    );
  });

  it('what is in the way, for every kind of failure, and how to go on', () => {
    for (const category of FAILURE_CATEGORIES.filter(word => word !== 'no_change')) {
      const words = helpWords('2', { category, message: 'the message' });
      expect(words).toMatch(/^[a-z].+: the message; then retry 2$/);
    }
    expect(helpWords('2', { category: 'infra.auth', message: '401' })).toContain('give it a valid key');
    expect(helpWords('2', { category: 'infra.disk', message: 'full' })).toContain('make room');
    expect(helpWords('2', { category: 'infra.network', message: 'down' })).toContain('cannot be reached');
    expect(helpWords('2', { category: 'infra.crash', message: '134' })).toContain(
      'see whether it works by itself',
    );
  });

  it('that there may be nothing to do, and how to say so', () => {
    const words = helpWords('2', { category: 'no_change', message: 'the message' });
    for (const way of ['skip 2', 'edit 2', 'allowEmpty: true', 'retry 2 --message']) {
      expect(words).toContain(way);
    }
  });

  it('why a doctor wants to leave the phase out', () => {
    expect(skipWords('2', 'nobody needs it')).toContain('leave phase 2 out: nobody needs it; skip 2 does so');
    expect(skipWords('2', '')).toContain('no reason was given');
  });

  it('everything that a smaller scope leaves out, each with its reason', () => {
    const dropped = [
      { what: 'docs/a.md', reason: 'too long' },
      { what: 'must be fast', reason: 'can wait' },
    ];
    const lines = proposalWords('2', { plan: EMPTY_PHASE, reason: 'half is enough', dropped }).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('half is enough');
    expect(lines.slice(1, 3)).toEqual([
      '  leaves out: docs/a.md (too long)',
      '  leaves out: must be fast (can wait)',
    ]);
    expect(lines[3]).toBe(
      'approve 2 accepts it, reject 2 --message "…" gives the phase up, retry 2 tries all of it again',
    );
  });
});
