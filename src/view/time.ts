import { iso } from '../base/iso.ts';

/** A duration in words short enough for a table. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.round(seconds) % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

const SECOND_MS = 1_000;

/** While it goes on, in whole seconds: figures that change all the time are hard to look at. */
export function secondsOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  return seconds < 10 ? `${seconds} s` : duration(seconds * SECOND_MS);
}

/** A moment as people write it, in universal time so that the text is the same everywhere. */
export const moment = (at: number): string => iso(at).slice(0, 19).replace('T', ' ');

const MINUTE_MS = 60_000;

/** A moment that is waited for, to the minute that is sure to be late enough; with the day where it is not today's. */
export function clock(at: number, now: number): string {
  const [day = '', time = ''] = moment(Math.ceil(at / MINUTE_MS) * MINUTE_MS).split(' ');
  return `${day === moment(now).split(' ')[0] ? '' : `${day} `}${time.slice(0, 5)} UTC`;
}
