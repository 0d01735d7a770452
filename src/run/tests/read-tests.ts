import { look } from './look.ts';
import { type Circumstances, MAX_NAMES, type TestReading } from './reading.ts';

/** Reads what a test program printed. The exit code is null where a signal ended it. */
export function readTests(
  output: string,
  exitCode: number | null,
  circumstances: Circumstances = {},
): TestReading {
  const sight = look(output, exitCode, circumstances);
  const { tool, names, wholeFiles, broken, absent, stopped, isPartial } = sight;
  const ran = sight.ran !== null && exitCode === 0 ? Math.max(0, sight.ran - wholeFiles) : sight.ran;
  // A command that fails although no test does fails for a reason that names say nothing about.
  const isTold = tool !== null && exitCode !== null && !isPartial && (exitCode === 0 || names.length > 0);
  const failing = isTold ? [...new Set(names)].sort().slice(0, MAX_NAMES) : null;
  return { tool, failing, ran, broken, absent, stopped };
}
