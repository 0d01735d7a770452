/** What is said where a program did not run everything because something failed. */
const STOPPED: readonly RegExp[] = [
  /^!+ (?:xdist\.dsession\.)?(?:Interrupted: )?stopping after \d+ failures !+$/,
  /^Test Suites: .{0,200}\b\d+ of \d+ total$/,
  /^Bail out!/,
  // Each target's tests are a program, and those after one that failed are not started. Documentation comes last.
  /^error: (?:\d+ )?(?:doc)?test failed, to rerun pass `(?!--doc)/,
  /^\[INFO\] \S.{0,200} SKIPPED$/,
];

/** How a command is told to stop at the first failure, where the program itself does not say that it did. */
const FLAGS: readonly RegExp[] = [
  /\s--?(?:exitfirst|fail-?fast|stop-on-(?:failure|error|defect))(?![\w-])(?!=(?:false|0))/,
  /\s--(?:bail|maxfail)(?![\w-])(?![= ](?:false|0)\b)/,
  /\b(?:pytest|py\.test)\b[^|;&]{0,500}\s-x(?![\w-])/,
  /\bmocha\b[^|;&]{0,500}\s-b(?![\w-])/,
];

/** Vitest's count of all tests, behind those of which it tells how they fared. */
const SUM = /^ *(?:Test Files|Tests) {2}(\d.{0,200}) \((\d+)\)$/;

/** By which words a command or its output tells that what comes after a failure was not tried; null where none does. */
export function stoppedBy(command: string, lines: readonly string[]): string | null {
  const said = lines.find(line => STOPPED.some(pattern => pattern.test(line)) || isShort(line));
  if (said !== undefined) return withoutFrame(said);
  for (const pattern of FLAGS) {
    const [flag] = pattern.exec(command) ?? [];
    if (flag !== undefined) return flag.trim();
  }
  return null;
}

/** Without the rows of signs that some programs put around it. */
const withoutFrame = (line: string): string =>
  line
    .split(' ')
    .filter(word => !word.startsWith('!!'))
    .join(' ')
    .trim();

function isShort(line: string): boolean {
  const [, parts, all] = SUM.exec(line) ?? [];
  if (parts === undefined) return false;
  return parts.split(' | ').reduce((sum, part) => sum + Number.parseInt(part, 10), 0) < Number(all);
}
