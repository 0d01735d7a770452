import { loadFailure } from '../blame.ts';
import { countOf } from '../lines.ts';
import { fileName, testIn } from '../names.ts';
import type { Blame, Reader } from '../reading.ts';

const SUITE = 'Test suite failed to run';
/** A line of the source that is shown beside an error. */
const EXCERPT = /^[ >]*\d+ \|/;
const NOT_A_TEST =
  /^(?:Console|Validation Warning|Validation Error|Deprecation Warning|Cannot log after tests)/;

/** Failures are told under their file, each after a bullet. */
export const readJest: Reader = lines => {
  const sums = lines
    .filter(line => line.startsWith('Tests: ') && line.endsWith(' total'))
    .map(line => line.slice('Tests:'.length));
  const none = lines.some(line => /^No tests found, exiting with code/.test(line));
  if (sums.length === 0 && !none) return null;
  const { names, loading } = failuresIn(lines);
  const count = (word: string) => sums.reduce((sum, line) => sum + countOf(line, word), 0);
  return {
    names,
    failed: sums.length > 0 ? count('failed') : null,
    ran: count('failed') + count('passed'),
    loading,
  };
};

function failuresIn(lines: readonly string[]): {
  readonly names: readonly string[];
  readonly loading: readonly Blame[];
} {
  const names: string[] = [];
  const loading: Blame[] = [];
  let file = '';
  let error: string[] | null = null;
  let isRepeated = false;
  const close = () => {
    if (error) loading.push(...loadFailure(error, fileName(file)));
    error = null;
  };
  for (const line of lines) {
    const [, place] = /^ ?(?:FAIL|PASS) +(\S+)/.exec(line) ?? [];
    const [, said] = /^ {2}● (.+)$/.exec(line) ?? [];
    if (/^Summary of all failing tests/.test(line)) isRepeated = true;
    if (/^Test Suites: /.test(line)) isRepeated = false;
    if (place !== undefined || said !== undefined || line.startsWith('Test Suites: ')) close();
    if (place !== undefined) file = place;
    else if (said === SUITE && !isRepeated) {
      names.push(fileName(file));
      error = [];
    } else if (said !== undefined && !isRepeated && !NOT_A_TEST.test(said)) names.push(testIn(file, said));
    else if (!EXCERPT.test(line)) error?.push(line);
  }
  close();
  return { names, loading };
}
