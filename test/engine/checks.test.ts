import { describe, expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';

const CHECKS = ['lint', 'test', 'build'].map(command => ({ command, timeoutMs: 1 }));

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
