import { printable } from '../../base/printable.ts';
import type { Diagnostic, Severity } from '../../plan/diagnostic.ts';
import type { Style } from '../style.ts';

const EXCERPT_CHARACTERS = 120;

/** Findings as a compiler prints them: place, what, the line itself with a caret, what to do. */
export function diagnosticsText(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  style: Style,
): string {
  const lines = text.split(/\r\n|\r|\n/);
  return diagnostics.map(diagnostic => one(printable(file), lines, diagnostic, style)).join('\n');
}

function one(file: string, lines: readonly string[], diagnostic: Diagnostic, style: Style): string {
  const { severity, code, line } = diagnostic;
  const source = line > 0 ? lines[line - 1] : undefined;
  const span = source === undefined ? null : findSpan(source, diagnostic.message);
  const place = [file, ...(line > 0 ? [line] : []), ...(span ? [span.start + 1] : [])].join(':');
  const head = `${style.bold(place)}: ${tint(severity, style)(`${WORD[severity]}[${code}]`)}: ${printable(diagnostic.message)}`;
  const gutter = ' '.repeat(String(line).length);
  const excerpt =
    span && severity !== 'info' ? excerptOf(source!, span, `${line}`, gutter, severity, style) : [];
  return [
    head,
    ...excerpt,
    `${gutter} ${style.dim('=')} ${style.dim(`hint: ${printable(diagnostic.hint)}`)}`,
    '',
  ].join('\n');
}

interface Span {
  readonly start: number;
  readonly length: number;
}

/** The words of the line that the message quotes, else the line without its indentation. */
function findSpan(source: string, message: string): Span | null {
  for (const match of message.matchAll(/"([^"]{1,80})"/g)) {
    const start = source.indexOf(match[1]!);
    if (start >= 0 && match[1]!.length > 1) return { start, length: match[1]!.length };
  }
  const start = source.length - source.trimStart().length;
  const length = source.trim().length;
  return length > 0 ? { start, length } : null;
}

function excerptOf(
  source: string,
  span: Span,
  number: string,
  gutter: string,
  severity: Severity,
  style: Style,
): string[] {
  const from = Math.max(0, span.start - EXCERPT_CHARACTERS / 2);
  const shown = printable(source.slice(from, from + EXCERPT_CHARACTERS));
  const length = Math.max(1, Math.min(span.length, EXCERPT_CHARACTERS - (span.start - from)));
  const caret = `${' '.repeat(span.start - from)}${'^'.repeat(length)}`;
  const bar = style.dim('|');
  return [
    `${gutter} ${bar}`,
    `${style.dim(number)} ${bar} ${shown}`,
    `${gutter} ${bar} ${tint(severity, style)(caret)}`,
  ];
}

const WORD: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };
const tint = (severity: Severity, style: Style): ((text: string) => string) =>
  severity === 'error' ? style.red : severity === 'warning' ? style.yellow : style.blue;

/** Workflow commands that GitHub shows as annotations. */
export function diagnosticsGithub(file: string, diagnostics: readonly Diagnostic[]): string {
  const level: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };
  return diagnostics
    .map(({ severity, code, message, line, endLine, hint }) => {
      const place = line > 0 ? `,line=${line},endLine=${Math.max(line, endLine)}` : '';
      const properties = `file=${property(file)}${place},title=${property(code)}`;
      return `::${level[severity]} ${properties}::${data(`${message} (${hint})`)}\n`;
    })
    .join('');
}

const data = (text: string): string =>
  printable(text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A'));
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
