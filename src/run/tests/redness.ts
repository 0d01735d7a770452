import { look } from './look.ts';

export interface Redness {
  readonly state: 'green' | 'red' | 'broken';
  readonly reason: string;
}

/** 'green' passed; 'red' the tests load and fail; 'broken' they do not run at all, with the reason. See `look`. */
export function redness(
  passed: boolean,
  exitCode: number | null,
  output: string,
  isPlanned?: (module: string) => boolean,
): Redness {
  const { broken, awaited, names, failed, ran } = look(output, exitCode, isPlanned && { isPlanned });
  if (passed) {
    return ran === 0 && names.length === 0
      ? { state: 'broken', reason: 'no test was found' }
      : { state: 'green', reason: ran === null ? 'the tests pass' : `${tests(ran)} ran, none fails` };
  }
  if (broken !== null) return { state: 'broken', reason: broken };
  if (exitCode === null) return { state: 'broken', reason: 'the tests were ended before they were through' };
  if (awaited !== null) return { state: 'red', reason: awaited };
  if (names.length > 0) {
    return {
      state: 'red',
      reason: names.length === 1 ? `${names[0]} fails` : `${names[0]} and ${names.length - 1} more fail`,
    };
  }
  if ((failed ?? 0) > 0) return { state: 'red', reason: `${tests(failed!)} failed` };
  if (failed === 0 && ran !== null) {
    return {
      state: 'broken',
      reason: `${tests(ran)} ran and none fails: the command fails for another reason`,
    };
  }
  return { state: 'red', reason: 'the command fails; what it prints is not known' };
}

const tests = (count: number): string => (count === 1 ? '1 test' : `${count} tests`);
