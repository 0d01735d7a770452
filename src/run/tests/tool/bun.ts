import { loadFailure } from '../blame.ts';
import { sumOf } from '../lines.ts';
import { fileName, testIn } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

/** Tests follow the name of their file; what happens while a file loads is told between two rules. */
export const readBun: Reader = lines => {
  const all = sumOf(lines, /^Ran (\d+) tests? across \d+ files?\./);
  const none = lines.some(line => /^(?:No tests found!|error: 0 test files matching)/.test(line));
  if (all === null && !none) return null;
  const names: string[] = [];
  const loading: Blame[] = [];
  let file = '';
  let error: string[] | null = null;
  for (const line of lines) {
    const [, heading] = /^(\S+\.[cm]?[jt]sx?):$/.exec(line) ?? [];
    if (heading !== undefined) file = heading;
    const [, name] = /^(?:\(fail\)|✗) (.+)$/.exec(line) ?? [];
    if (name !== undefined) names.push(testIn(file, name));
    if (/^# Unhandled error between tests/.test(line)) {
      names.push(fileName(file));
      error = [];
    } else if (error && error.length > 1 && line.startsWith('-----')) {
      loading.push(...loadFailure(error.filter(isError), fileName(file)));
      error = null;
    } else error?.push(line);
  }
  const failed = sumOf(lines, /^ *(\d+) fail$/) ?? 0;
  const unloaded = sumOf(lines, /^ *(\d+) errors?$/) ?? 0;
  return {
    names,
    failed,
    ran: Math.max(0, (sumOf(lines, /^ *(\d+) pass$/) ?? 0) + failed - unloaded),
    loading,
  };
};

const isError = (line: string): boolean => /^(?:\w*Error|error): /.test(line);
