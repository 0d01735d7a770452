import { loadFailure } from '../blame.ts';
import { countOf } from '../lines.ts';
import { fileName, testIn } from '../names.ts';
import type { Reader } from '../reading.ts';

const SUM = /^(?:ok|FAILED) \| (\d+ passed.*)$/;

/** Failures are listed with their places; a module that does not load is told as an uncaught error. */
export const readDeno: Reader = lines => {
  const sums = lines.flatMap(line => SUM.exec(line)?.[1] ?? []);
  if (sums.length === 0) return null;
  const names: string[] = [];
  const files: string[] = [];
  let isList = false;
  for (const line of lines) {
    if (/^ *FAILURES *$/.test(line)) isList = true;
    else if (SUM.test(line)) isList = false;
    if (!isList) continue;
    const [, name, place] = /^(\S.*) => (\S+):\d+:\d+$/.exec(line) ?? [];
    const [, file] = /^(\S+) \(uncaught error\)$/.exec(line) ?? [];
    if (name !== undefined && place !== undefined) names.push(testIn(place, name));
    if (file !== undefined) files.push(fileName(file));
  }
  const count = (word: string) => sums.reduce((sum, line) => sum + countOf(line, word), 0);
  const errors = lines.filter(line => /^error: /.test(line) && !/^error: Test failed/.test(line));
  return {
    names: [...names, ...files],
    failed: count('failed'),
    ran: Math.max(0, count('passed') + count('failed') - files.length),
    loading: files.length > 0 ? loadFailure(errors, files.join(', ')) : [],
  };
};
