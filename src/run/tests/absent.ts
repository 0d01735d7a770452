type Rule = readonly [pattern: RegExp, reason: string];

/** What is said where the tests were never started. */
const ABSENT: readonly Rule[] = [
  [/: (?:command )?not found$/, 'the test program is missing'],
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
  [/^(?:Error: |error: )?No test (?:files|modules) found/i, 'no test was found'],
  [/^go: (?:warning: )?"[^"]*" matched no packages|^no packages to test/, 'no test was found'],
];

/** Why no test was ever started, with the words that say so; null where nothing does. */
export function absence(lines: readonly string[]): string | null {
  for (const line of lines) {
    const rule = ABSENT.find(([pattern]) => pattern.test(line));
    if (rule) return `${rule[1]}: ${line.trim()}`;
  }
  return null;
}
