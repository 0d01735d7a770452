import { KEY_BEGINS, KEY_ENDS } from './forms.ts';
import type { Redact } from './redact.ts';

/** Takes secrets out of bytes on their way to a file. A line is looked at as a whole. */
export interface ByteFilter {
  /** What can be passed on by now. */
  push(chunk: Buffer): Buffer;
  /** What is left at the end. */
  end(): Buffer;
}

/** More than this of a line is not held back, in bytes; of it, the end that may be the beginning of a secret is. */
const MAX_LINE = 256 * 1024;
const MAX_SECRET = 8 * 1024;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Letters beyond ASCII pass as they are, whatever the encoding: bytes are looked at as Latin-1, and secrets that hold
 * such letters are not found.
 */
export function redactBytes(redact: Redact): ByteFilter {
  let held: Buffer = NOTHING;
  let inKey = false;
  const line = (text: string): string => {
    if (!inKey) {
      inKey = KEY_BEGINS.test(text) && !KEY_ENDS.test(text);
      return redact(text);
    }
    const ends = KEY_ENDS.exec(text);
    if (!ends) return '';
    inKey = false;
    return redact(text.slice(ends.index + ends[0].length));
  };
  const clean = (bytes: Buffer): Buffer => {
    const text = bytes.toString('latin1');
    const cleaned = text.split('\n').map(line).join('\n');
    return cleaned === text ? bytes : Buffer.from(cleaned, 'latin1');
  };
  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const lastLine = bytes.lastIndexOf(NEWLINE) + 1;
      const isLong = bytes.length - lastLine > MAX_LINE;
      const until = isLong ? bytes.length - MAX_SECRET : lastLine;
      held = bytes.subarray(until);
      return until === 0 ? NOTHING : clean(bytes.subarray(0, until));
    },
    end: () => clean(held),
  };
}
