import { duration } from '../../time.ts';
import type { Pause, Report } from '../model.ts';

/** Where moments lie on a line. Time in which nobody worked is drawn short, whatever it was. */
export interface Axis {
  readonly at: (moment: number) => number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly bands: readonly { readonly x: number; readonly width: number; readonly pause: Pause }[];
}

/** Widest that a pause is drawn, and all of them together, in pixels. */
const BAND = 18;
const ALL_BANDS = 200;
const TICKS = 8;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map(hours => hours * HOUR),
];

export function axisOf(
  { startedAt, workedMs, pauses: all, endedAt }: Report,
  left: number,
  right: number,
): Axis {
  const pauses = all.filter(pause => pause.startedAt < endedAt);
  const work = Math.max(1, workedMs);
  const band = pauses.length === 0 ? 0 : Math.min(BAND, ALL_BANDS / pauses.length);
  const scale = (right - left - band * pauses.length) / work;
  const at = (moment: number): number => {
    let x = left;
    let from = startedAt;
    for (const pause of pauses) {
      if (moment <= pause.startedAt) break;
      x += Math.max(0, pause.startedAt - from) * scale;
      const part = (moment - pause.startedAt) / Math.max(1, pause.endedAt - pause.startedAt);
      x += band * Math.min(1, part);
      from = Math.min(moment, pause.endedAt);
    }
    return Math.min(right, Math.max(left, x + Math.max(0, moment - from) * scale));
  };
  return {
    at,
    ticks: ticksOf(work, worked => at(momentOf(worked, startedAt, pauses))),
    bands: pauses.map(pause => {
      const x = at(pause.startedAt);
      return { x, width: at(pause.endedAt) - x, pause };
    }),
  };
}

/** Labels are time at work, since that is what the line is made of. */
function ticksOf(work: number, at: (worked: number) => number): Axis['ticks'] {
  const step = STEPS.find(candidate => work / candidate <= TICKS) ?? Math.ceil(work / TICKS / HOUR) * HOUR;
  const ticks = [];
  for (let worked = 0; worked <= work; worked += step)
    ticks.push({ x: at(worked), label: worked === 0 ? '0' : rounded(worked) });
  return ticks;
}

/** Round times need no seconds: `10 min`, `1 h 30 min`. */
const rounded = (ms: number): string =>
  duration(ms)
    .replace(/^(\d+)\.0 s$/, '$1 s')
    .replace(' 00 s', '')
    .replace(' 00 min', '');

/** The moment at which so much work was done; at the end of a pause rather than at its beginning. */
function momentOf(worked: number, startedAt: number, pauses: readonly Pause[]): number {
  let moment = startedAt + worked;
  for (const pause of pauses) {
    if (moment < pause.startedAt) break;
    moment += pause.endedAt - pause.startedAt;
  }
  return moment;
}
