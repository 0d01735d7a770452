import { blames } from '../blame.ts';
import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Reader } from '../reading.ts';

const SUM = /^Tests: (\d+), Assertions: \d+/;

/** Errors and failures are numbered under a heading each; so are warnings and skipped tests, which are no failures. */
export const readPhpunit: Reader = lines => {
  const isPhpunit = lines.some(line => /^PHPUnit \d+\.\d/.test(line) || SUM.test(line));
  if (!isPhpunit) return null;
  const names: string[] = [];
  let isList = false;
  for (const line of lines) {
    const [, kind] = /^There (?:was|were) \d+ (.+):$/.exec(line) ?? [];
    if (kind !== undefined) isList = /^(?:PHPUnit )?(?:error|failure)s?$/.test(kind);
    const [, name] = isList ? (/^\d+\) (\S.*)$/.exec(line) ?? []) : [];
    if (name !== undefined) names.push(testName(name));
  }
  const sums = lines.filter(line => SUM.test(line));
  const all = sumOf(lines, SUM) ?? sumOf(lines, /^OK(?:, but .*)? \((\d+) tests?\b/);
  const failed = (sumOf(sums, /\bFailures: (\d+)/) ?? 0) + (sumOf(sums, /\bErrors: (\d+)/) ?? 0);
  const none = lines.some(line => /^No tests executed!/.test(line));
  const ran = all === null ? null : all - (sumOf(sums, /\bSkipped: (\d+)/) ?? 0);
  return {
    names,
    failed: all === null ? null : failed,
    ran: none ? 0 : ran,
    loading: all === null && !none ? blames(lines.filter(isFatal), null) : [],
  };
};

const isFatal = (line: string): boolean =>
  /^(?:PHP )?(?:Fatal|Parse) error: |^ParseError\b|^(?:Class|Test file) .*(?:could not|cannot) be found/.test(
    line,
  );
