import { blames } from '../blame.ts';
import { countOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Reader, Seen } from '../reading.ts';

/** Each target ends with a list of its failures, which other output does not tear apart. */
export const readCargo: Reader = lines => {
  const sums = lines.flatMap(line => /^test result: \w+\. (.+)$/.exec(line)?.[1] ?? []);
  const isBuilt = !lines.some(line => /^error: could not compile /.test(line));
  const nextest = lines.flatMap(line => NEXTEST.exec(line)?.[1] ?? []);
  if (sums.length === 0 && nextest.length > 0) return readNextest(lines, nextest);
  if (sums.length === 0 && isBuilt) return null;
  const names: string[] = [];
  let target = '';
  let isList = false;
  for (const line of lines) {
    const [, running] = /^ +(?:Running (?:unittests )?|Doc-tests )(\S+)/.exec(line) ?? [];
    if (running !== undefined) target = running;
    const name: string | undefined = isList ? /^ {4}(\S.*)$/.exec(line)?.[1] : undefined;
    if (name !== undefined) names.push(testName(`${target} > ${name.replace(/ \(line \d+\)$/, '')}`));
    const [, unit] = /^error: could not compile (.+) due to /.exec(line) ?? [];
    if (unit !== undefined) names.push(testName(unit));
    isList = line === 'failures:' || name !== undefined;
  }
  const count = (word: string) => sums.reduce((sum, line) => sum + countOf(line, word), 0);
  return {
    names,
    failed: sums.length > 0 && isBuilt ? count('failed') : null,
    ran: sums.length > 0 ? count('passed') + count('failed') : 0,
    loading: isBuilt ? [] : blames(lines, null),
  };
};

/** `Summary [   0.005s] 3 tests run: 2 passed, 1 failed, 0 skipped` */
const NEXTEST = /^ +Summary \[[ \d.]{1,20}s\] (?:\d+\/)?\d+ tests? run: (.+)$/;

/** Failures are told again after the summary, with the time that each took and the program that it is in. */
function readNextest(lines: readonly string[], sums: readonly string[]): Seen {
  const count = (word: string) => sums.reduce((sum, line) => sum + countOf(line, word), 0);
  const failed = count('failed') + count('timed');
  const failing = lines.flatMap(
    line => /^ +(?:FAIL|TIMEOUT|SIG\w+) \[[ \d.]{1,20}s\] (.+)$/.exec(line)?.[1] ?? [],
  );
  return { names: [...new Set(failing.map(testName))], failed, ran: count('passed') + failed, loading: [] };
}
