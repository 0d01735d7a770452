import { describe, expect, it } from 'vitest';
import { runChecks } from '../../src/engine/perform/checks.ts';
import { type Check, settingsOf } from '../../src/run/settings.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { fold } from '../run/fold.ts';
import { planOf } from '../run/plans.ts';
import { owner } from '../store/samples.ts';
import { check } from './check.ts';
import { idlePorts } from './idle-ports.ts';
import { creation } from './origin.ts';

const CHECKS = ['lint', 'test', 'build'].map((command): Check => ({ command, kind: 'other', timeoutMs: 1 }));

/** The commands that ran, where the phase's first attempt fails the one named. */
async function ran(failing: string): Promise<string> {
  const commands: string[] = [];
  await check(
    {
      plan: planOf('a'),
      settings: { checks: CHECKS },
      check: (command, files) => {
        commands.push(command);
        return command !== failing || files.get('a.txt') !== 'attempt 1';
      },
    },
    { status: 'completed', story: 'a started, a retry, a started, a completed' },
  );
  return commands.join(' ');
}

describe('of several checks', () => {
  it.each([
    ['lint', 'lint lint test build'],
    ['test', 'lint test lint test build'],
    ['build', 'lint test build lint test build'],
  ])('%s alone sends the attempt back, and is the last to run', async (failing, commands) => {
    expect(await ran(failing)).toBe(commands);
  });
});

it('checks that are ended half-way say nothing', async () => {
  const settings = settingsOf('phased', { checks: CHECKS });
  const state = fold([{ at: 0, event: creation('r', planOf('a'), settings) }])!;
  const ports = {
    ...idlePorts(
      memoryStore(() => true),
      owner('test'),
    ),
    checks: {
      run: async ({ command }: { readonly command: string }) => {
        if (command === 'test') return null;
        const ended = { passed: true, exitCode: 0, outcome: 'exit status 0', tail: '', outputFile: '' };
        return { ...ended, output: async () => ({ text: '', isCut: false }) };
      },
    },
  };
  const told = await runChecks(
    {
      kind: 'run_checks',
      phase: 'a',
      attempt: 1,
      on: 'attempt',
      slot: 1,
      base: 'c0',
      contents: null,
      expects: 'pass',
      baseline: 'c0',
      tries: 0,
    },
    { ports, state, current: () => state, signal: new AbortController().signal, report: () => {} },
  );
  expect(told).toEqual([]);
});
