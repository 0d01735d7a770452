import type { Diagnostic } from './diagnostic.ts';
import { LIMITS } from './limits.ts';

/** Text that is safe to parse: `\n` line ends, no control characters, within the limits. */
export type Guarded =
  | { readonly ok: true; readonly text: string; readonly diagnostics: Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: Diagnostic[] };

/** C0 and C1 controls but tab and line feed, the marks that turn the direction of text around, halves of characters. */
const CONTROLS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** The text with a mark in the place of each character that must not reach a screen. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '\uFFFD');

/** Refuses what no plan can be, and replaces what must not reach a screen. Lines keep their numbers. */
export function guardText(raw: string): Guarded {
  if (raw.includes('\0'))
    return refuse('unreadable', 'the text contains NUL bytes', lineOf(raw, raw.indexOf('\0')), NOT_TEXT);
  if (raw.length > LIMITS.textBytes || byteLength(raw) > LIMITS.textBytes) {
    return refuse(
      'too-large',
      `the plan is larger than ${LIMITS.textBytes / 1024 / 1024} MB`,
      0,
      'Split it into several plans.',
    );
  }
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '')
    return refuse('no-units', 'the plan is empty', 0, 'Write at least one "### Task 1: …" heading.');
  const clean = withoutControls(text);
  return { ok: true, text: clean, diagnostics: clean === text ? [] : [controlsFound(text, clean)] };
}

/** Refuses markdown on which the parser would take too long; null where there is no such risk. */
export function guardMarkdown(text: string): Diagnostic | null {
  const long = longLine(text);
  if (long > 0) {
    const message = `line ${long} has more than ${LIMITS.lineCharacters} characters`;
    return refusal('too-large', message, long, 'Keep data such as embedded images out of the plan.');
  }
  const deep = deepLine(text);
  if (deep === 0) return null;
  const message = `lists or quotes are nested more than ${LIMITS.nestingLevels} deep`;
  return refusal('too-large', message, deep, 'Flatten the structure at this line.');
}

const NOT_TEXT = 'Give a plan as markdown, JSON or YAML text in UTF-8.';

export const refuse = (...problem: Parameters<typeof refusal>): Guarded & { ok: false } => ({
  ok: false,
  diagnostics: [refusal(...problem)],
});

const refusal = (code: Diagnostic['code'], message: string, line: number, hint: string): Diagnostic => ({
  severity: 'error',
  code,
  message,
  line,
  endLine: line,
  hint,
});

function controlsFound(before: string, after: string): Diagnostic {
  let first = 0;
  while (before[first] === after[first]) first += 1;
  const line = lineOf(before, first);
  const message = 'control characters were replaced';
  return {
    severity: 'warning',
    code: 'control-characters',
    message,
    line,
    endLine: line,
    hint: 'Remove them from the plan.',
  };
}

function longLine(text: string): number {
  let line = 1;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > LIMITS.lineCharacters) return line;
    start = end + 1;
    line += 1;
  }
  return 0;
}

const MARKERS = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/;

/** The first line that opens more containers than the limit; the parser's cost grows with their square. */
function deepLine(text: string): number {
  let line = 0;
  for (const content of text.split('\n')) {
    line += 1;
    if (content.length < LIMITS.nestingLevels || /^[\s-]*$|^[\s*]*$/.test(content)) continue;
    const prefix = MARKERS.exec(content.slice(0, 2000))![0];
    const marks = prefix
      .replace(/\s+/g, ' ')
      .replace(/\d+[.)]/g, '>')
      .replace(/ /g, '').length;
    const indent = content.length - content.trimStart().length;
    const indented = marks > 0 ? Math.floor(indent / 2) : 0;
    if (marks + indented > LIMITS.nestingLevels) return line;
  }
  return 0;
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
const byteLength = (text: string): number => new TextEncoder().encode(text).length;
