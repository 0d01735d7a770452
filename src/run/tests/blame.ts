import { compileError } from './compile.ts';
import { awaited, type Blame, broken } from './reading.ts';

type Rule = readonly [pattern: RegExp, judge: (...groups: string[]) => Blame | null];

const needs = (what: string): Blame => awaited(`${what} is not there yet`);
const imported = (specifier: string): Blame =>
  isLocal(specifier) ? needs(specifier) : broken(`the package ${specifier} is missing`);

/** What each says is an error only where a file was being loaded: inside of a test it is that test's failure. */
const RULES: readonly Rule[] = [
  [/Cannot find (?:module|package) ['"]([^'"]+)['"]/, imported],
  [/Could not locate module ([^ ]+) mapped as/, imported],
  [/Failed to resolve import ['"]([^'"]+)['"]/, imported],
  [/Could not resolve:? ['"]([^'"]+)['"]/, imported],
  [/Failed to load url ([^ ]+) /, imported],
  [/Module not found ['"]([^'"]+)['"]/, imported],
  [/Relative import path ['"]([^'"]+)['"] not prefixed/, imported],
  [/Import ['"]([^'"]+)['"] not a dependency/, imported],
  [
    /requested module ['"]([^'"]+)['"] does not provide an export named ['"]([^'"]+)['"]/,
    (from, name) => (isLocal(from!) ? needs(`${name} of ${from}`) : broken(`${from} has no ${name}`)),
  ],
  [
    /Named export ['"]([^'"]+)['"] not found\. The requested module ['"]([^'"]+)['"]/,
    (name, from) => (isLocal(from!) ? needs(`${name} of ${from}`) : broken(`${from} has no ${name}`)),
  ],
  [
    /Export named ['"]([^'"]+)['"] not found in module ['"]([^'"]+)['"]/,
    (name, from) => (isLocal(from!) ? needs(name!) : broken(`${from} has no ${name}`)),
  ],
  [
    /ModuleNotFoundError: No module named '([^']+)'/,
    // The first part that is missing is named: of `a.b`, `a` is there, so it is no package that is not installed.
    name => (name!.includes('.') ? needs(name!) : broken(`the package ${name} is missing`)),
  ],
  [
    /ImportError: cannot import name '([^']+)' from (?:partially initialized module )?'([^']+)'(.*)/,
    (name, from, where) =>
      /site-packages|dist-packages|\blib\/python\d/.test(where!)
        ? broken(`${from} has no ${name}`)
        : needs(`${name} of ${from}`),
  ],
  [
    /AttributeError: module '([^']+)' has no attribute '([^']+)'/,
    (from, name) => needs(`${name} of ${from}`),
  ],
  [
    /cannot load such file -- (.+)/,
    file => (isLocal(file!) ? needs(file!) : broken(`the library ${file} is missing`)),
  ],
  [/uninitialized constant ([\w:]+)/, name => needs(name!)],
  [
    /(?:Class|Interface|Trait|Enum) "([^"]+)" not found/,
    name => (name!.startsWith('PHPUnit') ? broken('PHPUnit is missing') : needs(name!)),
  ],
  [/Call to undefined (?:function|method) ([\w\\:]+)/, name => needs(name!)],
  [
    /Failed opening required '([^']+)'/,
    file => (file!.includes('vendor/') ? broken(`${file} is missing`) : needs(file!)),
  ],
  [
    /\b(?:describe|it|test|expect|beforeEach) is not defined/,
    () => broken('the tests use a test program that is not loaded'),
  ],
  [/(?:Syntax|Indentation|Tab|Parse)Error\b/, (...all) => broken(all.at(-1)!)],
  [
    /PHP Parse error: |^Parse error: |\[PARSE_ERROR\]|invalid JS syntax|Transform failed with/,
    (...all) => broken(all.at(-1)!),
  ],
  [/No test suite found in file|must contain at least one test/, (...all) => broken(all.at(-1)!)],
  [/^(?:\w+\.)*(?:AssertionError|NotImplementedError)\b/, (...all) => awaited(all.at(-1)!)],
  [
    /^TypeError: .*(?:is not a (?:function|constructor)|of undefined|unexpected keyword|positional argument)/,
    (...all) => awaited(all.at(-1)!),
  ],
];

/** Why a file did not load, by the line that says so; null where it says nothing that is known. */
export function blame(text: string): Blame | null {
  const line = text.trim();
  const compiled = compileError(line);
  if (compiled) return compiled;
  for (const [pattern, judge] of RULES) {
    const found = pattern.exec(line);
    if (found) return judge(...found.slice(1).map(group => group ?? ''), line);
  }
  return null;
}

/**
 * The errors among lines that tell of a failed load, said of a file where one is known. Where none of them is known, the
 * first that looks like an error is taken for a fault of the test.
 */
export function blames(lines: readonly string[], file: string | null): Blame[] {
  const found = lines.flatMap(line => blame(line) ?? []);
  const first = lines.find(line => /^\s*(?:\w+\.)*\w*(?:Error|Exception)\b/.test(line))?.trim();
  const all = found.length > 0 || first === undefined ? found : [broken(first)];
  return file === null ? all : all.map(({ kind, what }) => ({ kind, what: `${file}: ${what}` }));
}

/** The same for a file that did not load whatever the lines say. */
export function loadFailure(lines: readonly string[], file: string): Blame[] {
  const found = blames(lines, file);
  return found.length > 0 ? found : [broken(`${file} cannot be loaded`)];
}

/** Whether an import names a file of the project, by its spelling alone. */
function isLocal(specifier: string): boolean {
  if (specifier.includes('node_modules')) return false;
  return /^(?:\.|\/|file:|[@~]\/|#|[A-Za-z]:[\\/]|(?:src|app|lib|tests?|spec)\/)/.test(specifier);
}
