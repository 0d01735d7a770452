import { blame } from '../blame.ts';
import { compiledFile } from '../compile.ts';
import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import { broken, type Reader } from '../reading.ts';

const SUM = /^\[\w+\] Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+$/;

/** Surefire and Failsafe: a line for each failing test, and one for each module that sums it up. */
export const readMaven: Reader = lines => {
  const all = sumOf(lines, SUM);
  const isMaven = lines.some(line =>
    /^\[INFO\] BUILD (?:SUCCESS|FAILURE)|^\[INFO\] Scanning for projects/.test(line),
  );
  if (all === null && !isMaven) return null;
  const sums = lines.filter(line => SUM.test(line));
  const failed = (sumOf(sums, /Failures: (\d+)/) ?? 0) + (sumOf(sums, /Errors: (\d+)/) ?? 0);
  const isCompiled = !lines.some(line => /^\[ERROR\] COMPILATION ERROR/.test(line));
  const none = lines.some(line =>
    /^\[\w+\] No tests (?:to run|were executed)|: No tests (?:were executed|matching)/.test(line),
  );
  const errors = lines.filter(line => /^\[ERROR\] +\S/.test(line)).map(line => line.slice('[ERROR]'.length));
  const unresolved = errors.find(line => /Could not (?:resolve dependencies|find artifact)/.test(line));
  return {
    names: [
      ...lines.flatMap(line => failing(line) ?? []),
      ...new Set(isCompiled ? [] : errors.flatMap(line => compiledFile(line) ?? [])),
    ],
    failed: all === null ? null : failed,
    ran: all === null ? (none || !isCompiled ? 0 : null) : all - (sumOf(sums, /Skipped: (\d+)/) ?? 0),
    loading: [
      ...(isCompiled ? [] : errors.flatMap(line => blame(line) ?? [])),
      ...(unresolved === undefined ? [] : [broken(unresolved.trim())]),
    ],
  };
};

/** `[ERROR] package.Class.test -- Time elapsed: 0.01 s <<< FAILURE!`; that of a class begins with its counts. */
function failing(line: string): string | null {
  if (!line.startsWith('[ERROR] ') || !/<<< (?:FAILURE|ERROR)!$/.test(line)) return null;
  const said = line.slice('[ERROR] '.length).trim();
  const end = said.indexOf('Time elapsed:');
  if (end <= 0 || said.startsWith('Tests run:')) return null;
  const name = said.slice(0, end).trimEnd();
  return testName(name.endsWith('--') ? name.slice(0, -2) : name);
}
