import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { acknowledge, droppedLines } from '../../src/cli/acknowledge.ts';
import { EMPTY_PHASE, type Phase } from '../../src/plan/model.ts';
import { droppedMusts } from '../../src/view/run/dropped.ts';

const PHASE: Phase = {
  ...EMPTY_PHASE,
  id: '2',
  deliverables: ['a.ts', 'b.ts'],
  criteria: ['It must greet.', 'It is nice.', 'A name is REQUIRED.', 'It is short.'],
};
const DROPPED = ['It must greet.', 'It is nice.', 'A name is REQUIRED.', 'b.ts'];
const PROPOSAL = {
  plan: PHASE,
  reason: 'little is left',
  dropped: DROPPED.map(what => ({ what, reason: 'too\x1B[2J long' })),
};

/** A person who presses one of these keys at each question. */
async function answered(...keys: readonly string[]): Promise<{ agreed: boolean; questions: number }> {
  const input = new PassThrough();
  const output = new PassThrough();
  let questions = 0;
  output.setEncoding('utf8').on('data', (text: string) => {
    if (!new RegExp(`${questions + 1} of 2: do without`).test(text)) return;
    const key = keys[questions]!;
    questions += 1;
    // The question listens once it has been written.
    setImmediate(() => input.write(key));
  });
  return { agreed: await acknowledge(droppedMusts(PHASE, PROPOSAL), { input, output }), questions };
}

it('tells what is left out, and what of it must be, with nothing that acts on a terminal', () => {
  const lines = droppedLines(PHASE, PROPOSAL);
  expect(lines.map(line => line.includes('what must be'))).toEqual([true, false, true, false]);
  expect(lines[1]).toBe('phase 2 leaves out: It is nice. (too\\x1b[2J long)');
  expect(droppedMusts(PHASE, PROPOSAL)).toEqual(['It must greet.', 'A name is REQUIRED.']);
});

it.each([
  ['each is acknowledged', ['y', 'y'], true, 2],
  ['the first is not', ['n'], false, 1],
  ['the second is not', ['y', 'n'], false, 2],
  ['somebody only presses enter', ['\r'], false, 1],
  ['somebody leaves', ['y', '\x03'], false, 2],
  ['somebody ends the input', ['y', '\x04'], false, 2],
] as const)('asks about one after the other: %s', async (_, keys, agreed, questions) => {
  expect(await answered(...keys)).toEqual({ agreed, questions });
});
