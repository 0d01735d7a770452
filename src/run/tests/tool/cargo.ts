import { blames } from '../blame.ts';
import { countOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Reader } from '../reading.ts';

/** Each target ends with a list of its failures, which other output does not tear apart. */
export const readCargo: Reader = lines => {
  const sums = lines.flatMap(line => /^test result: \w+\. (.+)$/.exec(line)?.[1] ?? []);
  const isBuilt = !lines.some(line => /^error: could not compile /.test(line));
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
