/** One breach of a house rule, said in plain words at the line where it stands. */
export interface Violation {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** `path` is relative to the repository, with forward slashes. */
export type Rule = (path: string, text: string) => Violation[];

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The lines a reader sees: a line feed at the end opens no further line. */
export const countLines = (text: string): number => text.replace(/\n$/, '').split('\n').length;

export const printed = (violations: readonly Violation[]): string =>
  violations.map(({ path, line, message }) => `${path}:${line}  ${message}`).join('\n');
