import { sumOf } from '../lines.ts';
import { fileName, testName } from '../names.ts';
import type { Reader } from '../reading.ts';
import { fileBlames, isFileName } from './node.ts';

const RESULT = /^( *)(not ok|ok)(?: (.*))?$/;
const DIRECTIVE = /(?:^| )# *(?:skip|todo)\b/i;

interface Failure {
  readonly path: readonly string[];
  file: string | null;
  /** It fails only because something in it does. */
  isSum: boolean;
}

/** The Test Anything Protocol, with the subtests and places that node:test adds. */
export const readTap: Reader = lines => {
  const results = lines.some(line => RESULT.test(line));
  const isTap = lines.some(line => /^TAP version 1\d/.test(line));
  const plan = lines.find(line => /^1\.\.\d+/.test(line));
  if (!isTap && !(plan && results)) return null;
  const { failures, ran } = failuresIn(lines);
  const real = failures.filter(({ isSum }) => !isSum);
  const files = real.filter(isFile).map(({ path }) => path[0]!);
  const notes = lines.filter(line => line.startsWith('# ')).map(line => line.slice(2));
  const passed = sumOf(lines, /^# (?:pass|ok) +(\d+)$/);
  const failed = sumOf(lines, /^# fail +(\d+)$/);
  const loading = fileBlames(files, notes);
  const count = passed === null || failed === null ? ran : passed + failed;
  return {
    names: real.map(failure => named(failure)),
    failed,
    ran: Math.max(0, count - (loading.length > 0 ? files.length : 0)),
    wholeFiles: lines.filter(line => line.startsWith('ok ') && isFileName(described(line.slice(2)))).length,
    loading,
  };
};

const named = (failure: Failure): string =>
  failure.file === null || isFile(failure)
    ? failure.path.join(' > ')
    : [fileName(failure.file), ...failure.path].join(' > ');

/** The file itself is the test that failed. */
const isFile = ({ file, path }: Failure): boolean =>
  file !== null && path.length === 1 && path[0]!.split('/').at(-1) === fileName(file).split('/').at(-1);

function failuresIn(lines: readonly string[]): {
  readonly failures: readonly Failure[];
  readonly ran: number;
} {
  const failures: Failure[] = [];
  const parents: string[] = [];
  let last: Failure | null = null;
  let ran = 0;
  for (const line of lines) {
    const [, indent, subtest] = /^( *)# Subtest: (.+)$/.exec(line) ?? [];
    if (subtest !== undefined) parents[depthOf(indent!)] = titled(subtest);
    const [, blanks, state, rest = ''] = RESULT.exec(line) ?? [];
    if (state !== undefined) {
      const said = described(rest);
      const skipped = DIRECTIVE.test(said);
      if (!skipped) ran += 1;
      last = null;
      if (state === 'not ok' && !skipped) {
        const depth = depthOf(blanks!);
        last = { path: [...parents.slice(0, depth), titled(said)], file: null, isSum: false };
        failures.push(last);
      }
    } else if (last) {
      const [, place] = /^ +location: '(.+):\d+:\d+'$/.exec(line) ?? [];
      if (place !== undefined) last.file = place;
      if (/^ +failureType: '?subtestsFailed/.test(line)) last.isSum = true;
    }
  }
  return { failures, ran };
}

/** Subtests are indented by four blanks; deeper than this is not looked at. */
const MAX_DEPTH = 50;
const depthOf = (indent: string): number => Math.min(Math.floor(indent.length / 4), MAX_DEPTH);

/** Older programs name a file by its whole path. */
const titled = (name: string): string => (/^\/\S+\.\w+$/.test(name) ? fileName(name) : testName(name));

/** What a result is of, without its number and dash. */
function described(rest: string): string {
  const said = rest.trimStart().replace(/^\d+/, '').trimStart();
  return said.startsWith('-') ? said.slice(1).trimStart() : said;
}
