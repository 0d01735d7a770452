import { counted, grouped } from './counted.ts';

/** Amounts in few characters. All are rounded down: nothing looks used up before it is. */

const SCALES: readonly (readonly [size: number, letter: string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];
/** Smaller counts are written out. */
const SHORTENED_FROM = 10_000;

/** `950`, `9,500`, `12.5k`, `1.2M`. */
export function shortCount(count: number): string {
  const scale = count < SHORTENED_FROM ? undefined : SCALES.find(([size]) => count >= size);
  if (!scale) return grouped(Math.floor(count));
  const [size, letter] = scale;
  return `${Math.floor((count * 10) / size) / 10}${letter}`;
}

/** Sums of fractions are off by less than this; finer amounts of money are noise. */
const USD_STEPS = 1_000_000;

/** A sum of money without the noise of adding fractions. */
export const tidyUsd = (usd: number): number => Math.round(usd * USD_STEPS) / USD_STEPS;

/** `$5`, `$4.10`, `$0.0042`: cents where there are any, and more where there are only fractions of one. */
export function shortDollars(usd: number): string {
  const steps = Math.round(usd * USD_STEPS);
  if (steps > 0 && steps < USD_STEPS / 100) return `$${(steps / USD_STEPS).toFixed(4)}`;
  const cents = Math.floor(steps / (USD_STEPS / 100));
  const whole = `$${grouped(Math.floor(cents / 100))}`;
  return cents % 100 === 0 ? whole : `${whole}.${String(cents % 100).padStart(2, '0')}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to here hours say more than days. */
const DAYS_FROM = 2 * DAY;

/** `45 s`, `5 min 3 s`, `2 h 5 min`, `3 h`, `7 days`: the two largest units, without those that are nought. */
export function shortTime(ms: number): string {
  const time = Math.max(0, ms);
  if (time >= DAYS_FROM)
    return units(counted(Math.floor(time / DAY), 'day'), Math.floor((time % DAY) / HOUR), 'h');
  if (time >= HOUR) return units(`${Math.floor(time / HOUR)} h`, Math.floor((time % HOUR) / MINUTE), 'min');
  if (time >= MINUTE)
    return units(`${Math.floor(time / MINUTE)} min`, Math.floor((time % MINUTE) / SECOND), 's');
  return `${Math.floor(time / SECOND)} s`;
}

const units = (large: string, small: number, unit: string): string =>
  small === 0 ? large : `${large} ${small} ${unit}`;
