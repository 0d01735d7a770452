import { blame } from '../blame.ts';
import { compiledFile } from '../compile.ts';
import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import { broken, type Reader } from '../reading.ts';

/** `Class > method FAILED` for each, and how many, once for each task. */
export const readGradle: Reader = lines => {
  const isGradle = lines.some(line => /^BUILD (?:SUCCESSFUL|FAILED) in |^> Task :/.test(line));
  if (!isGradle) return null;
  const all = sumOf(lines, /^(\d+) tests? completed/);
  const names = lines
    .filter(line => line.endsWith(' FAILED') && line.includes(' > ') && /^[^\s>]/.test(line))
    .map(line => testName(line.slice(0, -' FAILED'.length)));
  const isCompiled = !lines.some(line => /^> Task :\S+ FAILED$/.test(line) && line.includes('ompile'));
  const none = lines.some(line => /No tests found for given includes/.test(line));
  const unresolved = lines.find(line => /^> Could not (?:resolve|find) /.test(line));
  return {
    names: [
      ...names,
      ...new Set(isCompiled ? [] : lines.flatMap(line => (blame(line) && compiledFile(line)) ?? [])),
    ],
    failed: sumOf(lines, /^\d+ tests? completed, (\d+) failed/),
    ran:
      all === null
        ? none || !isCompiled
          ? 0
          : toldIn(lines)
        : all - (sumOf(lines, /^\d+ tests? completed.*, (\d+) skipped/) ?? 0),
    loading: [
      ...(isCompiled ? [] : lines.flatMap(line => blame(line) ?? [])),
      ...(unresolved === undefined ? [] : [broken(unresolved.slice(2))]),
    ],
  };
};

/** Gradle counts tests only where one fails; those that pass are told where the build asks for it. */
function toldIn(lines: readonly string[]): number | null {
  const told = lines.filter(
    line => line.endsWith(' PASSED') && line.includes(' > ') && /^[^\s>]/.test(line),
  ).length;
  return told > 0 ? told : null;
}
