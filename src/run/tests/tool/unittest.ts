import { loadFailure } from '../blame.ts';
import { sumOf } from '../lines.ts';
import { testName } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

/** Each failure is a block under a line of equals signs; a module that does not load is a test of the loader's own. */
export const readUnittest: Reader = lines => {
  const ran = sumOf(lines, /^Ran (\d+) tests? in \d/);
  if (ran === null) return null;
  const names: string[] = [];
  const loading: Blame[] = [];
  let error: string[] | null = null;
  let unloaded = 0;
  const close = () => {
    if (error) loading.push(...loadFailure(error, names.at(-1)!));
    error = null;
  };
  for (const line of lines) {
    const [, said] = /^(?:FAIL|ERROR): (\S.*)$/.exec(line) ?? [];
    if (said !== undefined || /^Ran \d+ tests? in /.test(line)) close();
    if (said !== undefined) {
      names.push(testName(said));
      if (said.includes('unittest.loader.')) {
        error = [];
        unloaded += 1;
      }
    } else if (error && !/^\s|^ImportError: Failed to import test module/.test(line)) error.push(line);
  }
  const sums = lines.filter(line => /^FAILED \(/.test(line));
  const failed = (sumOf(sums, /\bfailures=(\d+)/) ?? 0) + (sumOf(sums, /\berrors=(\d+)/) ?? 0);
  const skipped = sumOf(
    lines.filter(line => /^(?:OK|FAILED) \(/.test(line)),
    /\bskipped=(\d+)/,
  );
  return { names, failed, ran: Math.max(0, ran - unloaded - (skipped ?? 0)), loading };
};
