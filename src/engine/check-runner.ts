import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { lastBytes } from '../agent/process/last-bytes.ts';
import { type Death, spawnProcess } from '../agent/process/spawn.ts';
import { type Confinement, confined } from '../agent/sandbox/confine.ts';
import { withMarkedKeys } from '../base/secrets/keys.ts';
import type { Redact } from '../base/secrets/redact.ts';
import type { CheckRunner } from './ports.ts';

/** How much of the end of a check's output goes into the journal, in characters: of one that failed, all that may matter. */
const MAX_TAIL = { passed: 4_000, failed: 40_000 };
/** How much of it is read for the verdict, such as the names of tests. */
const MAX_OUTPUT = 1_000_000;
/** Of a character in UTF-8. */
const MAX_CHARACTER_BYTES = 4;

/** Runs checks as processes of their own, by the shell, with nothing on standard input; confined where that is given. */
export const processChecks = (redact: Redact, confinement: Confinement | null = null): CheckRunner => ({
  async run({ command, timeoutMs }, { cwd, environment, marker, outputFile, signal }) {
    // One that was cut off with its driver may have begun the file.
    const from = sizeOf(outputFile);
    const printed = lastBytes(MAX_OUTPUT * MAX_CHARACTER_BYTES);
    const shell = { command: '/bin/sh', arguments: ['-c', command] };
    const running = spawnProcess({
      ...confined(shell, confinement, { cwd, isReadOnly: false, writable: [], diesWithParent: false }),
      cwd,
      environment,
      marker,
      input: '',
      rawOutput: outputFile,
      redact,
      onOutput: printed.push,
      timeoutMs,
      signal,
    });
    const { death, left } = await running.end;
    if (death.cause === 'aborted') return null;
    if (death.cause === 'spawn_error') return { notRun: death.message };
    const passed = death.cause === 'exit' && death.code === 0;
    if (!passed && !existsSync(cwd)) return { notRun: `${cwd} is gone` };
    /**
     * Where the workspace is on this machine is nobody's business, and differs from slot to slot. What is in it still
     * reads as a file: a module that is missing there is no package.
     */
    const withoutPlace = (text: string): string =>
      text.replaceAll(`file://${cwd}/`, './').replaceAll(`${cwd}/`, './').replaceAll(cwd, '.');
    return {
      passed,
      exitCode: death.cause === 'exit' ? death.code : null,
      outcome: outcomeOf(death, timeoutMs),
      tail: withoutPlace(marked(await endOf(outputFile, from, MAX_TAIL[passed ? 'passed' : 'failed']))),
      outputFile,
      left,
      output: async () => {
        const { text, isCut } = endIn(printed.bytes(), printed.dropped() > 0);
        return { text: withoutPlace(text), isCut };
      },
    };
  },
});

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
    case 'dismissed':
      return 'stopped';
  }
}

/** From the beginning of a line, with a word on what stood before it. */
function marked({ text, isCut }: End): string {
  if (!isCut) return text;
  const line = text.indexOf('\n') + 1;
  return `[what was printed before this is left out]\n${text.slice(line)}`;
}

interface End {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * What the verdict is read from: as it was printed, since a word that looks like a secret may be one that decides. Only the
 * insides of private keys are told by a mark each.
 */
function endIn(bytes: Buffer, isCut: boolean): End {
  const text = withMarkedKeys(bytes.toString('utf8'));
  return { text: text.slice(-MAX_OUTPUT), isCut: isCut || text.length > MAX_OUTPUT };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The last characters of a file from some byte on, however large it is, and whether there are more. */
async function endOf(path: string, from: number, characters: number): Promise<End> {
  try {
    const file = await open(path);
    try {
      const size = (await file.stat()).size - from;
      const bytes = Math.min(size, characters * MAX_CHARACTER_BYTES);
      const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from + size - bytes);
      const text = buffer.toString('utf8');
      return { text: text.slice(-characters), isCut: bytes < size || text.length > characters };
    } finally {
      await file.close();
    }
  } catch {
    return { text: '', isCut: true };
  }
}
