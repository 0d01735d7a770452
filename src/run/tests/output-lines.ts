import { linesOf } from './lines.ts';

/** Lines of an output that are compared, from its end. */
const MAX_LINES = 2_000;
/** Characters of a line that count. */
const MAX_LINE = 300;

/**
 * What a program printed, line by line, without what differs from run to run: numbers, such as places, times and
 * counts, and colours. By a short mark of each line, so that another output can be compared with it.
 */
export function outputLines(output: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const line of linesOf(output).lines.slice(-MAX_LINES)) {
    const plain = line.slice(0, MAX_LINE).trim();
    const alike = plain.replace(/[0-9]+/g, '#').toLowerCase();
    if (alike === '') continue;
    const mark = markOf(alike);
    // A line that comes once more than before is new.
    for (let times = 1; ; times += 1) {
      const key = times === 1 ? mark : `${mark}x${times}`;
      if (lines.has(key) && times < MAX_TIMES) continue;
      lines.set(key, plain);
      break;
    }
  }
  return lines;
}

/** How often one line is counted. */
const MAX_TIMES = 50;

/** FNV-1a: short, the same everywhere, and good enough to tell lines of one program apart. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
