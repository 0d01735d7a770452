import type { Frame } from './svg.ts';

/** What moves although nothing happens: durations, times of day, wheels that turn. */
const CLOCKS = /\d+(?:[.:]\d+)*(?: ?(?:ms|s|m|min|h)\b)?|[\u2800-\u28ff]|\x1b\[[0-9:;]*m|\s/g;

/** Nobody reads faster. */
const SHORTEST_MS = 300;
/** Nobody waits longer. */
const LONGEST_MS = 1_500;
/** The end is what one looks at. */
const LAST_MS = 5_000;

/** A screen, and when it was seen first. */
export interface Seen {
  readonly captured: string;
  readonly atMs: number;
}

/** The frames of a film: no empty ones, none that shows but another time, none too short or too long to look at. */
export function framesOf(seen: readonly Seen[]): Frame[] {
  const kept: Seen[] = [];
  for (const [index, each] of seen.entries()) {
    const last = kept.at(-1);
    const isSame = last !== undefined && stripped(last.captured) === stripped(each.captured);
    if (each.captured.trim() === '' || (isSame && index < seen.length - 1)) continue;
    const replaces = last !== undefined && (isSame || each.atMs - last.atMs < SHORTEST_MS);
    if (replaces) kept.pop();
    kept.push(replaces ? { ...each, atMs: last.atMs } : each);
  }
  return kept.map(({ captured, atMs }, at) => {
    const next = kept[at + 1];
    return { captured, ms: next ? Math.min(next.atMs - atMs, LONGEST_MS) : LAST_MS };
  });
}

/** The frame with most to see in it, as a run has when most of it is under way. */
export function fullest(frames: readonly Frame[]): number {
  const amounts = frames.map(({ captured }) => stripped(captured).length);
  return amounts.indexOf(Math.max(...amounts));
}

const stripped = (captured: string): string => captured.replaceAll(CLOCKS, '');
