import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askForChoices, type Settled } from '../../../src/cli/settings/ask.ts';
import type { Proposals } from '../../../src/cli/settings/propose.ts';
import type { Choices } from '../../../src/cli/settings/starter-file.ts';

const PROPOSALS: Proposals = {
  stacks: ['JavaScript'],
  malformed: [],
  checks: [
    { command: 'npm run build', kind: 'other', why: 'build', taken: false },
    { command: 'npm test', kind: 'test', why: 'tests', taken: true },
  ],
  setup: [{ command: 'npm ci', why: 'lock', taken: true }],
};
const NOTHING: Proposals = { stacks: [], malformed: [], checks: [], setup: [] };

const [ENTER, SPACE, DOWN, CTRL_C, CTRL_D] = ['\r', ' ', '\x1B[B', '\x03', '\x04'];
/** The input ends. */
const END = null;

/** A person who gives an answer to each question when it appears. */
async function answered(
  proposals: Proposals,
  settled: Settled,
  answers: readonly (readonly [question: string, ...keys: (string | null)[]])[],
): Promise<{ choices: Choices | null; asked: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  const left = [...answers];
  let asked = '';
  let unread = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    asked += text;
    unread += text;
    const [next] = left;
    if (!next || !unread.includes(next[0])) return;
    left.shift();
    unread = '';
    const [, ...keys] = next;
    // The question listens once it has been written.
    setImmediate(() => {
      for (const key of keys) key === END ? input.end() : input.write(key);
    });
  });
  const choices = await askForChoices(proposals, settled, ['scripted'], { input, output });
  expect(left).toEqual([]);
  return { choices, asked };
}

describe('questions on a terminal', () => {
  it('propose what was found, and take what is confirmed', async () => {
    const { choices, asked } = await answered(PROPOSALS, {}, [
      ['Which checks', ENTER],
      ['Another one?', ENTER],
      ['fresh workspace', ENTER],
      ['Another one?', ENTER],
      ['Who does the work?', ENTER],
    ]);
    expect(choices).toEqual({
      checks: [{ command: 'npm test', kind: 'test' }],
      setup: ['npm ci'],
      agent: 'scripted',
    });
    expect(asked).toContain('npm run build');
  });

  it('take what is ticked and typed, in the order of the proposals', async () => {
    const { choices } = await answered(PROPOSALS, {}, [
      ['Which checks', SPACE, ENTER],
      ['Another one?', 'make verify', ENTER],
      ['Another one?', ENTER],
      ['fresh workspace', SPACE, ENTER],
      ['Another one?', ENTER],
      ['Who does the work?', DOWN, ENTER],
    ]);
    expect(choices).toEqual({
      checks: [
        { command: 'npm run build', kind: 'other' },
        { command: 'npm test', kind: 'test' },
        { command: 'make verify', kind: 'other' },
      ],
      setup: [],
      agent: null,
    });
  });

  it('are fewer where options settle something, and open where nothing was found', async () => {
    const { choices, asked } = await answered(NOTHING, { agent: 'scripted', setup: ['make deps'] }, [
      ['Which checks', 'make test', ENTER],
      ['Another one?', ENTER],
    ]);
    expect(choices).toEqual({
      checks: [{ command: 'make test', kind: 'test' }],
      setup: ['make deps'],
      agent: 'scripted',
    });
    expect(asked).not.toContain('fresh workspace');
  });

  it.each([
    ['the first', [['Which checks', CTRL_C]]],
    ['the first, with Ctrl-D,', [['Which checks', CTRL_D]]],
    ['the first, at the end of input,', [['Which checks', END]]],
    [
      'a later one',
      [
        ['Which checks', ENTER],
        ['Another one?', CTRL_C],
      ],
    ],
    [
      'a later one, with Ctrl-D,',
      [
        ['Which checks', ENTER],
        ['Another one?', CTRL_D],
      ],
    ],
    [
      'the last',
      [
        ['Which checks', ENTER],
        ['Another one?', ENTER],
        ['fresh workspace', ENTER],
        ['Another one?', ENTER],
        ['Who does', CTRL_C],
      ],
    ],
    [
      'the last, with Ctrl-D,',
      [
        ['Which checks', ENTER],
        ['Another one?', ENTER],
        ['fresh workspace', ENTER],
        ['Another one?', ENTER],
        ['Who does', CTRL_D],
      ],
    ],
  ] as const)('end with nothing where %s is not answered', async (_, answers) => {
    expect((await answered(PROPOSALS, {}, answers)).choices).toBeNull();
  });
});
