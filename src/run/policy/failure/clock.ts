const DAY_MS = 24 * 3_600_000;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const ISO =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(?: ?(Z|UTC|GMT|[+-]\d\d:?\d\d))?(?![\w:])/i;
/** As HTTP has it: `Wed, 21 Oct 2026 07:28:00 GMT`. */
const HTTP_DATE = /^[a-z]{3}, (\d\d) ([a-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/i;
const MONTH_DAY = /^([a-z]{3})[a-z]{0,6}\.? (\d{1,2})(?:st|nd|rd|th)?(?:, (\d{4}))?(?:,? at)?,? (?=\d)/i;
const CLOCK = /^(\d{1,2})(?::(\d\d)(?::(\d\d))?)? ?([ap]\.?m\b)?/i;
const ZONE = /^[ .]{0,2}(?:\(([\w/+-]{1,40})\)|(UTC|GMT|Z)\b)/i;

/** The moment that a text begins with, where it names the day; without a zone it is UTC. */
export function datedMoment(text: string, now: number): number | null {
  const [, day, time, zone] = ISO.exec(text) ?? [];
  if (day !== undefined) {
    const offset = zone !== undefined && /^[+-]/.test(zone) ? zone : 'Z';
    return valid(Date.parse(`${day}T${time}${offset}`));
  }
  const http = HTTP_DATE.exec(text);
  if (http) {
    const [date, month, year, ...clock] = http.slice(1);
    const at = MONTHS.indexOf(month!.toLowerCase());
    const [hour, minute, second] = clock.map(Number);
    return at < 0 ? null : Date.UTC(Number(year), at, Number(date), hour, minute, second);
  }
  return monthMoment(text, now);
}

/** `Nov 20, 3pm (UTC)` and `Nov 20th, 2026 3:04 PM`; without a year, the next such day. */
function monthMoment(text: string, now: number): number | null {
  const found = MONTH_DAY.exec(text);
  const month = MONTHS.indexOf(found?.[1]?.toLowerCase() ?? '');
  if (!found || month < 0) return null;
  const time = timeOf(text.slice(found[0].length));
  if (!time) return null;
  const inYear = (year: number): number | null =>
    inZone(Date.UTC(year, month, Number(found[2])) + time.ms, time.zone);
  if (found[3] !== undefined) return inYear(Number(found[3]));
  const year = new Date(now).getUTCFullYear();
  const at = inYear(year);
  return at !== null && at <= now ? inYear(year + 1) : at;
}

/** The next time of day such as `3pm (UTC)` or `15:04`, at the beginning of a text. A bare number is none. */
export function clockMoment(text: string, now: number): number | null {
  const time = timeOf(text);
  if (!time) return null;
  // The day in a zone may be another one than in UTC.
  for (const days of [-1, 0, 1, 2]) {
    const midnight = Math.floor(now / DAY_MS) * DAY_MS + days * DAY_MS;
    const at = inZone(midnight + time.ms, time.zone);
    if (at !== null && at > now) return at;
  }
  return null;
}

interface TimeOfDay {
  /** Milliseconds since midnight. */
  readonly ms: number;
  readonly zone: string;
}

function timeOf(text: string): TimeOfDay | null {
  const found = CLOCK.exec(text);
  if (!found || (found[2] === undefined && found[4] === undefined)) return null;
  const [hour, minute, second] = [found[1], found[2] ?? 0, found[3] ?? 0].map(Number);
  const half = found[4]?.toLowerCase()[0];
  const isReal = minute! < 60 && second! < 60 && (half ? hour! >= 1 && hour! <= 12 : hour! < 24);
  if (!isReal) return null;
  const [, named, plain] = ZONE.exec(text.slice(found[0].length)) ?? [];
  const hours = half ? (hour! % 12) + (half === 'p' ? 12 : 0) : hour!;
  return { ms: ((hours * 60 + minute!) * 60 + second!) * 1_000, zone: named ?? plain ?? 'UTC' };
}

/** The moment at which clocks in a zone show what clocks in UTC show at `wall`; null for a zone that nobody knows. */
function inZone(wall: number, zone: string): number | null {
  if (/^(?:utc|gmt|z)$/i.test(zone)) return wall;
  const offset = offsetOf(zone, wall);
  if (offset === null) return null;
  // What was asked for is the offset at the moment itself, which differs where clocks are put forward in between.
  return wall - (offsetOf(zone, wall - offset) ?? offset);
}

function offsetOf(zone: string, at: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
    return sign === '-' ? -ms : ms;
  } catch {
    return null;
  }
}

const valid = (at: number): number | null => (Number.isNaN(at) ? null : at);
