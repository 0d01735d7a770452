/*
 * What the fields of events hold, for those who read a journal: an event with a field that is missing, or of another
 * type, is damage that must not get into a state.
 */

export type Is = (value: unknown) => boolean;
export type Fields<T> = { readonly [Name in keyof T]-?: Is };

export const text: Is = value => typeof value === 'string';
export const flag: Is = value => typeof value === 'boolean';
export const number: Is = value => typeof value === 'number';
export const count: Is = value => Number.isSafeInteger(value) && Number(value) >= 0;
export const orNull =
  (is: Is): Is =>
  value =>
    value === null || is(value);
export const list =
  (is: Is): Is =>
  value =>
    Array.isArray(value) && value.every(is);
export const oneOf =
  (...words: readonly string[]): Is =>
  value =>
    words.includes(value as string);

/** Whether a value has all of these fields; further ones do no harm. */
export function has(fields: Readonly<Record<string, Is>>): Is {
  const checks = Object.entries(fields);
  return value =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([name, is]) => is((value as Readonly<Record<string, unknown>>)[name]));
}

export const record = <T extends object>(fields: Fields<T>): Is => has(fields);

export const texts = list(text);

export const optional =
  (is: Is): Is =>
  value =>
    value === undefined || is(value);
