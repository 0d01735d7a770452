import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/run/command.ts';
import type { Command } from '../../src/run/event.ts';
import { planOf } from './plans.ts';

const PHASE = planOf('1').phases[0]!;
const UNKNOWN: Command = { type: 'unknown' };

describe('a request', () => {
  it.each<[title: string, data: string, command: Command]>([
    ['to cancel', '{"type":"cancel"}', { type: 'cancel' }],
    ['to pause, with more in it', '{"type":"pause","phase":1,"x":[]}', { type: 'pause' }],
    ['about a phase', '{"phase":"2a","type":"retry"}', { type: 'retry', phase: '2a' }],
    [
      'with words for the next developer',
      '{"type":"retry","phase":"1","message":"Blue."}',
      { type: 'retry', phase: '1', message: 'Blue.' },
    ],
    [
      'to leave a phase out, and why',
      '{"type":"skip","phase":"1","message":"Done by hand."}',
      { type: 'skip', phase: '1', message: 'Done by hand.' },
    ],
    ['to leave a phase out for no text', '{"type":"skip","phase":"1","message":5}', UNKNOWN],
    [
      'with words without end',
      JSON.stringify({ type: 'retry', phase: '1', message: 'x'.repeat(30_000) }),
      UNKNOWN,
    ],
    [
      'to change a phase',
      JSON.stringify({ type: 'edit', phase: '1', plan: PHASE }),
      { type: 'edit', phase: '1', plan: PHASE },
    ],
    ['to change a phase into none', '{"type":"edit","phase":"1","plan":{"title":"Another"}}', UNKNOWN],
    ['without its phase', '{"type":"skip"}', UNKNOWN],
    ['about no text', '{"type":"skip","phase":{"toString":1}}', UNKNOWN],
    ['about a phase that cannot be', JSON.stringify({ type: 'skip', phase: 'x'.repeat(1_000) }), UNKNOWN],
    ['of another kind', '{"type":"restart"}', UNKNOWN],
    ['of no kind', '{}', UNKNOWN],
    ['that is no object', '5', UNKNOWN],
    ['that is null', 'null', UNKNOWN],
    ['that is no JSON', '{"type":"cancel"', UNKNOWN],
    ['of a kind from afar', '{"__proto__":{"type":"cancel"}}', UNKNOWN],
  ])('%s is understood or unknown', (_, data, command) => {
    expect(readCommand(data)).toEqual(command);
  });
});
