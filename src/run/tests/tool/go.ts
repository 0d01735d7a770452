import { blame } from '../blame.ts';
import { testName } from '../names.ts';
import { awaited, type Blame, broken, type Reader } from '../reading.ts';

const MISSING = /(?:no required module provides package|package) (\S+?)(?:;| is not in std)/;

/** A package's tests are told before the line that sums it up. */
export const readGo: Reader = lines => {
  const packages: string[] = [];
  const names: string[] = [];
  let tests: string[] = [];
  let isBuilt = true;
  let idle = 0;
  let told = 0;
  for (const line of lines) {
    const [, test] = /^ *--- FAIL: (.+) \(\d/.exec(line) ?? [];
    if (test !== undefined) tests.push(test);
    if (/^ *--- (?:PASS|FAIL): /.test(line)) told += 1;
    const [state, name, rest] = packageLine(line);
    if (name === undefined || rest === undefined) continue;
    packages.push(name);
    if (/no test files|no tests to run/.test(rest)) idle += 1;
    if (/\[(?:build|setup) failed\]/.test(rest)) isBuilt = false;
    if (state === 'FAIL')
      names.push(...(tests.length > 0 ? tests.map(each => testName(`${name} ${each}`)) : [name]));
    tests = [];
  }
  names.push(...tests.map(testName));
  if (packages.length === 0 && names.length === 0) return null;
  const isIdle = packages.length > 0 && idle === packages.length;
  // Only with -v are tests told that pass.
  const isVerbose = lines.some(line => /^=== RUN /.test(line));
  return {
    names,
    failed: null,
    ran: isVerbose ? told : isIdle ? 0 : null,
    loading: isBuilt ? [] : buildErrors(lines, packages),
  };
};

/** `ok`, `FAIL` or `?`, a package and what is said of it, with tabs between: other programs print `ok`, too. */
function packageLine(line: string): string[] {
  const [state = '', ...rest] = line.split('\t');
  if (!/^(?:ok|FAIL|\?) *$/.test(state)) return [];
  const [name = '', ...said] = rest.join(' ').split(' ');
  return said.length === 0 ? [] : [state.trim(), name, said.join(' ')];
}

function buildErrors(lines: readonly string[], packages: readonly string[]): Blame[] {
  const modules = new Set(packages.map(moduleOf));
  return lines.flatMap(line => {
    const [, missing] = MISSING.exec(line) ?? [];
    if (missing === undefined) return blame(line) ?? [];
    return modules.has(moduleOf(missing))
      ? awaited(`${missing} is not there yet`)
      : broken(`the package ${missing} is missing`);
  });
}

/** What a package's path begins with in its module: a host with one or two parts after it, or a single word. */
function moduleOf(path: string): string {
  const parts = path.split('/');
  const host = parts[0]!;
  return parts
    .slice(0, !host.includes('.') ? 1 : /^(?:github|gitlab|bitbucket)\./.test(host) ? 3 : 2)
    .join('/');
}
