type Rule = readonly [pattern: RegExp, reason: string];

/** What is said where the tests were never started. */
const ABSENT: readonly Rule[] = [
  [/: command not found$/, 'the test program is missing'],
  // As shells put it: others say so of files, links and names.
  [/^(?:\S{0,200}\bsh|\S{1,200}: (?:line )?\d{1,9}): \S.{0,400}: not found$/, 'the test program is missing'],
  [/^make(?:\[\d+\])?: \*\*\* \[.{1,400}\] Error 12[67]$/, 'the test program is missing'],
  [/is not recognized as an internal or external command/, 'the test program is missing'],
  [/python[\w.]{0,20}: No module named /, 'the test program is missing'],
  [/^npm (?:error|ERR!) could not determine executable to run/, 'the test program is missing'],
  [/^npx canceled due to missing packages/, 'the test program is missing'],
  [/^error: no such (?:sub)?command: /, 'the test program is missing'],
  [/^Could not open input file: /, 'the test program is missing'],
  [/^bundler: command not found: /, 'the test program is missing'],
  [/^npm (?:error|ERR!) Missing script: /, 'there is no such script'],
  [/^error: Script not found "/, 'there is no such script'],
  [/^ ?ERR_PNPM_NO_SCRIPT|^error Command "[^"]+" not found/, 'there is no such script'],
  [/^make: \*\*\* No rule to make target /, 'there is no such target'],
  [/^Task '[^']+' not found in /, 'there is no such task'],
  [/^error: could not find `Cargo.toml`/, 'there is no project here'],
  [/^go: (?:go\.mod file not found|cannot find main module)/, 'there is no project here'],
  [/there is no POM in this directory|error MSB1003: /, 'there is no project here'],
  [/^error: no matching package named /, 'a package is missing'],
  [/^go: (?:updates to go\.mod needed|.*: missing go\.sum entry)/, 'a package is missing'],
];

export const NO_TEST = 'no test was found';

/** What is said where there is everything but tests. */
const EMPTY: readonly Rule[] = [
  [/^(?:Error: |error: )?No test (?:files|modules) found/i, NO_TEST],
  [/^go: (?:warning: )?"[^"]*" matched no packages|^no packages to test/, NO_TEST],
];

/** Why no test was ever started, with the words that say so; null where nothing does. */
export const absence = (lines: readonly string[]): string | null => saidIn(lines, ABSENT);

/** That there was none to be started, with the words that say so; null where nothing does. */
export const noTest = (lines: readonly string[]): string | null => saidIn(lines, EMPTY);

function saidIn(lines: readonly string[], rules: readonly Rule[]): string | null {
  for (const line of lines) {
    const rule = rules.find(([pattern]) => pattern.test(line));
    if (rule) return `${rule[1]}: ${line.trim()}`;
  }
  return null;
}
