import type { Redact } from './redact.ts';

/** Takes secrets out of bytes on their way to a file, wherever they are cut. A line is looked at as a whole. */
export interface ByteFilter {
  /** What can be passed on by now. */
  push(chunk: Buffer): Buffer;
  /** What is left at the end. */
  end(): Buffer;
}

/** More than this of a line is not held back, in bytes. */
const MAX_LINE = 256 * 1024;
/** Of a longer line so much is held back, since a secret may begin there: one that is longer is found within shorter lines only. */
const MAX_SECRET = 8 * 1024;
/** How often a place for the cut is looked for, so far apart, that no secret lies across. */
const MAX_CUTS = 8;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Bytes are looked at as Latin-1, so that they pass as they are, whatever the encoding. */
export function redactBytes(redact: Redact): ByteFilter {
  let held: Buffer = NOTHING;
  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const lastLine = bytes.lastIndexOf(NEWLINE) + 1;
      const isLong = bytes.length - lastLine > MAX_LINE;
      const text =
        isLong || lastLine > 0 ? bytes.toString('latin1', 0, isLong ? bytes.length : lastLine) : '';
      const until = isLong ? cutIn(text, redact) : closedIn(text, redact);
      held = bytes.subarray(until);
      return until === 0 ? NOTHING : redacted(bytes.subarray(0, until), redact);
    },
    end: () => redacted(held, redact),
  };
}

/** How much of whole lines can be passed on: all but what holds the beginning of something. */
function closedIn(text: string, redact: Redact): number {
  const open = redact.openIn?.(text) ?? text.length;
  return open === 0 && text.length > MAX_LINE ? text.length : open;
}

/** How much of a text that ends within a line: to a place where the two parts lose the same as the whole does. */
function cutIn(text: string, redact: Redact): number {
  const whole = redact(text);
  const last = Math.min(text.length, redact.openIn?.(text) ?? text.length);
  for (let back = 1; back <= MAX_CUTS; back += 1) {
    const at = Math.min(last, text.length - back * MAX_SECRET);
    if (at > 0 && redact(text.slice(0, at)) + redact(text.slice(at)) === whole) return at;
  }
  return text.length;
}

function redacted(bytes: Buffer, redact: Redact): Buffer {
  const text = bytes.toString('latin1');
  const cleaned = redact(text);
  return cleaned === text ? bytes : Buffer.from(cleaned, 'latin1');
}
