import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTests } from '../../../src/run/tests/read-tests.ts';
import { MAX_LINES, MAX_NAME, MAX_NAMES, MAX_OUTPUT } from '../../../src/run/tests/reading.ts';
import { redness } from '../../../src/run/tests/redness.ts';
import { EXPECTED, FOLDER, outputOf } from './expected/expected.ts';

/** Here the tests run, and are fine: only the command is not. */
const NOT_ABOUT_LOADING = ['vitest-coverage'];

describe('what a test program printed', () => {
  it('is expected to say something for each output that is kept', () => {
    const kept = readdirSync(FOLDER).map(name => name.replace('.txt', ''));
    expect(EXPECTED.map(([file]) => file).sort()).toEqual(kept.sort());
  });

  it.each(EXPECTED)('is read: %s', (file, exitCode, tool, ran, failing, state, reason) => {
    const broken = state === 'broken' && !NOT_ABOUT_LOADING.includes(file) ? reason : null;
    expect(readTests(outputOf(file), exitCode)).toMatchObject({ tool, ran, failing, broken });
  });

  it.each(EXPECTED)('is judged: %s', (file, exitCode, _tool, _ran, _failing, state, reason) => {
    expect(redness(exitCode === 0, exitCode, outputOf(file))).toEqual({ state, reason });
  });

  it('is read the same with line ends of Windows, in colours and with a progress bar before it', () => {
    for (const [file, exitCode] of EXPECTED) {
      const output = outputOf(file);
      const plain = readTests(output, exitCode);
      const coloured = output.replaceAll('\n', '\u001b[0m\n\u001b[1;31m').replaceAll('\t', '\u001b[K\t');
      expect(readTests(output.replaceAll('\n', '\r\n'), exitCode), file).toEqual(plain);
      expect(readTests(coloured, exitCode), file).toEqual(plain);
      expect(readTests(`10 %\r20 %\r100 %\r\n\u001b]0;title\u0007${output}`, exitCode), file).toEqual(plain);
    }
  });
});

describe('names of failing tests', () => {
  const spec = ([file, name]: readonly [file: string, name: string]) =>
    `ℹ tests 1\nℹ pass 0\nℹ fail 1\n\n✖ failing tests:\n\ntest at ${file}:4:1\n✖ ${name}\n`;

  it.each([
    ['a duration', ['a.test.js', 'adds (1.5ms)'], ['a.test.js', 'adds (22.75ms)']],
    ['the line', ['a.test.js:4', 'adds (1ms)'], ['a.test.js:9', 'adds (1ms)']],
    [
      'the folder of the repository',
      ['/one/slot-1/test/a.test.js', 'adds'],
      ['/two/3/test/a.test.js', 'adds'],
    ],
    [
      'a folder for temporary files',
      ['a', 'writes /tmp/x-81h/out.txt now'],
      ['a', 'writes /tmp/x-99/out.txt now'],
    ],
    ['an address', ['a', 'of <Object at 0x7f0ea751bb90>'], ['a', 'of <Object at 0x7fdd9358b090>']],
    ['a time', ['a', 'at 2026-01-02T03:04:05.678Z'], ['a', 'at 2027-11-12T13:14:15Z']],
    [
      'an id',
      ['a', 'gets 123e4567-e89b-12d3-a456-426614174000'],
      ['a', 'gets 00000000-e89b-12d3-a456-426614174000'],
    ],
  ] as const)('do not depend on %s', (_what, one, other) => {
    const first = readTests(spec(one), 1).failing;
    expect(first).toHaveLength(1);
    expect(readTests(spec(other), 1).failing).toEqual(first);
  });

  it.each([
    ['numbers in a title', ['a', 'adds 1 and 2'], ['a', 'adds 1 and 3']],
    ['files', ['test/a.test.js', 'adds'], ['test/b.test.js', 'adds']],
    ['folders', ['one/a.test.js', 'adds'], ['two/a.test.js', 'adds']],
  ] as const)('tell %s apart', (_what, one, other) => {
    expect(readTests(spec(one), 1).failing).not.toEqual(readTests(spec(other), 1).failing);
  });

  it('tell two tests of the same name apart', () => {
    const twice = `${spec(['a.test.js', 'adds'])}test at a.test.js:9:1\n✖ adds (1ms)\n`;
    expect(readTests(twice, 1).failing).toEqual(['a.test.js > adds', 'a.test.js > adds (2)']);
  });

  it('are not taken from what a test printed itself', () => {
    const output = outputOf('pytest-red').replace(
      '= FAILURES =',
      '= FAILURES =\nFAILED to connect\nERROR 42',
    );
    expect(output).toContain('\nERROR 42');
    expect(readTests(output, 1)).toEqual(readTests(outputOf('pytest-red'), 1));
  });

  it('are not told where some are missing, where a signal ended the tests, and where no test is to blame', () => {
    const red = spec(['a.test.js', 'adds']);
    expect(readTests(red, 1).failing).toEqual(['a.test.js > adds']);
    expect(readTests(red.replace('fail 1', 'fail 2'), 1).failing).toBeNull();
    expect(readTests(red, null).failing).toBeNull();
    expect(readTests('ℹ tests 1\nℹ pass 1\nℹ fail 0\n', 1).failing).toBeNull();
    expect(readTests('ℹ tests 1\nℹ pass 1\nℹ fail 0\n', 0).failing).toEqual([]);
  });

  it('are not told where the beginning is cut off and nothing counts them', () => {
    const go = 'FAIL\texample.com/app/users\t0.004s\nFAIL\n';
    expect(readTests(go, 1).failing).toEqual(['example.com/app/users']);
    expect(readTests(`${'-'.repeat(MAX_OUTPUT)}\n${go}`, 1).failing).toBeNull();
    expect(readTests('\n'.repeat(MAX_LINES) + go, 1).failing).toBeNull();
  });

  it('are told from the end of a long output where they are all there', () => {
    expect(readTests(`${'x\n'.repeat(MAX_OUTPUT / 2)}${spec(['a', 'adds'])}`, 1).failing).toEqual([
      'a > adds',
    ]);
  });

  it('are sorted, unique, short, and not too many', () => {
    const names = Array.from(
      { length: MAX_NAMES + 50 },
      (_, n) => `not ok ${n} - ${'n'.repeat(MAX_NAME + 10)} ${n}`,
    );
    const failing = readTests(['TAP version 13', ...names].join('\n'), 1).failing!;
    expect(failing).toHaveLength(MAX_NAMES);
    expect(new Set(failing).size).toBe(MAX_NAMES);
    expect([...failing].sort()).toEqual(failing);
    expect(Math.max(...failing.map(name => name.length))).toBeLessThan(MAX_NAME + 10);
  });
});

describe('any output at all', () => {
  const lines = EXPECTED.flatMap(([file]) => outputOf(file).split('\n'));
  const output = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...lines) }, { weight: 1, arbitrary: fc.string() }),
        { maxLength: 80 },
      )
      .map(all => all.join('\n')),
  );
  const code = fc.option(fc.integer({ min: 0, max: 255 }));

  it('is read without an exception into something bounded, and nothing is both fine and broken', () => {
    fc.assert(
      fc.property(output, code, (text, exitCode) => {
        const { tool, failing, ran, broken } = readTests(text, exitCode);
        const { state, reason } = redness(exitCode === 0, exitCode, text);
        expect((broken ?? '').length).toBeLessThanOrEqual(MAX_NAME);
        expect(reason.length).toBeLessThanOrEqual(MAX_NAME + 100);
        expect(reason).not.toBe('');
        expect(ran ?? 0).toBeGreaterThanOrEqual(0);
        if (tool === null) expect(failing).toBeNull();
        if (failing) expect([...new Set(failing)].sort()).toEqual(failing);
        if (exitCode === 0) expect(state).not.toBe('red');
        else expect(state).not.toBe('green');
        if (exitCode !== 0 && broken !== null) expect(state).toBe('broken');
      }),
      { numRuns: 1_000 },
    );
  });
});
