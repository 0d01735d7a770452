import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { attemptFolder } from '../../engine/records.ts';
import { type Home, runFolder } from './open-store.ts';

/** What is new in one of the files that sessions, checks and commands of an attempt leave. */
export interface NewLines {
  readonly attempt: number;
  /** Name of the file without the ending of a transcript, such as `developer.1` or `check.attempt.1.log`. */
  readonly name: string;
  /** Who is heard: the first word of that name. */
  readonly role: string;
  /** Whether the lines are events of a session, in JSON; else they are what a program printed. */
  readonly isTranscript: boolean;
  /** Whether nothing of this file was read before. */
  readonly isFirst: boolean;
  /** Bytes that were left out before these lines. */
  readonly skipped: number;
  readonly lines: readonly string[];
}

/**
 * Reads what was added since it was called last to the files of these attempts, in the order in which they were begun.
 * With `isLast` what a program printed last is a line, although none ends there.
 */
export type Transcripts = (
  phase: string,
  attempts: readonly number[],
  isLast?: boolean,
) => Generator<NewLines>;

/** What suffices on a screen. */
export const SCREEN_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** A longer line is taken for several. */
const MAX_LINE_BYTES = 16 * CHUNK_BYTES;

/** Each file is read once, a chunk at a time; of one that is longer than `lastBytes` when it is met, only the end. */
export function transcriptsOf(
  home: Home,
  run: string,
  { lastBytes = Infinity }: { readonly lastBytes?: number } = {},
): Transcripts {
  const tails = new Map<string, Tail>();
  return function* (phase, attempts, isLast = false) {
    for (const attempt of attempts) {
      const folder = attemptFolder(runFolder(home, run), phase, attempt);
      for (const file of filesIn(folder)) {
        const path = join(folder, file);
        const tail = tails.get(path) ?? { at: 0, rest: Buffer.alloc(0), skipped: 0, isMet: false };
        tails.set(path, tail);
        const isTranscript = file.endsWith('.jsonl');
        const head = { attempt, name: file.replace(/\.jsonl$/, ''), role: file.slice(0, file.indexOf('.')) };
        for (const lines of added(path, tail, lastBytes, isLast && !isTranscript)) {
          yield { ...head, isTranscript, isFirst: !tail.isMet, skipped: tail.skipped, lines };
          tail.isMet = true;
          tail.skipped = 0;
        }
      }
    }
  };
}

/** How far a file was read. */
interface Tail {
  at: number;
  /** The bytes after its last end of a line. */
  rest: Buffer;
  /** Bytes that were left out and are not yet told. */
  skipped: number;
  /** Whether something of it was handed over. */
  isMet: boolean;
}

function* added(path: string, tail: Tail, lastBytes: number, takesRest: boolean): Generator<string[]> {
  const file = opened(path);
  if (file === null) return;
  try {
    const { size } = fstatSync(file);
    if (tail.at === 0 && size > lastBytes) tail.skipped = tail.at = size - lastBytes;
    while (tail.at < size) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - tail.at));
      const read = readSync(file, chunk, 0, chunk.length, tail.at);
      if (read === 0) break;
      tail.at += read;
      const lines = linesOf(tail, chunk.subarray(0, read));
      // After something that was left out the first line has no beginning.
      if (lines.length > 0) yield tail.skipped > 0 ? lines.slice(1) : lines;
    }
    if (takesRest && tail.rest.length > 0) {
      yield [tail.rest.toString('utf8')];
      tail.rest = Buffer.alloc(0);
    }
  } finally {
    closeSync(file);
  }
}

/** Null where it is gone since it was listed. */
function opened(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** The lines that end in a chunk; what follows the last one waits for the next. */
function linesOf(tail: Tail, chunk: Buffer): string[] {
  const bytes = tail.rest.length === 0 ? chunk : Buffer.concat([tail.rest, chunk]);
  const end = bytes.lastIndexOf(0x0a);
  if (end < 0 && bytes.length < MAX_LINE_BYTES) {
    tail.rest = bytes;
    return [];
  }
  const whole = end < 0 ? bytes.length : end;
  tail.rest = Buffer.from(bytes.subarray(whole + 1));
  return bytes.toString('utf8', 0, whole).split('\n');
}

/** The files of an attempt begin with these words, in the order in which they are written. */
const FILES = [
  ...['setup', 'architect', 'developer', 'format', 'check', 'baseline', 'again', 'reviewer', 'evaluator'],
  ...['doctor', 'fix', 'replanner'],
];

/** Those of a second run come after the first, and the tenth after the ninth. */
const IN_TURN = new Intl.Collator('en', { numeric: true });
const bare = (name: string): string => name.replace(/\.(?:jsonl|log)$/, '');

/** What agents did, and what checks printed; raw streams are left to those who look for them. */
function filesIn(folder: string): string[] {
  try {
    const order = (name: string): number => FILES.findIndex(word => name.startsWith(word));
    return readdirSync(folder)
      .filter(name => name.endsWith('.jsonl') || name.endsWith('.log'))
      .sort((a, b) => order(a) - order(b) || IN_TURN.compare(bare(a), bare(b)));
  } catch {
    return [];
  }
}
