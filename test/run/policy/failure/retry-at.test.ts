import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAtOf } from '../../../../src/run/policy/failure/retry-at.ts';

const NOW = Date.UTC(2026, 10, 16, 12, 0, 0);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the moment from which on trying again is of use', () => {
  it.each<[text: string, afterMs: number]>([
    ['retry-after: 30', 30 * SECOND],
    ['Retry-After: 30\r\nx-request-id: req_1', 30 * SECOND],
    ['{"retry-after":"30"}', 30 * SECOND],
    ['{\\"retry-after\\":\\"7\\"}', 7 * SECOND],
    ['retry_after: 1.5', 1.5 * SECOND],
    ['retry-after-ms: 250', 250],
    ['Retry-After: Mon, 16 Nov 2026 12:00:30 GMT', 30 * SECOND],
    ['try again in 20s', 20 * SECOND],
    [
      'Rate limit reached: Limit 30000, Used 29000. Please try again in 1.2s. Visit https://x.dev',
      1.2 * SECOND,
    ],
    ['Please try again in 6m0s.', 6 * MINUTE],
    ['Please retry in 38.2s.', 38.2 * SECOND],
    ['Please retry in 38.212345678s.', 38_213],
    ['"retryDelay": "38s"', 38 * SECOND],
    ['resets at 3pm (UTC)', 3 * HOUR],
    ["You've hit your limit · resets 3pm (UTC)", 3 * HOUR],
    ['5-hour limit reached ∙ resets 3pm', 3 * HOUR],
    ['resets 11:30am', 23.5 * HOUR],
    ['resets at 12pm', DAY],
    ['resets at 12am', 12 * HOUR],
    ['try again at 3:04 PM.', 3 * HOUR + 4 * MINUTE],
    ['resets at 15:04 UTC', 3 * HOUR + 4 * MINUTE],
    ['resets 3pm (America/New_York)', 8 * HOUR],
    ['resets 9pm (Asia/Tokyo)', DAY],
    ['resets 9:30pm (Asia/Tokyo)', 30 * MINUTE],
    ['resets 2026-11-16T18:00:00Z', 6 * HOUR],
    ['resets at 2026-11-16T18:00:00+02:00', 4 * HOUR],
    ['"resetsAt":"2026-11-16T18:00:00.000Z"', 6 * HOUR],
    ['wait until 2026-11-16 18:00 UTC', 6 * HOUR],
    ['resets Nov 20, 3pm (UTC)', 4 * DAY + 3 * HOUR],
    ['try again at Nov 17th, 2026 3:04 PM.', DAY + 3 * HOUR + 4 * MINUTE],
    [`Claude AI usage limit reached|${(NOW + HOUR) / 1_000}`, HOUR],
    [`{"resets_at":${(NOW + HOUR) / 1_000}}`, HOUR],
    [`{"resetsAt":${NOW + HOUR}}`, HOUR],
    ['Your quota will reset after 2h5m.', 2 * HOUR + 5 * MINUTE],
    ['Your quota will reset after 1h23m45s.', HOUR + 23 * MINUTE + 45 * SECOND],
    ['or try again in 2 days 3 hours 4 minutes.', 2 * DAY + 3 * HOUR + 4 * MINUTE],
    ['try again in 1 day, 2 hours and 3 minutes', DAY + 2 * HOUR + 3 * MINUTE],
    ['available again in 5 minutes', 5 * MINUTE],
    ['the next window opens in 5 minutes', 5 * MINUTE],
    ['retry-after: 0; try again in 9s', 9 * SECOND],
    ['resets in 8 days', 8 * DAY],
  ])('is named by: %s', (text, afterMs) => {
    expect(retryAtOf(text, NOW)).toBe(NOW + afterMs);
  });

  it.each([
    '',
    'Overloaded',
    'retry-after: soon',
    'retry-after: 0',
    'resets at 25:00',
    'resets at 13pm',
    'resets 3pm (Moon/Tycho)',
    'resets 2026-11-16T11:59:59Z',
    'resets 2026-13-45T18:00:00Z',
    'resets 2027-11-16T18:00:00Z',
    'resets in 9 days',
    'retry-after: 999999999',
    `limit|${(NOW - HOUR) / 1_000}`,
    'limit|12',
    'error in 3 files',
    'in 42 of 50 cases',
    'reset by peer',
    'Febtober 3, 3pm',
    'resets Feb 3, 3pm',
  ])('is not named by: %s', text => {
    expect(retryAtOf(text, NOW)).toBeNull();
  });

  it('is the next such day where the year ends in between', () => {
    const sylvester = Date.UTC(2026, 11, 31, 12);
    expect(retryAtOf('resets Jan 2, 3pm (UTC)', sylvester)).toBe(Date.UTC(2027, 0, 2, 15));
  });

  it('is by the clock of its zone, also on the day when that is put back', () => {
    const eve = Date.UTC(2026, 9, 24, 20);
    expect(retryAtOf('resets 9am (Europe/Berlin)', eve)).toBe(Date.UTC(2026, 9, 25, 8));
    expect(retryAtOf('resets 1:30am (Europe/Berlin)', eve)).toBe(Date.UTC(2026, 9, 24, 23, 30));
  });

  it('is never past and never further than 8 days away, whatever is said', () => {
    const near = fc.integer({ min: NOW - 20 * DAY, max: NOW + 20 * DAY });
    const small = fc.nat({ max: 70 });
    const moment = fc.oneof(
      near.map(at => new Date(at).toISOString()),
      near.map(at => new Date(at).toUTCString()),
      near.map(at => String(Math.floor(at / 1_000))),
      near.map(String),
      fc.nat({ max: 999_999_999 }).map(String),
      fc
        .tuple(small, fc.constantFrom('ms', 's', ' minutes', 'h', ' days', 'pm', 'am', '%'))
        .map(parts => parts.join('')),
      fc.tuple(small, small).map(parts => parts.join(':')),
      fc
        .tuple(fc.constantFrom('Jan', 'Nov', 'Dec', 'Foo'), small)
        .map(([month, day]) => `${month} ${day}, 3pm`),
    );
    const cue = fc.constantFrom(
      'resets ',
      'resets at ',
      'retry-after: ',
      'try again in ',
      '|',
      'in ',
      'until ',
      '',
    );
    const text = fc.array(fc.tuple(cue, moment, fc.constantFrom('', ' ', ' (UTC) ', '. ')), { maxLength: 4 });
    let named = 0;
    fc.assert(
      fc.property(text, parts => {
        const at = retryAtOf(parts.flat().join(''), NOW);
        if (at === null) return;
        named += 1;
        expect(Number.isInteger(at)).toBe(true);
        expect(at).toBeGreaterThan(NOW);
        expect(at).toBeLessThanOrEqual(NOW + 8 * DAY);
      }),
      { numRuns: 2_000, seed: 7 },
    );
    expect(named).toBeGreaterThan(300);
  });

  it('is looked for in a bounded part of a text', () => {
    expect(retryAtOf(`${'resets at '.repeat(200_000)}`, NOW)).toBeNull();
    expect(retryAtOf(`try again in 9s${' '.repeat(900_000)}`, NOW)).toBe(NOW + 9 * SECOND);
  });
});
