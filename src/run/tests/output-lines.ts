import { alike } from './alike.ts';
import { linesOf, wholeWords } from './lines.ts';
import { MAX_OUTPUT } from './reading.ts';

/** Lines of an output that are compared. Of one that has more of them, a part says nothing about the whole. */
const MAX_LINES = 10_000;
/** Characters of a line that are shown. */
const MAX_SHOWN = 300;

/**
 * What a program printed, line by line, without what differs from run to run: places, times, counts of what is fine,
 * and colours. By a short mark of each line, so that another output can be compared with it; a line that comes twice
 * has two. A mark begins with that of the line without any number. A count of failures has a mark of its own, which ends
 * in the count.
 */
export function outputLines(output: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const times = new Map<string, number>();
  const counts = new Map<string, { readonly count: number; readonly shown: string }[]>();
  for (const line of linesOf(output, MAX_OUTPUT).lines.slice(-MAX_LINES)) {
    const { words, failures } = alike(line.trim());
    if (words === '') continue;
    const mark = `${markOf(words.replace(/\d+/g, '#'))}~${markOf(words)}`;
    const shown = wholeWords(line.trim(), MAX_SHOWN);
    const time = (times.get(mark) ?? 0) + 1;
    times.set(mark, time);
    lines.set(time === 1 ? mark : `${mark}x${time}`, shown);
    for (const [index, count] of failures.entries()) {
      const key = `${mark}.${index}`;
      counts.set(key, [...(counts.get(key) ?? []), { count, shown }]);
    }
  }
  for (const [key, found] of counts) {
    const sorted = found.toSorted((a, b) => b.count - a.count);
    for (const [rank, { count, shown }] of sorted.entries()) lines.set(`${key}.${rank}=${count}`, shown);
  }
  return lines;
}

/** Whether all lines of an output are compared. */
export const isComparable = (output: string): boolean =>
  output.length <= MAX_OUTPUT && linesOf(output, 0).lines.length <= MAX_LINES;

/** The lines that an output with these marks did not have, and those in which it counted fewer failures. */
export function newLines(lines: ReadonlyMap<string, string>, earlier: readonly string[]): string[] {
  const known = new Set(earlier);
  const counts = new Map(earlier.map(counted));
  const isKnown = (mark: string): boolean => {
    const [key, count] = counted(mark);
    return known.has(mark) || (mark.includes('=') && count <= (counts.get(key) ?? -1));
  };
  return [...new Set([...lines].flatMap(([mark, line]) => (isKnown(mark) ? [] : [line])))];
}

/** Whether a line of an output with these marks is gone, or comes less often. Numbers may differ by chance. */
export function hasFewerLines(lines: ReadonlyMap<string, string>, earlier: readonly string[]): boolean {
  const now = frequencies(lines.keys());
  return [...frequencies(earlier)].some(([words, times]) => (now.get(words) ?? 0) < times);
}

function frequencies(marks: Iterable<string>): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const mark of marks) {
    const [words = ''] = mark.split('~', 1);
    if (!mark.includes('=')) times.set(words, (times.get(words) ?? 0) + 1);
  }
  return times;
}

/** What is counted, and how many there are; a line that counts nothing has no number. */
function counted(mark: string): [key: string, count: number] {
  const [key = '', count] = mark.split('=', 2);
  return [key, Number(count)];
}

/** FNV-1a: short, the same everywhere, and good enough to tell lines of one program apart. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
