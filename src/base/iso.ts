/** Beyond this there are no dates, in milliseconds from 1970; a journal may hold any number. */
const LAST_DATE = 8.64e15;

/** A moment as programs read it. */
export const iso = (at: number): string =>
  new Date(Math.max(-LAST_DATE, Math.min(LAST_DATE, at))).toISOString();
