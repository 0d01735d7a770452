import { STYLES, withoutEscapes } from './escapes.ts';
import { FORMS, IN_ADDRESS } from './forms.ts';
import { keysIn, openKeyIn } from './keys.ts';
import type { Span } from './span.ts';
import { type KnownSecret, MIN_PLAIN_CHARACTERS, secretsOf } from './values.ts';

/** Takes keys and tokens out of a text. */
export interface Redact {
  (text: string): string;
  /**
   * Of a text of whole lines, the beginning of the line in which something secret begins that the next lines may complete,
   * and which no other secret crosses; null where there is none.
   */
  readonly openIn?: (text: string) => number | null;
}

/** Knows the values of variables whose names say that they are secret, and what keys and tokens look like. */
export function redactor(environment: Readonly<Record<string, string | undefined>>): Redact {
  const secrets = secretsOf(environment);
  const find = repeated(finderOf(secrets));
  const redact = (text: string): string => {
    const found = find(text);
    // What a terminal would show as a secret is one, whatever colours it.
    const shown = withoutEscapes(blanked(text, found));
    const coloured = shown === null ? [] : find(shown.text);
    const placed = coloured.map(({ from, to, name }) => ({
      from: shown!.placeOf(from),
      to: shown!.placeOf(to - 1) + 1,
      name,
    }));
    return replaced(text, [...found, ...placed]);
  };
  return Object.assign(redact, { openIn: opener(secrets, find) });
}

/** The same in each text of a value, however deep. Names of fields stay as they are. */
export function redactAll<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map(item => redactAll(item, redact)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, redactAll(inner, redact)]);
  return Object.fromEntries(entries) as T;
}

type Find = (text: string) => readonly Span[];

/** How often a text is looked through: what is glued to a secret may be one, too, once that is taken out. */
const MAX_ROUNDS = 4;

const repeated =
  (find: Find): Find =>
  text => {
    const found: Span[] = [];
    let rest = text;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const more = find(rest);
      if (more.length === 0) break;
      found.push(...more);
      rest = blanked(rest, more);
    }
    return found;
  };

/** What is secret in a text: first what is known, then keys, then what looks like a token. */
function finderOf(secrets: readonly KnownSecret[]): Find {
  const findValues = valueFinders(secrets);
  return text => {
    const found: Span[] = [];
    let rest = text;
    const take = (spans: readonly Span[]): void => {
      found.push(...spans);
      rest = blanked(rest, spans);
    };
    for (const findIn of findValues) take(findIn(rest));
    take(keysIn(rest));
    for (const [name, form] of FORMS) take(matchesOf(form, rest, () => name));
    take(matchesOf(IN_ADDRESS, rest, () => 'password'));
    return found;
  };
}

const matchesOf = (pattern: RegExp, text: string, nameOf: (match: string) => string): readonly Span[] =>
  Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    from: index,
    to: index + match.length,
    name: nameOf(match),
  }));

/** What is longer is looked for by itself, and so much at most is in one expression, in characters: both have a limit. */
const MAX_PATTERN = 8 * 1024;

/** Longest first, so that one which begins with another is taken as a whole. */
function valueFinders(secrets: readonly KnownSecret[]): readonly Find[] {
  const finders: Find[] = [];
  let group: KnownSecret[] = [];
  let length = 0;
  const close = (): void => {
    if (group.length > 0) finders.push(anyOf(group));
    [group, length] = [[], 0];
  };
  for (const secret of secrets) {
    if (secret.text.length > MAX_PATTERN) {
      finders.push(text => occurrencesOf(secret, text));
      continue;
    }
    if (length + secret.text.length > MAX_PATTERN) close();
    group.push(secret);
    length += secret.text.length;
  }
  close();
  return finders;
}

function anyOf(secrets: readonly KnownSecret[]): Find {
  const names = new Map(secrets.map(({ text, name }) => [text, name]));
  const values = new RegExp(secrets.map(patternOf).join('|'), 'g');
  return text => matchesOf(values, text, match => names.get(match) ?? 'secret');
}

function occurrencesOf({ text: secret, name }: KnownSecret, text: string): readonly Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    found.push({ from: at, to: at + secret.length, name });
  }
  return found;
}

/** A short value is one only where it is a word of its own. */
const patternOf = ({ text }: KnownSecret): string =>
  text.length < MIN_PLAIN_CHARACTERS
    ? `(?<=^|[^A-Za-z0-9]|\\\\[nrt])${escaped(text)}(?![A-Za-z0-9])`
    : escaped(text);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The text with blanks in the place of what was found: nothing that is secret holds any of them. */
function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let rest = '';
  let at = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    rest += text.slice(at, from) + ' '.repeat(to - Math.max(at, from));
    at = to;
  }
  return rest + text.slice(at);
}

/** The text with a word on each secret in its place. What holds another one is told alone. */
function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let rest = '';
  let at = 0;
  for (const { from, to, name } of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= at) continue;
    if (from >= at) rest += `${text.slice(at, from)}[redacted: ${name}]`;
    rest += (text.slice(Math.max(at, from), to).match(STYLES) ?? []).join('');
    at = to;
  }
  return rest + text.slice(at);
}

/** Of values with several lines, and of private keys. */
function opener(secrets: readonly KnownSecret[], find: Find): (text: string) => number | null {
  const begunIn = beginningsOf(secrets.map(({ text }) => text).filter(text => text.includes('\n')));
  return text => {
    const open = begunIn(text).map(length => text.length - length);
    const key = openKeyIn(text);
    if (key !== null) open.push(key);
    if (open.length === 0) return null;
    let at = text.lastIndexOf('\n', Math.min(...open) - 1) + 1;
    for (const { from, to } of find(text).toSorted((a, b) => b.to - a.to)) {
      if (from < at && at < to) at = text.lastIndexOf('\n', from - 1) + 1;
    }
    return at;
  };
}

/** How much of the end of a text is one or more whole lines from the beginning of a value; a length for each such value. */
function beginningsOf(values: readonly string[]): (text: string) => readonly number[] {
  const firstLines = new Set(values.map(value => value.slice(0, value.indexOf('\n') + 1)));
  /** By a line that is not the first, the beginnings that end with it. */
  const byLine = new Map<string, { readonly value: string; readonly length: number }[]>();
  for (const value of values) {
    let from = value.indexOf('\n') + 1;
    for (let to = value.indexOf('\n', from) + 1; to > 0; to = value.indexOf('\n', from) + 1) {
      const line = value.slice(from, to);
      const known = byLine.get(line) ?? [];
      known.push({ value, length: to });
      byLine.set(line, known);
      from = to;
    }
  }
  return text => {
    const first = [...firstLines].filter(line => text.endsWith(line));
    const lastLine = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
    const later = (byLine.get(lastLine) ?? []).filter(
      ({ value, length }) => length <= text.length && text.endsWith(value.slice(0, length)),
    );
    return [...first.map(line => line.length), ...later.map(({ length }) => length)];
  };
}
