/** A line of output without its end. */
export interface OutputLine {
  readonly text: string;
  /** How many bytes at its end were left out because it is too long. */
  readonly cutBytes: number;
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Delivers what stands after the last line end. */
  end(): void;
}

const NEWLINE = 0x0a;

/** Cuts bytes into lines and holds no more than `maxBytes` of one. Bytes that are not UTF-8 become U+FFFD. */
export function splitLines(maxBytes: number, onLine: (line: OutputLine) => void): LineSplitter {
  let parts: Buffer[] = [];
  let held = 0;
  let cutBytes = 0;
  const hold = (bytes: Buffer): void => {
    const kept = bytes.subarray(0, maxBytes - held);
    cutBytes += bytes.length - kept.length;
    if (kept.length === 0) return;
    parts.push(kept);
    held += kept.length;
  };
  const deliver = (): void => {
    const line = { text: Buffer.concat(parts).toString('utf8'), cutBytes };
    parts = [];
    held = 0;
    cutBytes = 0;
    onLine(line);
  };
  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
        hold(chunk.subarray(start, at));
        deliver();
        start = at + 1;
      }
      hold(chunk.subarray(start));
    },
    end() {
      if (held > 0 || cutBytes > 0) deliver();
    },
  };
}
