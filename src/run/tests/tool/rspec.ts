import { loadFailure } from '../blame.ts';
import { countOf, sumOf } from '../lines.ts';
import { fileName, testIn, testName } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

const PLACE = /^'?(\S+?)(?::\d+|\[[\d:]+\])'?$/;

/** Failures are listed at the end as commands that run them again. */
export const readRspec: Reader = lines => {
  const examples = sumOf(lines, /^(\d+) examples?, \d+ failures?/);
  if (examples === null) return null;
  const names: string[] = [];
  const loading: Blame[] = [];
  let file: string | null = null;
  let error: string[] = [];
  const close = () => {
    if (file !== null) loading.push(...loadFailure(error, file));
    error = [];
    file = null;
  };
  for (const line of lines) {
    const [, unloaded] = /^An error occurred while loading (.+?)\.?$/.exec(line) ?? [];
    if (unloaded !== undefined || /^(?:Finished in|\d+ examples?, )/.test(line)) close();
    if (unloaded !== undefined) {
      file = fileName(unloaded);
      names.push(file);
    } else if (file !== null) error.push(line);
    const [, place, name = ''] = /^rspec (\S+) # (.+)$/.exec(line) ?? [];
    if (place !== undefined) names.push(testIn(PLACE.exec(place)?.[1] ?? testName(place), name));
  }
  const sums = lines.filter(line => /^\d+ examples?, /.test(line));
  const pending = sums.reduce((sum, line) => sum + countOf(line, 'pending'), 0);
  return { names, failed: sumOf(lines, /^\d+ examples?, (\d+) failures?/), ran: examples - pending, loading };
};
