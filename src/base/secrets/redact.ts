import { FORMS, IN_ADDRESS, KEY_BEGINS, KEY_ENDS, SECRET_NAME } from './forms.ts';

/** Takes keys and tokens out of a text. */
export type Redact = (text: string) => string;

/** Shorter values are no secrets, or would be found in innocent words. */
const MIN_CHARACTERS = 8;

/** Knows the values of variables whose names say that they are secret, and what keys and tokens look like. */
export function redactor(environment: Readonly<Record<string, string | undefined>>): Redact {
  const known = knownIn(environment);
  const values = known.size === 0 ? null : new RegExp([...known.keys()].map(escaped).join('|'), 'g');
  return text => {
    const withoutValues =
      values === null ? text : text.replace(values, value => redacted(known.get(value) ?? 'secret'));
    return withoutForms(withoutKeys(withoutValues));
  };
}

/** The same in each text of a value, however deep. Names of fields stay as they are. */
export function redactAll<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map(item => redactAll(item, redact)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, redactAll(inner, redact)]);
  return Object.fromEntries(entries) as T;
}

const redacted = (name: string): string => `[redacted: ${name}]`;

/** By value, longest first, so that one which begins with another is taken as a whole. */
function knownIn(environment: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const found = Object.entries(environment).flatMap(([name, value = '']) => {
    const text = value.trim();
    // A path is where a secret lies, and is needed to read messages.
    const isSecret = SECRET_NAME.test(name) && text.length >= MIN_CHARACTERS && !text.startsWith('/');
    return isSecret ? [[text, name] as const, [JSON.stringify(text).slice(1, -1), name] as const] : [];
  });
  return new Map(found.sort(([a], [b]) => b.length - a.length));
}

function withoutForms(text: string): string {
  let rest = text;
  for (const [name, form] of FORMS) rest = rest.replace(form, redacted(name));
  return rest.replace(IN_ADDRESS, `$1:${redacted('password')}@`);
}

/** One that does not end is taken to the end of the text. */
function withoutKeys(text: string): string {
  const begins = KEY_BEGINS.exec(text);
  if (!begins) return text;
  const rest = text.slice(begins.index);
  const ends = KEY_ENDS.exec(rest);
  const after = ends ? withoutKeys(rest.slice(ends.index + ends[0].length)) : '';
  return `${text.slice(0, begins.index)}${redacted('private key')}${after}`;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
