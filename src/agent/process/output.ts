import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lastBytes } from './last-bytes.ts';
import type { ProcessLimits } from './limits.ts';
import { type OutputLine, splitLines } from './lines.ts';
import type { RawFile, Stream } from './raw-file.ts';
import { happensWithin } from './within.ts';

/** What a process prints, on its way to the file and to the reader of lines. */
export interface Output {
  /** Resolves with the limit once more than that was printed. */
  readonly overflow: Promise<number>;
  /** Takes what is still in the pipes, which others than the process may hold open. Tells what could not be kept. */
  finish(): Promise<string | null>;
  errorTail(): string;
}

/** Who is told what a process prints, before secrets are taken out of it. */
export interface OutputReaders {
  /** Each line of standard output. Must not throw. */
  readonly onLine?: (line: OutputLine) => void;
  /** Each chunk of both streams, in the order in which they come. Must not throw. */
  readonly onOutput?: (chunk: Buffer) => void;
}

export function collectOutput(
  child: ChildProcessWithoutNullStreams,
  raw: RawFile,
  { onLine = () => {}, onOutput = () => {} }: OutputReaders,
  limits: ProcessLimits,
): Output {
  const { promise: overflow, resolve: overflowed } = Promise.withResolvers<number>();
  const lines = splitLines(limits.lineBytes, onLine);
  let bytes = 0;
  const errors = lastBytes(limits.errorTailBytes);
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });
  /** Whether the chunk still counts: beyond the limit nothing is looked at while the process is being ended. */
  const take = (chunk: Buffer, stream: Stream): boolean => {
    if (bytes > limits.outputBytes) return false;
    bytes += chunk.length;
    raw.write(chunk, stream);
    onOutput(chunk);
    if (bytes > limits.outputBytes) overflowed(limits.outputBytes);
    return true;
  };
  child.stdout
    .on('error', () => {})
    .on('data', (chunk: Buffer) => void (take(chunk, 'stdout') && lines.push(chunk)));
  child.stderr
    .on('error', () => {})
    .on('data', (chunk: Buffer) => {
      if (take(chunk, 'stderr')) errors.push(chunk);
    });

  return {
    overflow,
    errorTail: () => fromWholeWord(errors.bytes().toString('utf8'), errors.dropped() > 0).trim(),
    async finish() {
      const closed = new Promise(resolve => child.once('close', resolve));
      for (let round = 0; !isClosed && round < limits.quietRounds; round += 1) {
        const before = bytes;
        await happensWithin(closed, limits.quietMs);
        // After a long pause of ours the timer comes before data that has long been waiting.
        await nextTurn();
        if (bytes === before) break;
      }
      child.stdout.destroy();
      child.stderr.destroy();
      lines.end();
      raw.close();
      return raw.problem?.message ?? null;
    },
  };
}

/** Without the end of a word that begins before the text: half of a secret is not known for what it is. */
const fromWholeWord = (text: string, isCut: boolean): string =>
  isCut ? text.slice(text.search(/\s/) + 1) : text;
