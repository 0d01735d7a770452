import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import { reportError } from '../../src/cli/report-error.ts';
import { StoreError } from '../../src/store/port.ts';
import { coloured, uncoloured } from '../../src/view/style.ts';
import { phasewright, scratch } from './phasewright.ts';

function reported(error: unknown, isVerbose = false, errStyle = uncoloured): { code: number; text: string } {
  let text = '';
  const nothing = (): void => {};
  const code = reportError(error, isVerbose, {
    ...{ out: nothing, outBytes: nothing, outStyle: errStyle, errStyle },
    ...{ outIsScreen: false, columns: 80, unicode: true },
    err: part => {
      text += part;
    },
  });
  return { code, text };
}

describe('an error', () => {
  it.each<[unknown, number, string]>([
    [new UsageError('the cup is empty', 'Fill it.'), 2, 'error: the cup is empty\nhint: Fill it.\n'],
    [
      new UsageError('the cup is empty', 'Fill it.', 'Somebody drank.'),
      2,
      'error: the cup is empty\nwhy: Somebody drank.\nhint: Fill it.\n',
    ],
    [new StoreError('full', 'no room', 'Make some.'), 1, 'error: no room\nhint: Make some.\n'],
    [
      new TypeError('x is undefined'),
      1,
      'internal error: x is undefined\nwhy: This is a bug in phasewright.\nhint: The same command with --verbose shows where it happened; please report it with that.\n',
    ],
    ['thrown', 1, expect.stringContaining('internal error: thrown\n')],
    [new UsageError('a\x1B[2Jb\nc', 'd\re'), 2, 'error: a\\x1b[2Jb c\nhint: d\\x0de\n'],
  ])('%s is told in up to three lines', (error, code, text) => {
    expect(reported(error)).toEqual({ code, text });
  });

  it('has a quiet label before all but the first line', () => {
    const { text } = reported(new UsageError('a', 'b', 'c'), false, coloured);
    expect(text).toBe('\x1B[31merror\x1B[39m: a\n\x1B[2mwhy\x1B[22m: c\n\x1B[2mhint\x1B[22m: b\n');
  });

  it('shows its trace and its causes where that is asked for', () => {
    const cause = new Error('the disk');
    const { text } = reported(new Error('cannot write', { cause }), true);
    const [, , hint, ...trace] = text.split('\n');
    expect(hint).toMatch(/^hint: /);
    expect(trace.join('\n')).toMatch(
      /^Error: cannot write\n {4}at [\s\S]+\ncaused by Error: the disk\n {4}at /,
    );
  });

  it.each([
    [['--verbose', 'status', 'nosuch'], 'there is no run nosuch'],
    [['status', '--verbose', 'nosuch'], 'there is no run nosuch'],
    [['rnu', '--verbose'], 'there is no command phasewright rnu'],
    [['config', 'show', '--verbose', '--nope'], 'phasewright config show has no option --nope'],
  ])('of %j comes with its trace', async (words, message) => {
    const { code, err } = await phasewright(words);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^error: ${message}\nhint: .*\nError: ${message}\n {4}at `));
  });

  it.each([[['status', 'nosuch']], [['rnu']], [['status', '--', '--verbose']]])(
    'of %j comes without',
    async words => {
      const { code, err } = await phasewright(words);
      expect(code).toBe(2);
      expect(err).toMatch(/^error: .*\nhint: .*\n$/);
    },
  );

  it('--verbose has its own meaning besides, wherever it stands', async () => {
    const env = { HOME: scratch() };
    const before = await phasewright(['--verbose', 'env'], { env });
    expect(before).toEqual(await phasewright(['env', '--verbose'], { env }));
    expect(before.out.length).toBeGreaterThan((await phasewright(['env'], { env })).out.length);
  });
});

describe('a wrong command line', () => {
  it.each<[string[], string, string]>([
    [['rnu', 'plan.md'], 'there is no command phasewright rnu', 'Did you mean phasewright run?'],
    [
      ['config', 'sohw'],
      'there is no command phasewright config sohw',
      'Did you mean phasewright config show?',
    ],
    [
      ['agents', 'tset'],
      'there is no command phasewright agents tset',
      'Did you mean phasewright agents test?',
    ],
    [['xyzzy'], 'there is no command phasewright xyzzy', 'phasewright help lists the commands.'],
    [['run', 'p', '--agnet=x'], 'phasewright run has no option --agnet', 'Did you mean --agent?'],
    [['status', '--follow'], 'phasewright status has no option --follow', 'It belongs to phasewright logs.'],
    [['run', 'p', '--preset', 'fsat'], '--preset cannot be fsat', 'Give one of: phased, subtasks'],
    [['run', 'p', '--schedule', 'serail'], '--schedule cannot be serail', 'Did you mean serial?'],
    [['prompt', 'devloper', 'x'], 'ROLE cannot be devloper', 'Did you mean developer?'],
    [
      ['run', 'p', '--agent'],
      '--agent needs a value: who does the work',
      'For example: phasewright run plan.md --agent',
    ],
    [['run', 'p', '--preset'], '--preset needs a value', 'Give one of: phased'],
    [['run'], 'phasewright run needs PLAN', 'For example: phasewright run plan.md'],
    [
      ['skip'],
      'phasewright skip needs RUN',
      'For example: phasewright skip k7m 2a. phasewright status lists',
    ],
    [['retry', 'k7m'], 'phasewright retry needs PHASES', 'For example: phasewright retry k7m 2a'],
    [
      ['convert', 'p'],
      'phasewright convert needs --to',
      'Give one of: json, yaml, markdown. For example: phasewright convert',
    ],
    [['plan', 'Add', 'it'], 'phasewright plan takes one argument, and this is more: it', 'into quotes'],
    [['demo', 'x'], 'phasewright demo takes no argument: x', 'Leave it out'],
    [
      ['run', 'p', '--max-attempts', "it's"],
      "--max-attempts cannot be it's",
      'Give a whole number from 1 to 100.',
    ],
    [['plan.md'], 'plan.md is not a command', 'phasewright run plan.md'],
    [["my plan's.md"], "my plan's.md is not a command", `phasewright run 'my plan'\\''s.md'`],
  ])('%j says what is wrong and what to write', async (words, what, hint) => {
    const { code, out, err } = await phasewright(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const lines = err.trimEnd().split('\n');
    expect(lines[0]!.startsWith(`error: ${what}`)).toBe(true);
    expect(lines.at(-1)).toMatch(/^hint: /);
    expect(lines.at(-1)).toContain(hint);
    expect(lines.length).toBeLessThanOrEqual(3);
  });
});
