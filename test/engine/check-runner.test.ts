import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/base/secrets/redact.ts';
import { processChecks } from '../../src/engine/check-runner.ts';
import type { CheckRun } from '../../src/engine/ports.ts';
import { ownMarker } from '../agent/marked.ts';
import { PRIVATE_KEY } from '../base/secrets/planted.ts';
import { scratch } from '../cli/phasewright.ts';

const SECRET = 'AssertionError-77';
const CHECKS = processChecks(redactor({ MY_TOKEN: SECRET }));
const [BEGIN = '', , LINE = ''] = PRIVATE_KEY.split('\n');

interface Ran extends CheckRun {
  readonly log: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** Runs a script of the shell, in a folder that has these files. */
async function run(
  command: string,
  files: Readonly<Record<string, string>> = {},
  outputFile = join(scratch(), 'check.log'),
): Promise<Ran> {
  const cwd = scratch();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const request = { cwd, environment: { PATH: process.env.PATH ?? '' }, marker: ownMarker(), outputFile };
  const { signal } = new AbortController();
  const result = await CHECKS.run({ command, timeoutMs: 60_000 }, { ...request, signal });
  if (result === null || 'notRun' in result) throw new Error('it was not run');
  return { ...result, log: readFileSync(outputFile, 'utf8'), ...(await result.output()) };
}

describe('a verdict', () => {
  it('is read from what was printed, on both streams, and everything that is kept is redacted', async () => {
    const { passed, text, tail, log } = await run(`echo 'a ${SECRET}'; echo 'b ${SECRET}' >&2; exit 1`);
    expect(passed).toBe(false);
    expect(text.split('\n').sort()).toEqual(['', `a ${SECRET}`, `b ${SECRET}`]);
    for (const kept of [tail, log])
      expect(kept.split('\n').sort()).toEqual(['', 'a [redacted: MY_TOKEN]', 'b [redacted: MY_TOKEN]']);
  });

  it('is not hidden by a key that does not end', async () => {
    const { text, tail, log } = await run('cat key; echo FAIL: n is wrong; exit 1', { key: `${BEGIN}\n` });
    expect(text).toBe(`${BEGIN}\nFAIL: n is wrong\n`);
    for (const kept of [tail, log])
      expect(kept).toBe('[redacted: private key without an end]\nFAIL: n is wrong\n');
  });

  it('nor by one that does, of whose inside it is only told whether it is the same', async () => {
    const other = PRIVATE_KEY.replaceAll('aB3', 'aB4');
    const one = await run('cat key; exit 1', { key: `${PRIVATE_KEY}\n` });
    const same = await run('cat key; exit 1', { key: `${PRIVATE_KEY}\n` });
    const another = await run('cat key; exit 1', { key: `${other}\n` });
    expect(one.text).not.toContain(LINE);
    expect(one.text.split('\n')).toHaveLength(PRIVATE_KEY.split('\n').length + 1);
    expect(same.text).toBe(one.text);
    expect(another.text).not.toBe(one.text);
    const word = await run('cat key; exit 1', {
      key: PRIVATE_KEY.replace('\n-----END', '\nFAIL: n is wrong\n-----END'),
    });
    expect(word.text).toContain('\nFAIL: n is wrong\n');
    expect(word.log).toBe('[redacted: private key]');
  });

  it('is read from the end of what was printed, and knows that there was more', async () => {
    const lines = `yes 0123456789abcde | head -n 400000; echo the end; exit 1`;
    const { text, isCut } = await run(lines);
    expect([text.length, isCut]).toEqual([1_000_000, true]);
    expect(text.endsWith('0123456789abcde\nthe end\n')).toBe(true);
    const whole = await run('echo the end; exit 1');
    expect([whole.text, whole.isCut]).toEqual(['the end\n', false]);
  });

  it('is read from this time alone, where a file was begun by a driver that was killed', async () => {
    const outputFile = join(scratch(), 'check.log');
    writeFileSync(outputFile, 'before\n');
    const { text, tail, log } = await run('echo now; exit 1', {}, outputFile);
    expect([text, tail, log]).toEqual(['now\n', 'now\n', 'before\nnow\n']);
  });

  it('is read although nothing can be kept', async () => {
    const request = { cwd: scratch(), environment: {}, marker: ownMarker(), outputFile: '/dev/full' };
    const { signal } = new AbortController();
    const result = await CHECKS.run(
      { command: 'echo now; exit 1', timeoutMs: 60_000 },
      { ...request, signal },
    );
    expect(result).toMatchObject({ passed: false, outcome: 'exit status 1' });
    expect(await (result as CheckRun).output()).toEqual({ text: 'now\n', isCut: false });
  });

  it('names no place on this machine', async () => {
    const { text, tail } = await run('echo "$PWD/a.ts: $PWD"; exit 1');
    expect([text, tail]).toEqual(['./a.ts: .\n', './a.ts: .\n']);
  });
});
