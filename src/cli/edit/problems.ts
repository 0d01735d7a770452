import type { Diagnostic } from '../../plan/diagnostic.ts';
import { diagnosticsText } from '../../view/plan/diagnostics.ts';
import { type Style, uncoloured } from '../../view/style.ts';

/** Findings that are shown of one text. */
const MAX_SHOWN = 20;
/** Begins each line in which problems stand above a text, by which they are found and taken away again. */
const MARK = '#!';

export function problemsText(
  file: string,
  text: string,
  findings: readonly Diagnostic[],
  style: Style,
): string {
  const shown = diagnosticsText(file, text, findings.slice(0, MAX_SHOWN), style);
  const more = findings.length - MAX_SHOWN;
  return more > 0 ? `${shown}\nand ${more} more\n` : shown;
}

/** The text with its problems as comments on top, in which lines are counted as they then stand. */
export function withProblems(text: string, findings: readonly Diagnostic[]): string {
  const body = withoutProblems(text);
  const gone = lineCount(text) - lineCount(body);
  const inBody = moved(findings, -gone);
  const height = lineCount(commented(body, inBody));
  return commented('\n'.repeat(height) + body, moved(inBody, height)) + body;
}

/** The text without comments that `withProblems` put on top. */
function withoutProblems(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(line => !line.startsWith(MARK));
  return lines.slice(Math.max(0, first)).join('\n');
}

const lineCount = (text: string): number => text.split('\n').length - 1;

const moved = (findings: readonly Diagnostic[], by: number): Diagnostic[] =>
  findings.map(found =>
    found.line > 0 ? { ...found, line: Math.max(1, found.line + by), endLine: found.endLine + by } : found,
  );

function commented(text: string, findings: readonly Diagnostic[]): string {
  const lines = problemsText('line', text, findings, uncoloured).trimEnd().split('\n');
  return ['This cannot be used yet:', ...lines, ''].map(line => `${`${MARK} ${line}`.trimEnd()}\n`).join('');
}
