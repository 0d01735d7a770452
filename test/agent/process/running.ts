import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputLine } from '../../../src/agent/process/lines.ts';
import { type ProcessEnd, type ProcessOptions, spawnProcess } from '../../../src/agent/process/spawn.ts';
import { scratch } from '../../cli/phasewright.ts';
import { ownMarker } from '../marked.ts';

export interface Ran extends ProcessEnd {
  readonly lines: readonly OutputLine[];
  readonly texts: readonly string[];
  readonly raw: string;
  readonly marker: string;
}

export type Given = Partial<ProcessOptions> & {
  /** Ends the process when it prints this line. */
  readonly abortAt?: string;
};

/** Runs a program to its end, with a short temper. */
export async function run(command: string, words: readonly string[], given: Given = {}): Promise<Ran> {
  const rawOutput = given.rawOutput ?? join(scratch(), 'raw');
  const marker = given.marker ?? ownMarker();
  const abort = new AbortController();
  const lines: OutputLine[] = [];
  const running = spawnProcess({
    command,
    arguments: words,
    cwd: scratch(),
    environment: { PATH: process.env.PATH ?? '' },
    input: '',
    timeoutMs: Number.POSITIVE_INFINITY,
    signal: abort.signal,
    ...given,
    marker,
    rawOutput,
    limits: { graceMs: 100, ...given.limits },
    onLine(line) {
      lines.push(line);
      given.onLine?.(line);
      if (line.text === given.abortAt) abort.abort();
    },
  });
  const end = await running.end;
  return { ...end, lines, texts: lines.map(({ text }) => text), raw: content(rawOutput), marker };
}

export const sh = (script: string, given: Given = {}): Promise<Ran> => run('/bin/sh', ['-c', script], given);

export const node = (script: string, given: Given = {}): Promise<Ran> =>
  run(process.execPath, ['-e', script], given);

/** Devices have no end. */
const content = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : '';
