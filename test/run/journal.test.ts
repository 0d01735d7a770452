import { describe, expect, it } from 'vitest';
import { EVENT_VERSION } from '../../src/run/event.ts';
import { decode, encode, type Written } from '../../src/run/journal.ts';

const GOOD = encode({ type: 'run_resumed' }, 5);

describe('reading a journal', () => {
  it('gives back what was written', () => {
    expect(decode([GOOD])).toEqual({ ok: true, entries: [{ at: 5, event: { type: 'run_resumed' } }] });
  });

  const CASES: readonly (readonly [title: string, bad: Partial<Written>, reason: string, message: string])[] =
    [
      [
        'of a newer version',
        { version: EVENT_VERSION + 1 },
        'newer',
        `event 2 has version ${EVENT_VERSION + 1}; this program knows up to ${EVENT_VERSION}`,
      ],
      ['of no version', { version: 0 }, 'damaged', 'event 2 cannot be read'],
      ['of half a version', { version: 0.5 }, 'damaged', 'event 2 cannot be read'],
      ['cut off', { data: '{"type":"run_res' }, 'damaged', 'event 2 cannot be read'],
      ['empty', { data: '' }, 'damaged', 'event 2 cannot be read'],
      ['that is no object', { data: '[1]' }, 'damaged', 'event 2 cannot be read'],
      ['null', { data: 'null' }, 'damaged', 'event 2 cannot be read'],
      ['without a type', { data: '{"phase":"a"}' }, 'damaged', 'event 2 cannot be read'],
      ['of an unknown type', { data: '{"type":"phase_imagined"}' }, 'damaged', 'event 2 cannot be read'],
      ['without a field', { data: '{"type":"run_opened"}' }, 'damaged', 'event 2 cannot be read'],
      ['with a wrong field', { data: '{"type":"run_opened","head":5}' }, 'damaged', 'event 2 cannot be read'],
      [
        'with a wrong field inside',
        { data: '{"type":"review_ended","phase":"a","attempt":1,"review":{"approved":"true"},"usage":null}' },
        'damaged',
        'event 2 cannot be read',
      ],
      ['with a type from afar', { data: '{"type":"toString"}' }, 'damaged', 'event 2 cannot be read'],
    ];
  for (const [title, bad, reason, message] of CASES) {
    it(`refuses an event ${title}`, () => {
      expect(decode([GOOD, { ...GOOD, ...bad }])).toEqual({ ok: false, reason, message });
    });
  }
});
