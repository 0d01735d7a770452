import { blame } from '../blame.ts';
import { compiledFile } from '../compile.ts';
import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import { broken, type Reader } from '../reading.ts';

const RESULT = /^\s*(?:Failed|Passed|Skipped)!\s+- Failed:\s+(\d+), Passed:\s+(\d+)/;
const SUMMARY = /^\s*Test summary: total: (\d+), failed: (\d+), succeeded: (\d+)/;
const NAME = /^\s{1,4}Failed (\S.*) \[[^[\]]+\]$/;
const TERMINAL = 'error TESTERROR:';

/** The console of VSTest, and the terminal logger's words for the same. */
export const readDotnet: Reader = lines => {
  const failed = [RESULT, /^ +Failed: (\d+)$/, /^\s*Test summary: total: \d+, failed: (\d+)/]
    .map(pattern => sumOf(lines, pattern))
    .find(count => count !== null);
  const passed = [/^\s*\w+!\s+- Failed:\s+\d+, Passed:\s+(\d+)/, /^ +Passed: (\d+)$/]
    .map(pattern => sumOf(lines, pattern))
    .find(count => count !== null);
  const summary = lines.flatMap(line => SUMMARY.exec(line)?.slice(1).map(Number) ?? []);
  const errors = [
    ...new Set(lines.filter(line => /\): error (?:CS|FS|BC)\d+: |: error (?:NU\d+|MSB\d+): /.test(line))),
  ];
  const none = lines.some(line => /^No test (?:is available in|matches the given)/.test(line.trim()));
  const totals = sumOf(lines, /^Total tests: (\d+)/);
  if (failed === undefined && totals === null && errors.length === 0 && !none) return null;
  const names = lines.flatMap(line => NAME.exec(line)?.[1] ?? terminalName(line) ?? []).map(testName);
  const ran = summary.length > 0 ? (summary[1] ?? 0) + (summary[2] ?? 0) : (passed ?? 0) + (failed ?? 0);
  const isBuilt = failed !== undefined || totals !== null || none;
  return {
    names: [...names, ...new Set(errors.flatMap(line => compiledFile(line) ?? []))],
    failed: failed ?? (totals === null ? null : 0),
    ran: isBuilt || errors.length > 0 ? ran : null,
    loading: isBuilt && ran > 0 ? [] : errors.map(line => blame(line) ?? broken(line.trim())),
  };
};

/** `… error TESTERROR: Name (12ms): Error Message: …` */
function terminalName(line: string): string | null {
  const at = line.indexOf(TERMINAL);
  if (at < 0) return null;
  const said = line.slice(at + TERMINAL.length);
  const end = said.indexOf('): Error Message');
  return end < 0 ? null : said.slice(0, said.lastIndexOf(' (', end));
}
