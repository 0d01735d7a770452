import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Death, spawnProcess } from '../agent/process/spawn.ts';
import type { CheckRunner } from './ports.ts';

/** How much of the end of a check's output goes into the journal, in characters. */
const MAX_TAIL = 4_000;

/** Runs checks as processes of their own, by the shell, with nothing on standard input. */
export const processChecks: CheckRunner = {
  async run({ command, timeoutMs }, { cwd, environment, marker, outputFile, signal }) {
    const running = spawnProcess({
      command: '/bin/sh',
      arguments: ['-c', command],
      cwd,
      environment,
      marker,
      input: '',
      rawOutput: outputFile,
      timeoutMs,
      signal,
    });
    const { death } = await running.end;
    if (death.cause === 'aborted') return null;
    if (death.cause === 'spawn_error') return { notRun: death.message };
    const passed = death.cause === 'exit' && death.code === 0;
    if (!passed && !existsSync(cwd)) return { notRun: `${cwd} is gone` };
    return {
      command,
      passed,
      outcome: outcomeOf(death, timeoutMs),
      tail: await tailOf(outputFile),
      outputFile,
    };
  },
};

function outcomeOf(death: Exclude<Death, { cause: 'spawn_error' }>, timeoutMs: number): string {
  switch (death.cause) {
    case 'exit':
      return `exit status ${death.code}`;
    case 'signal':
      return `ended by ${death.signal}`;
    case 'timeout':
      return `still running after ${Math.round(timeoutMs / 1000)} s`;
    case 'output_limit':
      return 'printed too much';
    case 'aborted':
      return 'stopped';
  }
}

async function tailOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.slice(-MAX_TAIL);
}
