import { blames } from '../blame.ts';
import { sumOf } from '../lines.ts';
import { fileName, testIn } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

const UNCAUGHT = /^(?:Uncaught )?\w*Error(?: \[\w+\])?: /;

/** The spec reporter of node:test. What failed is told again at the end, with the file. */
export const readNodeSpec: Reader = lines => {
  if (!lines.some(line => /^ℹ tests \d+$/.test(line))) return null;
  const names: string[] = [];
  const files: string[] = [];
  let file: string | null = null;
  for (const line of lines) {
    const [, place] = /^test at (.+):\d+:\d+$/.exec(line) ?? [];
    const [, name] = /^✖ (.+)$/.exec(line) ?? [];
    if (name !== undefined && file !== null) {
      const isFile = name.startsWith(`${file} (`) || name === file;
      names.push(isFile ? fileName(file) : testIn(file, name));
      if (isFile) files.push(fileName(file));
    }
    file = place ?? null;
  }
  const loading = fileBlames(files, lines);
  const failed = sumOf(lines, /^ℹ fail (\d+)$/) ?? 0;
  const ran = failed + (sumOf(lines, /^ℹ pass (\d+)$/) ?? 0);
  return {
    names,
    failed,
    ran: Math.max(0, ran - (loading.length > 0 ? files.length : 0)),
    wholeFiles: lines.filter(line => isFileName(/^✔ (\S+) \(/.exec(line)?.[1] ?? '')).length,
    loading,
  };
};

/** Whether a test is called like a file with code: then it stands for all of the file. */
export const isFileName = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name);

/** Why files failed as a whole: the errors that ended their processes stand unindented between the results. */
export function fileBlames(files: readonly string[], lines: readonly string[]): Blame[] {
  if (files.length === 0) return [];
  const errors = lines.filter(line => UNCAUGHT.test(line));
  return blames(errors, files.length === 1 ? files[0]! : null);
}
